import type { ConnectionSettings } from '../connection-settings.ts';
import { requestCancel } from '../wire/connect.ts';
import { ConnectionSet, type ConnectionSetOptions } from '../wire/connection-set.ts';
import { ConnectionError } from '../wire/errors.ts';
import { runStatement, runText } from '../wire/session-statements.ts';
import type { StatementResult } from '../wire/statement-result.ts';
import type { WireConnection } from '../wire/wire-connection.ts';
import { within } from '../../runtime/deadline.ts';
import type { SqlStatement } from './query.ts';

/** The pause after a connection failed to open, for the requests that wait. */
const REOPEN_DELAY_MS = 100;

type Waiter = PromiseWithResolvers<WireConnection>;

function send(
  connection: WireConnection,
  { text, parameters, isSimple }: SqlStatement,
): Promise<readonly StatementResult[]> {
  if (isSimple && parameters.length === 0) return runText(connection, text);
  return runStatement(connection, {
    text,
    parameters: parameters.map((parameter) => parameter.text),
    types: parameters.map(({ type }) => type),
  });
}

/** Runs a statement on a connection that no other caller uses. */
export async function sendStatement(
  connection: WireConnection,
  statement: SqlStatement,
): Promise<readonly StatementResult[]> {
  const { signal } = statement;
  if (signal === undefined) return send(connection, statement);
  let canceling: Promise<void> | undefined;
  const cancel = (): void => {
    // A cancel request that fails leaves the statement to its timeout.
    canceling = requestCancel(connection.opened).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await send(connection, statement);
  } finally {
    signal.removeEventListener('abort', cancel);
    // A late request would cancel the next statement of the connection.
    await canceling;
  }
}

/** Connections that are used by one caller at a time, for transactions of several steps. */
export class SessionPool {
  readonly #connections: ConnectionSet;
  /** The callers that wait for a connection, oldest first. */
  readonly #waiters: Waiter[] = [];
  readonly #onLost = new Map<WireConnection, () => void>();
  /** Resolves when no connection is in use after `close`. */
  readonly #drained = Promise.withResolvers<null>();
  #inUse = 0;

  constructor(settings: ConnectionSettings, options: ConnectionSetOptions, onClose?: () => void) {
    this.#connections = new ConnectionSet(settings, options, {
      onIdle: () => this.#assign(),
      onClosed: (connection) => {
        this.#onLost.get(connection)?.();
        onClose?.();
        if (this.#waiters.length > 0) this.#connections.open();
      },
      onRefused: (error) => this.#refuseFirst(error),
    });
  }

  /**
   * Uses a connection for `work`. The connection is open and outside of a transaction.
   *
   * @throws ConnectionError when no connection can be opened, or when it is lost before `work` ends
   */
  async use<T>(work: (connection: WireConnection) => Promise<T>): Promise<T> {
    const connection = await this.#acquire();
    const lost = Promise.withResolvers<never>();
    this.#onLost.set(connection, () => lost.reject(new ConnectionError('lost')));
    try {
      return await Promise.race([work(connection), lost.promise]);
    } finally {
      lost.promise.catch(() => undefined);
      this.#onLost.delete(connection);
      this.#inUse -= 1;
      this.#connections.giveBack(connection);
      if (this.#inUse === 0 && this.#connections.isClosed) this.#drained.resolve(null);
    }
  }

  /** Rejects the requests that wait, and closes the connections after their work or after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    for (const waiter of this.#waiters.splice(0)) waiter.reject(new ConnectionError('lost'));
    this.#connections.close();
    if (this.#inUse > 0) await within(timeoutMs, this.#drained.promise).catch(() => undefined);
    this.#connections.destroyAll();
  }

  #acquire(): Promise<WireConnection> {
    if (this.#connections.isClosed) return Promise.reject(new ConnectionError('lost'));
    const waiter = Promise.withResolvers<WireConnection>();
    this.#waiters.push(waiter);
    this.#assign();
    if (this.#waiters.length > 0) this.#connections.open();
    return waiter.promise;
  }

  #assign(): void {
    while (this.#waiters.length > 0) {
      const connection = this.#connections.takeIdle();
      if (connection === undefined) return;
      this.#inUse += 1;
      this.#waiters.shift()?.resolve(connection);
    }
  }

  #refuseFirst(error: Error): void {
    this.#waiters.shift()?.reject(error);
    if (this.#waiters.length === 0) return;
    setTimeout(() => this.#connections.open(), REOPEN_DELAY_MS).unref();
  }
}
