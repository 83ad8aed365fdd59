import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { consumeToken } from './one-time-tokens.ts';
import { hashOneTimeCode, matchesStoredHash } from './random-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { isTokenExpired } from './verification.ts';

/**
 * Uses up the nonce that was mailed to a signed-in user.
 *
 * @throws AuthError reauthentication_not_valid, over_request_rate_limit
 */
export async function checkNonce(auth: AuthContext, user: UserRow, nonce: string): Promise<void> {
  const waitMs = auth.limits.codeGuesses.take(user.id);
  if (waitMs !== null) throw authErrors.overRequestRate(waitMs);
  const hash = hashOneTimeCode(user.email ?? '', nonce);
  const isValid =
    matchesStoredHash(hash, user.reauthentication_token) &&
    !isTokenExpired(user, 'reauthentication', auth.config.otpExpiryS, auth.clock.now());
  if (!isValid || (await consumeToken(auth.sql, user.id, 'reauthentication')) === null) {
    throw authErrors.reauthenticationNotValid();
  }
}
