const FIRST_MS = 250;
/** After so long without an error, the next delay starts small again. */
const STABLE_MS = 60_000;

interface BackOff {
  /** The delay after one more error, which followed `workedMs` of work. */
  next(workedMs: number): number;
}

/** Delays that double after each error, up to a maximum. */
export function createBackOff(maxDelayMs: number): BackOff {
  let delayMs = FIRST_MS;
  return {
    next(workedMs) {
      if (workedMs >= STABLE_MS) delayMs = FIRST_MS;
      const waitMs = delayMs;
      delayMs = Math.min(delayMs * 2, maxDelayMs);
      return waitMs;
    },
  };
}
