import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';

const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/**
 * Retries with exponential backoff until the task succeeds.
 *
 * @returns false when the signal aborted first
 */
export async function retryUntilAborted(
  task: () => Promise<unknown>,
  signal: AbortSignal,
  logger: Logger,
): Promise<boolean> {
  for (let pauseMs = MIN_PAUSE_MS; !signal.aborted; pauseMs *= 2) {
    try {
      await task();
      return true;
    } catch (error) {
      logger.warn({ err: error }, 'jobs: failed to reach the job queue, will retry');
    }
    await sleep(Math.min(pauseMs, MAX_PAUSE_MS), undefined, { signal }).catch(() => undefined);
  }
  return false;
}
