import { pause } from './pause.ts';

/** Lets a loop wait until there is work. */
export interface WakeUp {
  /** Ends the current wait or, when the loop is busy, the next one. */
  wake(): void;
  /** Waits for `wake`, at most for a time, and not after the signal has aborted. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createWakeUp(): WakeUp {
  let pending = new AbortController();
  return {
    wake: () => pending.abort(),
    async wait(timeoutMs, signal) {
      await pause(timeoutMs, AbortSignal.any([pending.signal, signal]));
      pending = new AbortController();
    },
  };
}
