import type { Session, User } from '@supabase/auth-js';

interface AccessTokenClaims {
  aal?: unknown;
}

/** The claims of a token without verification. Only the server verifies them. */
function readClaims(accessToken: string): AccessTokenClaims {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as AccessTokenClaims;
  } catch {
    return {};
  }
}

/** Whether the user has a second factor. */
export function hasVerifiedFactor(user: User | null): boolean {
  return user?.factors?.some(({ status }) => status === 'verified') ?? false;
}

/**
 * Whether the user has a second factor that this session has not verified. Until then the database
 * returns no rows, so the app treats the user as a visitor.
 */
export function needsMfaChallenge(session: Session | null): boolean {
  return (
    session !== null &&
    hasVerifiedFactor(session.user) &&
    readClaims(session.access_token).aal !== 'aal2'
  );
}
