import { failures } from './errors.ts';

interface AdmissionOptions {
  /** Requests of one group that are worked on at a time. */
  readonly maxInWork: number;
  /** Requests of one group that may wait for that. */
  readonly maxWaiting: number;
}

export interface Admission<Group> {
  /**
   * Waits for the turn of a request, among those of its group.
   *
   * @returns gives the place to the group's next request
   * @throws RestError 429 when too many requests of the group wait already; `signal.reason`
   */
  enter(group: Group, signal: AbortSignal): Promise<() => void> | (() => void);
}

interface Turn {
  readonly resolve: (leave: () => void) => void;
}

interface GroupState {
  inWork: number;
  readonly waiting: Set<Turn>;
}

const RETRY_AFTER_S = 1;

/**
 * Bounds what one caller, or one connection, has in work, so that whatever it
 * asks for leaves room for the others. Its requests wait in the order they came.
 */
export function createAdmission<Group>(options: AdmissionOptions): Admission<Group> {
  const { maxInWork, maxWaiting } = options;
  const groups = new Map<Group, GroupState>();

  function leaveOnce(group: Group, state: GroupState): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [next] = state.waiting;
      if (next !== undefined) {
        state.waiting.delete(next);
        next.resolve(leaveOnce(group, state));
        return;
      }
      state.inWork -= 1;
      if (state.inWork === 0) groups.delete(group);
    };
  }

  function wait(state: GroupState, signal: AbortSignal) {
    if (state.waiting.size >= maxWaiting) throw failures.queueFull(RETRY_AFTER_S);
    return new Promise<() => void>((resolve, reject) => {
      const giveUp = () => {
        state.waiting.delete(turn);
        reject(signal.reason as Error);
      };
      const turn: Turn = {
        resolve: (leave) => {
          signal.removeEventListener('abort', giveUp);
          resolve(leave);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      state.waiting.add(turn);
    });
  }

  return {
    enter(group, signal) {
      const state = groups.get(group) ?? { inWork: 0, waiting: new Set<Turn>() };
      if (state.inWork >= maxInWork) return wait(state, signal);
      state.inWork += 1;
      groups.set(group, state);
      return leaveOnce(group, state);
    },
  };
}
