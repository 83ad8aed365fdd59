import { errors } from './errors.ts';

interface ConcurrencyLimitOptions {
  /** The maximum number of running requests per key. */
  readonly maxRunning: number;
  /** The maximum number of waiting requests per key. */
  readonly maxWaiting: number;
}

/** Limits concurrent requests per key. Further requests of a key wait in order. */
export interface ConcurrencyLimit<Key> {
  /**
   * Waits for a slot.
   *
   * @returns releases the slot; further calls do nothing
   * @throws RestError 429 when too many requests of the key wait; `signal.reason` when it aborts
   */
  acquire(key: Key, signal: AbortSignal): Promise<() => void> | (() => void);
}

interface Waiter {
  readonly resolve: (release: () => void) => void;
}

interface KeyState {
  running: number;
  readonly waiting: Set<Waiter>;
}

const RETRY_AFTER_S = 1;

export function createConcurrencyLimit<Key>(
  options: ConcurrencyLimitOptions,
): ConcurrencyLimit<Key> {
  const { maxRunning, maxWaiting } = options;
  const states = new Map<Key, KeyState>();

  function releaseOnce(key: Key, state: KeyState): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = state.waiting;
      if (next !== undefined) {
        state.waiting.delete(next);
        next.resolve(releaseOnce(key, state));
        return;
      }
      state.running -= 1;
      if (state.running === 0) states.delete(key);
    };
  }

  function wait(state: KeyState, signal: AbortSignal): Promise<() => void> {
    if (state.waiting.size >= maxWaiting) throw errors.queueFull(RETRY_AFTER_S);
    return new Promise((resolve, reject) => {
      const cancel = () => {
        state.waiting.delete(waiter);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        resolve: (release) => {
          signal.removeEventListener('abort', cancel);
          resolve(release);
        },
      };
      signal.addEventListener('abort', cancel, { once: true });
      state.waiting.add(waiter);
    });
  }

  return {
    acquire(key, signal) {
      const state = states.get(key) ?? { running: 0, waiting: new Set<Waiter>() };
      if (state.running >= maxRunning) return wait(state, signal);
      state.running += 1;
      states.set(key, state);
      return releaseOnce(key, state);
    },
  };
}
