import { hasVerifiedFactor, refuseSsoUser } from '../accounts/user-row.ts';
import { authErrors } from '../errors.ts';
import { sessionOf, type SignedIn } from '../sessions/signed-in.ts';

/**
 * Lets only those pass who may change the ways to sign in to their account.
 *
 * @throws AuthError user_sso_managed, insufficient_aal, session_not_found
 */
export function requireKeeper(signedIn: SignedIn): void {
  const { aal } = sessionOf(signedIn);
  refuseSsoUser(signedIn.user, 'Changing the ways to sign in');
  if (hasVerifiedFactor(signedIn.user) && aal !== 'aal2') throw authErrors.identityNeedsAal2();
}
