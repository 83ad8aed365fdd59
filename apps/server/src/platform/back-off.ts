const FIRST_MS = 250;
/** What has worked for so long has nothing to do with the failures before it. */
const STABLE_MS = 60_000;

interface BackOff {
  /** How long to wait after one more failure, following `workedMs` of work. */
  next(workedMs: number): number;
}

/** Waits longer after each failure, and tries for as long as it takes. */
export function createBackOff(longestMs: number): BackOff {
  let delayMs = FIRST_MS;
  return {
    next(workedMs) {
      if (workedMs >= STABLE_MS) delayMs = FIRST_MS;
      const waitMs = delayMs;
      delayMs = Math.min(delayMs * 2, longestMs);
      return waitMs;
    },
  };
}
