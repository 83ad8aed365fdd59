import type { ConnectionSettings } from '../connection.ts';
import { openConnection } from './connect.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { WireConnection, type RawRows, type WireStatement } from './wire-connection.ts';

export type { Cells, RawRows, WireStatement } from './wire-connection.ts';

const ACQUIRE_TIMEOUT_MS = 10_000;
/** A connection that failed to open is not tried again at once for everyone who waits. */
const REOPEN_DELAY_MS = 100;

export interface WirePoolOptions {
  readonly maxConnections: number;
  readonly applicationName: string;
}

export interface BatchOptions {
  /** The batch changes nothing, so a connection that was found lost may be replaced and it sent again. */
  readonly repeatable: boolean;
}

export interface WirePool {
  /** @throws DatabaseError, ConnectionError */
  run(statements: readonly WireStatement[], options: BatchOptions): Promise<RawRows[]>;
  /** To be called when types of columns may have changed. */
  forgetPrepared(): void;
  close(): void;
}

interface Waiter {
  readonly resolve: (connection: WireConnection) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

function isLoss(error: unknown): boolean {
  return error instanceof ConnectionError
    ? error.problem === 'lost'
    : error instanceof DatabaseError && error.severity === 'FATAL';
}

/** Connections that come back by themselves after Postgres was away. */
export function createWirePool(settings: ConnectionSettings, options: WirePoolOptions): WirePool {
  const idle: WireConnection[] = [];
  const all = new Set<WireConnection>();
  const waiters: Waiter[] = [];
  let opening = 0;
  let closed = false;

  function forget(connection: WireConnection): void {
    all.delete(connection);
    const index = idle.indexOf(connection);
    if (index >= 0) idle.splice(index, 1);
    if (waiters.length > 0) open();
  }

  function giveBack(connection: WireConnection): void {
    if (connection.isClosed) return;
    if (closed) {
      connection.close();
      return;
    }
    const waiter = waiters.shift();
    if (waiter === undefined) idle.push(connection);
    else {
      clearTimeout(waiter.timer);
      waiter.resolve(connection);
    }
  }

  function open(): void {
    if (closed || all.size + opening >= options.maxConnections) return;
    opening += 1;
    openConnection(settings, { application_name: options.applicationName }).then(
      (socket) => {
        opening -= 1;
        const connection = new WireConnection(socket, forget);
        all.add(connection);
        giveBack(connection);
      },
      (error: unknown) => {
        opening -= 1;
        refuseOne(error as Error);
      },
    );
  }

  /** Who waited longest is told; the others get a new attempt. */
  function refuseOne(error: Error): void {
    const waiter = waiters.shift();
    if (waiter !== undefined) {
      clearTimeout(waiter.timer);
      waiter.reject(error);
    }
    if (waiters.length > 0) setTimeout(open, REOPEN_DELAY_MS).unref();
  }

  function acquire(): Promise<WireConnection> {
    const connection = idle.pop();
    if (connection !== undefined) return Promise.resolve(connection);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1);
        reject(new ConnectionError('busy'));
      }, ACQUIRE_TIMEOUT_MS);
      const waiter: Waiter = { resolve, reject, timer };
      waiters.push(waiter);
      open();
    });
  }

  async function attempt(statements: readonly WireStatement[]): Promise<RawRows[]> {
    const connection = await acquire();
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

  return {
    async run(statements, { repeatable }) {
      try {
        return await attempt(statements);
      } catch (error) {
        if (!isLoss(error) || closed) throw error;
        dropIdle();
        if (!repeatable) throw error;
        return attempt(statements);
      }
    },
    forgetPrepared() {
      for (const connection of all) connection.forgetPrepared();
    },
    close() {
      closed = true;
      for (const connection of idle.splice(0)) connection.close();
    },
  };
}
