import { requestCancel } from './connect.ts';
import type { PoolTask } from './pool-task.ts';
import type { WireConnection } from './wire-connection.ts';

/** The maximum number of batches on a connection. */
const MAX_DEPTH = 8;
/** A batch that has been running for so long gets no more batches behind it. */
const MAX_ACCEPTING_MS = 5;
/** Batches behind one that has been running for so long move to other connections. */
const MAX_BLOCKING_MS = 100;
/** How long a canceled statement may take to end. */
const CANCEL_TIMEOUT_MS = 5_000;
const CANCEL_INTERVAL_MS = 20;

/** A connection in use, with the tasks that wait for their answers. */
export class Lane {
  readonly connection: WireConnection;
  /** In the order of their answers. Abandoned and moved ones are not among them. */
  readonly #tasks = new Set<PoolTask>();
  readonly #onDrained: (lane: Lane) => void;
  #isAccepting: boolean;
  #isCanceling = false;
  #isDrained = false;

  /** @param isShared whether it accepts further batches before the first has its answer */
  constructor(connection: WireConnection, isShared: boolean, onDrained: (lane: Lane) => void) {
    this.connection = connection;
    this.#isAccepting = isShared;
    this.#onDrained = onDrained;
  }

  accepts(nowMs: number): boolean {
    const { depth, changedAtMs, isPreparing, isClosed } = this.connection;
    return (
      this.#isAccepting &&
      depth < MAX_DEPTH &&
      nowMs - changedAtMs < MAX_ACCEPTING_MS &&
      !isPreparing &&
      !isClosed
    );
  }

  /** @param onAnswer settles the task, unless it was abandoned or moved */
  send(task: PoolTask, onAnswer: (settle: () => void, error: Error | null) => void): void {
    const batch = this.connection.run(task.statements);
    task.lane = this;
    task.batch = batch;
    this.#tasks.add(task);
    const finish = (settle: () => void, error: Error | null) => {
      const isCurrent = this.#tasks.delete(task);
      this.#checkDrained();
      if (!isCurrent) return;
      task.lane = null;
      onAnswer(settle, error);
    };
    batch.answer.then(
      (rows) => finish(() => task.resolve(rows), null),
      (error: unknown) => finish(() => task.reject(error as Error), error as Error),
    );
  }

  /** Ignores the answer of a task. If its statements run, Postgres cancels them. @returns the tasks to move */
  abandon(task: PoolTask): PoolTask[] {
    this.#tasks.delete(task);
    // A waiting batch cannot be canceled: the request would reach the one that runs.
    if (task.batch?.startedAtMs === null) return [];
    const moved = this.#evacuate();
    void this.#cancel();
    return moved;
  }

  /**
   * Looks after a batch that runs for long: the tasks behind it have to move, and it is canceled if its
   * own task was abandoned. @returns the tasks to move
   */
  relieve(nowMs: number): PoolTask[] {
    if (nowMs - this.connection.changedAtMs < MAX_BLOCKING_MS) return [];
    const moved = this.#evacuate();
    if (this.#tasks.size === 0) void this.#cancel();
    return moved;
  }

  /** Removes the tasks whose batches wait. Postgres still runs their batches; the answers are ignored. */
  #evacuate(): PoolTask[] {
    this.#isAccepting = false;
    const waiting = [...this.#tasks].filter(({ batch }) => batch?.startedAtMs === null);
    for (const task of waiting) this.#tasks.delete(task);
    return waiting;
  }

  /** Cancels what runs until no batch is left. None of them has a task, so the request can hit any of them. */
  async #cancel(): Promise<void> {
    if (this.#isCanceling) return;
    this.#isCanceling = true;
    const tooLate = setTimeout(
      () => this.connection.destroy(new Error('a canceled statement did not end')),
      CANCEL_TIMEOUT_MS,
    );
    try {
      while (this.connection.depth > 0) {
        await requestCancel(this.connection.opened);
        if (this.connection.depth === 0) break;
        await new Promise((resolve) => setTimeout(resolve, CANCEL_INTERVAL_MS));
      }
    } catch (error) {
      this.connection.destroy(error as Error);
    } finally {
      clearTimeout(tooLate);
      this.#isCanceling = false;
      this.#checkDrained();
    }
  }

  #checkDrained(): void {
    // A request to cancel that is on its way would hit the next batch.
    if (this.#isDrained || this.#isCanceling || this.connection.depth > 0) return;
    this.#isDrained = true;
    this.#onDrained(this);
  }
}
