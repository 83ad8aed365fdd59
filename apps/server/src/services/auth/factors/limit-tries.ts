import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors.ts';
import { limitRequests } from '../rate-limits.ts';

/**
 * Counts a proof that is tried for an account; with a right one its owner starts afresh.
 *
 * @param tryProof returns a refusal instead of throwing it, because its record must be committed
 * @throws AuthError over_request_rate_limit, or the refusal
 */
export async function withinTries<Outcome>(
  { limits }: AuthContext,
  userId: string,
  tryProof: () => Promise<Outcome | AuthError>,
): Promise<Outcome> {
  await limitRequests(limits.factorTries, userId);
  await limitRequests(limits.factorTriesPerDay, userId);
  const outcome = await tryProof();
  if (outcome instanceof AuthError) throw outcome;
  await Promise.all([limits.factorTries.clear(userId), limits.factorTriesPerDay.clear(userId)]);
  return outcome;
}
