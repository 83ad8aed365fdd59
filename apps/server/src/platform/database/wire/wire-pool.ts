import type { ConnectionSettings } from '../connection-settings.ts';
import { openConnection, requestCancel } from './connect.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { WireConnection, type RawRows, type WireStatement } from './wire-connection.ts';

export type { Cells, RawRows, WireStatement } from './wire-connection.ts';

const ACQUIRE_TIMEOUT_MS = 10_000;
/** The pause after a connection failed to open, for all waiting requests. */
const REOPEN_DELAY_MS = 100;
const ANSWER_TIMEOUT_MS = 120_000;
const IDLE_TIMEOUT_MS = 5 * 60_000;
/** A session caches the catalog, so that its memory grows until it ends. */
const MAX_LIFETIME_MS = 30 * 60_000;
/** The time for a canceled statement to end. */
const CANCEL_TIMEOUT_MS = 5_000;

export interface WirePoolOptions {
  readonly maxConnections: number;
  readonly applicationName: string;
  /** The timeout of a batch. After it, the connection counts as lost. */
  readonly answerTimeoutMs?: number;
  /** The time after which an idle connection is closed. */
  readonly idleTimeoutMs?: number;
  /** The maximum age of a connection, with a random reduction. */
  readonly lifeTimeMs?: number;
}

interface BatchOptions {
  /** Whether the batch is read-only, so that it can be sent again when the connection is lost. */
  readonly repeatable: boolean;
  /** Aborts when the client disconnects. The running statement is canceled. */
  readonly signal?: AbortSignal;
}

export interface WirePool {
  /** @throws DatabaseError, ConnectionError, `signal.reason` */
  run(statements: readonly WireStatement[], options: BatchOptions): Promise<RawRows[]>;
  /** Prepares all statements again, because column types can have changed. */
  forgetPrepared(): void;
  close(): void;
}

interface Waiter {
  readonly resolve: (connection: WireConnection) => void;
  readonly reject: (error: Error) => void;
}

function isLoss(error: unknown): boolean {
  return error instanceof ConnectionError
    ? error.problem === 'lost'
    : error instanceof DatabaseError && error.severity === 'FATAL';
}

