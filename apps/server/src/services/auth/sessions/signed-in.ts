import { hasVerifiedFactor, rejectSsoUser, type UserRow } from '../accounts/user-row.ts';
import { authErrors } from '../errors.ts';

/** The user and session of a bearer token. */
export interface SignedIn {
  readonly user: UserRow;
  /** Null for a token without a session, such as one that an operator signed. */
  readonly session: { readonly id: string; readonly aal: string } | null;
}

/** @throws AuthError session_not_found for a token without a session */
export function sessionOf({ session }: SignedIn): NonNullable<SignedIn['session']> {
  if (session === null) throw authErrors.sessionNotFound();
  return session;
}

/**
 * Requires the rights to change the sign-in methods of an account: aal2, if the account has a factor.
 *
 * @throws AuthError user_sso_managed, insufficient_aal
 */
export function requireAal2({ user, session }: SignedIn): void {
  rejectSsoUser(user, 'Changing the ways to sign in');
  if (hasVerifiedFactor(user) && session?.aal !== 'aal2') throw authErrors.identityNeedsAal2();
}
