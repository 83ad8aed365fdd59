import { failures } from './errors.ts';

export interface AdmissionOptions {
  /** Requests of one caller that are worked on at a time. */
  readonly maxInWork: number;
  /** Requests of one caller that may wait for that. */
  readonly maxWaiting: number;
}

export interface Admission {
  /**
   * Waits for the caller's turn.
   *
   * @returns gives the place to the caller's next request
   * @throws RestError 429 when too many of the caller's requests wait already; `signal.reason`
   */
  enter(caller: string, signal: AbortSignal | null): Promise<() => void> | (() => void);
}

interface Turn {
  readonly resolve: (leave: () => void) => void;
}

interface CallerState {
  inWork: number;
  readonly waiting: Set<Turn>;
}

const RETRY_AFTER_S = 1;

/**
 * Bounds what one caller has in work, so that whatever it asks for leaves
 * connections for the others. Its own requests wait in the order they came.
 */
export function createAdmission({ maxInWork, maxWaiting }: AdmissionOptions): Admission {
  const callers = new Map<string, CallerState>();

  function leaveOnce(caller: string, state: CallerState): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [next] = state.waiting;
      if (next !== undefined) {
        state.waiting.delete(next);
        next.resolve(leaveOnce(caller, state));
        return;
      }
      state.inWork -= 1;
      if (state.inWork === 0) callers.delete(caller);
    };
  }

  function wait(state: CallerState, signal: AbortSignal | null) {
    if (state.waiting.size >= maxWaiting) throw failures.queueFull(RETRY_AFTER_S);
    return new Promise<() => void>((resolve, reject) => {
      const giveUp = () => {
        state.waiting.delete(turn);
        reject(signal?.reason as Error);
      };
      const turn: Turn = {
        resolve: (leave) => {
          signal?.removeEventListener('abort', giveUp);
          resolve(leave);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      state.waiting.add(turn);
    });
  }

  return {
    enter(caller, signal) {
      const state = callers.get(caller) ?? { inWork: 0, waiting: new Set<Turn>() };
      if (state.inWork >= maxInWork) return wait(state, signal);
      state.inWork += 1;
      callers.set(caller, state);
      return leaveOnce(caller, state);
    },
  };
}
