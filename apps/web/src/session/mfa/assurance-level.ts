import type { Session, User } from '@supabase/auth-js';

interface AccessTokenClaims {
  aal?: unknown;
}

/** What a token says; only the server checks whether it is true. */
function readClaims(accessToken: string): AccessTokenClaims {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as AccessTokenClaims;
  } catch {
    return {};
  }
}

/** Whether somebody is asked for a second step after their password. */
export function hasVerifiedFactor(user: User | null): boolean {
  return user?.factors?.some(({ status }) => status === 'verified') ?? false;
}

/**
 * Whether somebody has proved a password only and set up more than that. Until the second step the
 * database shows them nothing, so the app takes them for a visitor.
 */
export function needsMfaChallenge(session: Session | null): boolean {
  return (
    session !== null &&
    hasVerifiedFactor(session.user) &&
    readClaims(session.access_token).aal !== 'aal2'
  );
}
