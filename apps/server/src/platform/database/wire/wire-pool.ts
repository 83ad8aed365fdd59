import type { ConnectionSettings } from '../connection-settings.ts';
import { openConnection, requestCancel } from './connect.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { WireConnection, type RawRows, type WireStatement } from './wire-connection.ts';

export type { Cells, RawRows, WireStatement } from './wire-connection.ts';

const ACQUIRE_TIMEOUT_MS = 10_000;
/** A connection that failed to open is not tried again at once for everyone who waits. */
const REOPEN_DELAY_MS = 100;
const ANSWER_TIMEOUT_MS = 120_000;
const IDLE_TIMEOUT_MS = 5 * 60_000;
/** Postgres keeps what it once read of the catalogue for as long as a connection lives. */
const LIFE_TIME_MS = 30 * 60_000;
/** How long a cancelled statement may take to end. */
const CANCEL_TIMEOUT_MS = 5_000;

export interface WirePoolOptions {
  readonly maxConnections: number;
  readonly applicationName: string;
  /** How long to wait for the answer to a batch before its connection counts as lost. */
  readonly answerTimeoutMs?: number;
  /** How long a connection that nobody uses is kept. */
  readonly idleTimeoutMs?: number;
  /** How old a connection may become; not all of them become the same. */
  readonly lifeTimeMs?: number;
}

interface BatchOptions {
  /** The batch changes nothing, so a connection that was found lost may be replaced and it sent again. */
  readonly repeatable: boolean;
  /** Aborts when nobody waits for the answer any longer: what runs is cancelled. */
  readonly signal?: AbortSignal;
}

export interface WirePool {
  /** @throws DatabaseError, ConnectionError, `signal.reason` */
  run(statements: readonly WireStatement[], options: BatchOptions): Promise<RawRows[]>;
  /** To be called when types of columns may have changed. */
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

/** Connections that come back by themselves after Postgres was away. */
export function createWirePool(settings: ConnectionSettings, options: WirePoolOptions): WirePool {
  const answerTimeoutMs = options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS;
  const idleTimeoutMs = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
  const lifeTimeMs = options.lifeTimeMs ?? LIFE_TIME_MS;
  /** The most recently used last: that one is used next, so that the others may go. */
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
        // Spread over a tenth, so that connections opened together do not end together.
        all.set(connection, { endsAtMs: Date.now() + lifeTimeMs * (1 - Math.random() / 10) });
        giveBack(connection);
      },
      (error: unknown) => {
        opening -= 1;
        refuseOne(error as Error);
      },
    );
  }

  /** Rejects the request that waited longest, and tries again for the others. */
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
   * Has Postgres end what a connection runs. Afterwards it is as good as any
   * other, once its answer has come and the request to cancel can reach no later one.
   */
  async function cancel(connection: WireConnection, answered: Promise<unknown>): Promise<void> {
    const tooLate = setTimeout(
      () => connection.destroy(new Error('a cancelled statement did not end')),
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

  /** Runs a batch that its caller may abandon. */
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
        // Once abandoned, it is given back when the request to cancel has been dealt with.
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

  /** One connection was found lost; those that lie idle are most likely lost with it. */
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