/** A pool of connections that reconnects when Postgres is available again. */
export function createWirePool(settings: ConnectionSettings, options: WirePoolOptions): WirePool {
  const answerTimeoutMs = options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS;
  const idleTimeoutMs = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
  const lifeTimeMs = options.lifeTimeMs ?? MAX_LIFETIME_MS;
  /** Idle connections. The last one was used most recently and is used next, so that the others time out. */
  const idle: WireConnection[] = [];
  const all = new Map<WireConnection, { readonly endsAtMs: number }>();
  const waiters: Waiter[] = [];
  let opening = 0;
  let closed = false;

  function forget(connection: WireConnection): void {
    all.delete(connection);
    const index = idle.indexOf(connection);
    if (index >= 0) idle.splice(index, 1);
    if (waiters.length > 0) open();
  }

  function isOld(connection: WireConnection): boolean {
    return Date.now() > (all.get(connection)?.endsAtMs ?? 0);
  }

  function giveBack(connection: WireConnection): void {
    if (connection.isClosed) return;
    if (closed || isOld(connection)) {
      connection.close();
      return;
    }
    const waiter = waiters.shift();
    if (waiter === undefined) idle.push(connection);
    else waiter.resolve(connection);
  }

  function open(): void {
    if (closed || all.size + opening >= options.maxConnections) return;
    opening += 1;
    openConnection(settings, { application_name: options.applicationName }).then(
      (opened) => {
        opening -= 1;
        const connection = new WireConnection(opened, forget);
        // The random reduction keeps connections that were opened together from closing together.
        all.set(connection, { endsAtMs: Date.now() + lifeTimeMs * (1 - Math.random() / 10) });
        giveBack(connection);
      },
      (error: unknown) => {
        opening -= 1;
        refuseOne(error as Error);
      },
    );
  }

  /** Rejects the oldest waiting request, and opens a connection for the others. */
  function refuseOne(error: Error): void {
    waiters.shift()?.reject(error);
    if (waiters.length > 0) setTimeout(open, REOPEN_DELAY_MS).unref();
  }

  function acquire(signal: AbortSignal | undefined): Promise<WireConnection> {
    const connection = idle.pop();
    if (connection !== undefined) return Promise.resolve(connection);
    if (closed) return Promise.reject(new ConnectionError('lost'));
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const waiter: Waiter = {
        resolve: (acquired) => {
          stop();
          resolve(acquired);
        },
        reject: (error) => {
          stop();
          reject(error);
        },
      };
      const leaveWith = (error: Error) => {
        waiters.splice(waiters.indexOf(waiter), 1);
        waiter.reject(error);
      };
      const leave = () => leaveWith(signal?.reason as Error);
      const timer = setTimeout(() => leaveWith(new ConnectionError('busy')), ACQUIRE_TIMEOUT_MS);
      signal?.addEventListener('abort', leave, { once: true });
      waiters.push(waiter);
      open();
    });
  }

  /**
   * Cancels the statement of a connection. The connection is reusable when the statement has ended and the
   * cancel request can no longer affect a later statement.
   */
  async function cancel(connection: WireConnection, answered: Promise<unknown>): Promise<void> {
    const tooLate = setTimeout(
      () => connection.destroy(new Error('a canceled statement did not end')),
      CANCEL_TIMEOUT_MS,
    );
    try {
      await Promise.all([requestCancel(settings, connection.opened), answered]);
    } catch (error) {
      connection.destroy(error as Error);
    } finally {
      clearTimeout(tooLate);
    }
  }

  /** Runs a batch that the caller can abort. */
  function runUntilAborted(
    connection: WireConnection,
    statements: readonly WireStatement[],
    signal: AbortSignal,
  ): Promise<RawRows[]> {
    return new Promise((resolve, reject) => {
      const answer = connection.run(statements);
      const abandon = () => {
        const answered = answer.catch(() => undefined);
        void cancel(connection, answered).then(() => giveBack(connection));
        reject(signal.reason as Error);
      };
      const finish = () => {
        signal.removeEventListener('abort', abandon);
        // An aborted batch releases its connection when the cancel request has been processed.
        if (!signal.aborted) giveBack(connection);
      };
      signal.addEventListener('abort', abandon, { once: true });
      answer.finally(finish).then(resolve, reject);
    });
  }

  async function attempt(
    statements: readonly WireStatement[],
    signal: AbortSignal | undefined,
  ): Promise<RawRows[]> {
    signal?.throwIfAborted();
    const connection = await acquire(signal);
    if (signal !== undefined) {
      if (!signal.aborted) return runUntilAborted(connection, statements, signal);
      giveBack(connection);
      throw signal.reason;
    }
    try {
      return await connection.run(statements);
    } finally {
      giveBack(connection);
    }
  }

  /** Closes the idle connections after one was lost, because they are probably lost, too. */
  function dropIdle(): void {
    for (const connection of idle.splice(0)) connection.destroy();
  }

  function sweep(): void {
    const nowMs = Date.now();
    for (const connection of [...all.keys()]) {
      const quietMs = nowMs - connection.changedAtMs;
      if (connection.isBusy) {
        if (quietMs > answerTimeoutMs) connection.destroy(new Error('no answer in time'));
        continue;
      }
      const index = idle.indexOf(connection);
      if (index < 0 || (quietMs <= idleTimeoutMs && !isOld(connection))) continue;
      idle.splice(index, 1);
      connection.close();
    }
  }

  const sweepIntervalMs = Math.min(answerTimeoutMs, idleTimeoutMs, lifeTimeMs, 60_000) / 4;
  const sweeper = setInterval(sweep, sweepIntervalMs).unref();

  return {
    async run(statements, { repeatable, signal }) {
      try {
        return await attempt(statements, signal);
      } catch (error) {
        if (!isLoss(error) || closed) throw error;
        dropIdle();
        if (!repeatable || signal?.aborted) throw error;
        return attempt(statements, signal);
      }
    },
    forgetPrepared() {
      for (const connection of all.keys()) connection.forgetPrepared();
    },
    close() {
      closed = true;
      clearInterval(sweeper);
      for (const connection of idle.splice(0)) connection.close();
      for (const waiter of waiters.splice(0)) waiter.reject(new ConnectionError('lost'));
    },
  };
}
