import { pause } from './pause.ts';

interface PollOptions {
  readonly minDelayMs: number;
  /** The delay doubles up to this maximum. By default it stays the same. */
  readonly maxDelayMs?: number;
  readonly maxChecks?: number;
  /** Ends the checks. A running check is awaited. */
  readonly signal?: AbortSignal;
  /** Tests replace it. */
  readonly wait?: (delayMs: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Repeats a check until it finds something.
 *
 * @returns what the check found; null when the signal aborted or the checks ran out
 * @throws the error of the check
 */
export async function poll<T>(
  check: () => Promise<T | null>,
  { minDelayMs, maxDelayMs = minDelayMs, maxChecks = Infinity, signal, wait = pause }: PollOptions,
): Promise<T | null> {
  let delayMs = minDelayMs;
  for (let checks = 0; checks < maxChecks && signal?.aborted !== true; checks += 1) {
    const found = await check();
    if (found !== null) return found;
    await wait(delayMs, signal);
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }
  return null;
}
