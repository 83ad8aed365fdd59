/** Where time comes from, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is advanced. */
export function createFixedClock(start: Date): Clock & { advance(durationMs: number): void } {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advance(durationMs) {
      nowMs += durationMs;
    },
  };
}
