import { hasVerifiedFactor } from '../accounts/user-row.ts';
import { authErrors } from '../errors.ts';
import { sessionOf, type SignedIn } from '../sessions/signed-in.ts';

/**
 * Lets only those pass who may change the ways to sign in to their account.
 *
 * @throws AuthError insufficient_aal, session_not_found
 */
export function requireKeeper(signedIn: SignedIn): void {
  const { aal } = sessionOf(signedIn);
  if (hasVerifiedFactor(signedIn.user) && aal !== 'aal2') throw authErrors.identityNeedsAal2();
}
