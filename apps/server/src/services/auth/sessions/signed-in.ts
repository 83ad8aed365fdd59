import { hasVerifiedFactor, refuseSsoUser, type UserRow } from '../accounts/user-row.ts';
import { authErrors } from '../errors.ts';

/** Whom a bearer token speaks for. */
export interface SignedIn {
  readonly user: UserRow;
  /** Null for a token that names no session, as an operator may sign one. */
  readonly session: { readonly id: string; readonly aal: string } | null;
}

/** @throws AuthError session_not_found for a token that names no session */
export function sessionOf({ session }: SignedIn): NonNullable<SignedIn['session']> {
  if (session === null) throw authErrors.sessionNotFound();
  return session;
}

/**
 * Lets only those pass who may change the ways to sign in to their account.
 *
 * @throws AuthError user_sso_managed, insufficient_aal
 */
export function requireKeeper({ user, session }: SignedIn): void {
  refuseSsoUser(user, 'Changing the ways to sign in');
  if (hasVerifiedFactor(user) && session?.aal !== 'aal2') throw authErrors.identityNeedsAal2();
}
