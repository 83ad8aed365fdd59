import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Does what needs Postgres until it succeeds, with growing pauses.
 *
 * @returns false when the signal aborted first
 */
export async function keepTrying(
  act: () => Promise<unknown>,
  signal: AbortSignal,
  logger: Logger,
): Promise<boolean> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs *= 2) {
    try {
      await act();
      return true;
    } catch (error) {
      logger.warn({ err: error }, 'shared work could not begin');
    }
    await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS), undefined, { signal }).catch(() => undefined);
  }
  return false;
}
