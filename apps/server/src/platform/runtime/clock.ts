/** The source of the current time. Tests replace it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests, which only `advance` moves. */
export function createFixedClock(start: Date): Clock & { advance(durationMs: number): void } {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advance(durationMs) {
      nowMs += durationMs;
    },
  };
}
