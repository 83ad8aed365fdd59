import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors.ts';
import { limitRequests } from '../rate-limits.ts';

/**
 * Counts an attempt to verify a factor of an account. A successful one resets the count.
 *
 * @param verifyAttempt returns an error instead of throwing it, because its record must be committed
 * @throws AuthError over_request_rate_limit, or the returned error
 */
export async function limitAttempts<Outcome>(
  { limits }: AuthContext,
  userId: string,
  verifyAttempt: () => Promise<Outcome | AuthError>,
): Promise<Outcome> {
  await limitRequests(limits.factorTries, userId);
  await limitRequests(limits.factorTriesPerDay, userId);
  const outcome = await verifyAttempt();
  if (outcome instanceof AuthError) throw outcome;
  await Promise.all([limits.factorTries.clear(userId), limits.factorTriesPerDay.clear(userId)]);
  return outcome;
}
