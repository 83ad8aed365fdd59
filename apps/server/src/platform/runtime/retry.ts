import { pause } from './pause.ts';

const MIN_DELAY_MS = 250;
/** After an attempt that ran for so long, the next delay starts small again. */
const STABLE_MS = 60_000;

interface FailedAttempt {
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** How long the next attempt is delayed. */
  readonly delayMs: number;
}

interface RetryOptions {
  readonly minDelayMs?: number;
  readonly maxDelayMs: number;
  /** Ends the retries. A running attempt is awaited. */
  readonly signal?: AbortSignal;
  /** Whether a delay lets the process exit. */
  readonly unref?: boolean;
  /** Called after each failed attempt. The delay begins when it resolves. */
  readonly onError?: (error: unknown, failed: FailedAttempt) => void | Promise<void>;
  /** Monotonic milliseconds. Tests replace it. */
  readonly now?: () => number;
  /** Resolves after a delay. Tests replace it. */
  readonly wait?: (delayMs: number) => Promise<void>;
}

/**
 * Retries a task until it succeeds. The delay doubles after each error, up to a maximum.
 *
 * `p-retry` does not fit: it does not retry a TypeError, and its delays do not start small again after
 * an attempt that ran for long, such as a child process that crashed after hours.
 *
 * @returns false when the signal aborted first
 */
export async function retry(task: () => Promise<unknown>, options: RetryOptions): Promise<boolean> {
  const { minDelayMs = MIN_DELAY_MS, maxDelayMs, signal, unref = false, onError } = options;
  const { now = () => performance.now() } = options;
  const { wait = (delayMs) => pause(delayMs, signal, { unref }) } = options;
  let nextDelayMs = minDelayMs;
  for (let attempt = 1; signal?.aborted !== true; attempt += 1) {
    const startedAtMs = now();
    try {
      await task();
      return true;
    } catch (error) {
      if (isAborted(signal)) break;
      const delayMs = now() - startedAtMs >= STABLE_MS ? minDelayMs : nextDelayMs;
      nextDelayMs = Math.min(delayMs * 2, maxDelayMs);
      await onError?.(error, { attempt, delayMs });
      await wait(delayMs);
    }
  }
  return false;
}

/** A function, because TypeScript does not know that a signal aborts during an await. */
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;
