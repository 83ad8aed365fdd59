import type { WireStatement } from './prepared-statements.ts';
import type { SentBatch } from './batch.ts';
import type { RawRows } from './statement-result.ts';

export interface BatchOptions {
  /** The batch changes nothing, so it is sent once more when its connection is lost. */
  readonly repeatable: boolean;
  /**
   * The batch is repeatable and has no `begin`, so it may share a connection with batches of other
   * callers.
   */
  readonly pipelined?: boolean;
  /** Aborts when the caller no longer waits for the answer. Running statements are canceled. */
  readonly signal?: AbortSignal;
}

/** A connection to which tasks were sent. */
interface TaskLane {
  /** Gives up a task. @returns the tasks that have to move to other connections */
  abandon(task: PoolTask): PoolTask[];
}

/** A batch of a caller, from its request to its answer. */
export interface PoolTask {
  readonly statements: readonly WireStatement[];
  readonly options: BatchOptions;
  readonly resolve: (rows: RawRows[]) => void;
  readonly reject: (error: Error) => void;
  /** Where the task was sent; null while it waits for a connection. */
  lane: TaskLane | null;
  batch: SentBatch | null;
  /** Whether it gets a connection to itself. */
  isExclusive: boolean;
  isRetried: boolean;
}
