import type { AuthContext } from '../auth-context.ts';
import { limitRequests } from '../rate-limits.ts';

/**
 * Counts a code that is tried for an account.
 *
 * @throws AuthError over_request_rate_limit
 */
export async function limitTries({ limits }: AuthContext, userId: string): Promise<void> {
  await limitRequests(limits.factorTries, userId);
  await limitRequests(limits.factorTriesPerDay, userId);
}

/** A right code: its owner may start afresh. */
export async function forgetTries({ limits }: AuthContext, userId: string): Promise<void> {
  await Promise.all([limits.factorTries.clear(userId), limits.factorTriesPerDay.clear(userId)]);
}
