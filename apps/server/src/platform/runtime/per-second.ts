import type { Clock } from './clock.ts';

export interface PerSecond {
  /** Counts one event. @returns whether it is within the limit */
  take(): boolean;
}

/** A fixed window of one second. */
export function createPerSecond(limit: number, clock: Clock): PerSecond {
  let second = 0;
  let count = 0;
  return {
    take() {
      const now = Math.floor(clock.now().getTime() / 1000);
      if (now !== second) {
        second = now;
        count = 0;
      }
      count += 1;
      return count <= limit;
    },
  };
}
