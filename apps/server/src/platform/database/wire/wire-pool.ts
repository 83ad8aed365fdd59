import type { ConnectionSettings } from '../connection-settings.ts';
import { ConnectionSet, type ConnectionSetOptions } from './connection-set.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { Lane } from './lane.ts';
import type { BatchOptions, PoolTask } from './pool-task.ts';
import type { WireStatement } from './prepared-statements.ts';
import { TaskQueue } from './task-queue.ts';
import type { RawRows } from './statement-result.ts';
import type { WireConnection } from './wire-connection.ts';

export type { WireStatement } from './prepared-statements.ts';
export type { Cells, RawRows } from './statement-result.ts';
export type { ConnectionSetOptions as WirePoolOptions } from './connection-set.ts';

/** Connections that pipelined batches share. With fewer batches, each gets a connection to itself. */
const SHARED_LANES = 4;
/** How often shared connections are checked for a batch that blocks others. */
const RELIEF_INTERVAL_MS = 50;
/** The pause after a connection failed to open. */
const REOPEN_DELAY_MS = 100;
/** A batch that had been running for so long when its connection was lost may be the cause of the loss. */
const MAX_REPEATED_MS = 1_000;

export interface WirePool {
  /** @throws DatabaseError, ConnectionError, `signal.reason` */
  run(statements: readonly WireStatement[], options: BatchOptions): Promise<RawRows[]>;
  /** Call this when types of columns may have changed. */
  forgetPrepared(): void;
  close(): void;
}

function isLoss(error: unknown): boolean {
  return error instanceof ConnectionError
    ? error.problem === 'lost'
    : error instanceof DatabaseError && error.severity === 'FATAL';
}

function hasRunForLong({ batch }: PoolTask): boolean {
  const startedAtMs = batch?.startedAtMs ?? null;
  return startedAtMs !== null && performance.now() - startedAtMs > MAX_REPEATED_MS;
}

/** Runs batches on a limited number of connections. It reconnects when Postgres is available again. */
class BatchScheduler {
  readonly #connections: ConnectionSet;
  readonly #queue = new TaskQueue();
  readonly #sharedLanes = new Set<Lane>();
  #isReliefPlanned = false;

  constructor(settings: ConnectionSettings, options: ConnectionSetOptions) {
    this.#connections = new ConnectionSet(settings, options, {
      onIdle: () => this.#assign(),
      onClosed: () => this.#openForWaiting(),
      onRefused: (error) => this.#refuseFirst(error),
    });
  }

  run(statements: readonly WireStatement[], options: BatchOptions): Promise<RawRows[]> {
    const { signal, pipelined = false } = options;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (this.#connections.isClosed) return Promise.reject(new ConnectionError('lost'));
    const { promise, resolve, reject } = Promise.withResolvers<RawRows[]>();
    const abort = () => this.#abandon(task);
    const task: PoolTask = {
      statements,
      options,
      resolve: (rows) => {
        signal?.removeEventListener('abort', abort);
        resolve(rows);
      },
      reject: (error) => {
        signal?.removeEventListener('abort', abort);
        reject(error);
      },
      lane: null,
      batch: null,
      isExclusive: !pipelined,
      isRetried: false,
    };
    signal?.addEventListener('abort', abort, { once: true });
    const isNext = this.#queue.first === undefined;
    const lane = isNext ? this.#findLane(task) : undefined;
    if (lane === undefined) {
      this.#queue.add(task);
      this.#connections.open();
    } else {
      this.#send(task, lane);
    }
    return promise;
  }

  forgetPrepared(): void {
    this.#connections.forgetPrepared();
  }

  close(): void {
    this.#connections.close();
    for (let task = this.#queue.shift(); task !== undefined; task = this.#queue.shift()) {
      task.reject(new ConnectionError('lost'));
    }
  }

  /** Sends waiting tasks, in their order, as long as there are connections. */
  #assign(): void {
    for (let task = this.#queue.first; task !== undefined; task = this.#queue.first) {
      const lane = this.#findLane(task);
      if (lane === undefined) return;
      this.#queue.shift();
      this.#send(task, lane);
    }
  }

  #findLane({ isExclusive }: PoolTask): Lane | undefined {
    if (isExclusive) return this.#openLane(false);
    const nowMs = performance.now();
    const accepting = [...this.#sharedLanes].filter((lane) => lane.accepts(nowMs));
    const [shared] = accepting.sort((a, b) => a.connection.depth - b.connection.depth);
    if (accepting.length >= SHARED_LANES) return shared;
    const lane = this.#openLane(true);
    // More connections are opened for later batches. This one does not wait for them.
    if (lane === undefined && shared !== undefined) this.#connections.open();
    return lane ?? shared;
  }

  #openLane(isShared: boolean): Lane | undefined {
    const connection: WireConnection | undefined = this.#connections.takeIdle();
    if (connection === undefined) return undefined;
    const lane = new Lane(connection, isShared, (drained) => {
      this.#sharedLanes.delete(drained);
      this.#connections.giveBack(drained.connection);
    });
    if (isShared) {
      this.#sharedLanes.add(lane);
      this.#planRelief();
    }
    return lane;
  }

  #send(task: PoolTask, lane: Lane): void {
    lane.send(task, (settle, error) => {
      // A shared connection accepts again after each answer.
      if (this.#queue.first !== undefined) this.#assign();
      if (error === null || !isLoss(error) || this.#connections.isClosed) {
        settle();
        return;
      }
      this.#connections.dropIdle();
      if (!task.options.repeatable || task.isRetried || hasRunForLong(task)) {
        settle();
        return;
      }
      task.isRetried = true;
      this.#resend([task]);
    });
  }

  #resend(tasks: readonly PoolTask[]): void {
    this.#queue.addFirst(tasks);
    this.#assign();
    this.#openForWaiting();
  }

  #abandon(task: PoolTask): void {
    const { lane, options } = task;
    if (lane === null) this.#queue.remove(task);
    else this.#move(lane.abandon(task));
    task.reject(options.signal?.reason as Error);
  }

  #planRelief(): void {
    if (this.#isReliefPlanned) return;
    this.#isReliefPlanned = true;
    setTimeout(() => {
      this.#isReliefPlanned = false;
      const nowMs = performance.now();
      for (const lane of this.#sharedLanes) this.#move(lane.relieve(nowMs));
      if (this.#sharedLanes.size > 0) this.#planRelief();
    }, RELIEF_INTERVAL_MS).unref();
  }

  /** Sends tasks that never started on other connections, where no other batch can block them. */
  #move(tasks: readonly PoolTask[]): void {
    if (tasks.length === 0) return;
    for (const task of tasks) {
      task.lane = null;
      task.isExclusive = true;
    }
    this.#resend(tasks);
  }

  #openForWaiting(): void {
    if (this.#queue.first !== undefined) this.#connections.open();
  }

  /** Rejects the task that has waited longest, and tries again for the others. */
  #refuseFirst(error: Error): void {
    this.#queue.shift()?.reject(error);
    if (this.#queue.first === undefined) return;
    setTimeout(() => this.#connections.open(), REOPEN_DELAY_MS).unref();
  }
}

export function createWirePool(
  settings: ConnectionSettings,
  options: ConnectionSetOptions,
): WirePool {
  const scheduler = new BatchScheduler(settings, options);
  return {
    run: (statements, batchOptions) => scheduler.run(statements, batchOptions),
    forgetPrepared: () => scheduler.forgetPrepared(),
    close: () => scheduler.close(),
  };
}
