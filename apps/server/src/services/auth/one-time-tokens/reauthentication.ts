import { isEmailConfirmed, type UserRow } from '../accounts/user-row.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { limitRequests } from '../rate-limits.ts';
import { attemptCode, type PendingToken } from './one-time-tokens.ts';
import { trySmsCode } from './try-sms-code.ts';

/**
 * Verifies the nonce that was sent to a signed-in user. The caller consumes the token in the transaction of the
 * change.
 *
 * @throws AuthError reauthentication_not_valid, over_request_rate_limit
 */
export async function checkNonce(
  auth: AuthContext,
  user: UserRow,
  nonce: string,
): Promise<PendingToken> {
  await limitRequests(auth.limits.codeGuesses, user.id);
  const slots = ['reauthentication'] as const;
  const token = isEmailConfirmed(user)
    ? await attemptCode(auth.sql, user.email ?? '', nonce, slots, auth.clock.now())
    : await trySmsCode(auth, user.phone ?? '', nonce, slots);
  if (token?.user_id !== user.id) throw authErrors.reauthenticationNotValid();
  return token;
}
