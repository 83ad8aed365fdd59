interface ConcurrencyLimitOptions {
  /** The maximum number of running tasks per key. */
  readonly maxRunning: number;
  /** The maximum number of waiting tasks per key. */
  readonly maxWaiting: number;
  /** Creates the error for a task that may not wait, because too many tasks of its key wait already. */
  readonly createFullError: () => Error;
}

/**
 * Limits concurrent tasks per key. Further tasks of a key wait in order.
 *
 * `p-queue` does not fit: its queue has no bound, it starts another task when a running task aborts
 * although that task goes on, and it costs 5 µs on the path of each request that need not wait.
 */
export interface ConcurrencyLimit<Key> {
  /**
   * Waits for a slot.
   *
   * @returns releases the slot; further calls do nothing
   * @throws the full error; `signal.reason` when it aborts
   */
  acquire(key: Key, signal?: AbortSignal): Promise<() => void> | (() => void);
}

interface Waiter {
  readonly resolve: (release: () => void) => void;
}

interface KeyState {
  running: number;
  readonly waiting: Set<Waiter>;
}

export function createConcurrencyLimit<Key>(
  options: ConcurrencyLimitOptions,
): ConcurrencyLimit<Key> {
  const { maxRunning, maxWaiting, createFullError } = options;
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

  function wait(state: KeyState, signal: AbortSignal | undefined): Promise<() => void> {
    if (state.waiting.size >= maxWaiting) throw createFullError();
    return new Promise((resolve, reject) => {
      const cancel = () => {
        state.waiting.delete(waiter);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter = {
        resolve: (release) => {
          signal?.removeEventListener('abort', cancel);
          resolve(release);
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
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
