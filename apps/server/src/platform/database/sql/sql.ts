import type { Readable, Writable } from 'node:stream';
import type { ConnectionSettings } from '../connection-settings.ts';
import type { ConnectionSetOptions } from '../wire/connection-set.ts';
import { NotificationListener, type Subscription } from './notification-listener.ts';
import { encodeParameter, JsonParameter, type ParameterValue } from './parameters.ts';
import { Identifiers, Query, type RunStatement } from './query.ts';
import { decodeResults, type Row } from './rows.ts';
import { sendStatement, SessionPool } from './session-pool.ts';
import { runTransaction, type TransactionScope } from './transaction.ts';

/** A value in a query: a parameter, a fragment or names. */
export type QueryValue = ParameterValue | Query<readonly unknown[]> | Identifiers;

/** Creates queries as template literals. Values become parameters, so that they cannot change the statement. */
export interface Database {
  <T extends readonly unknown[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly QueryValue[]
  ): Query<T>;
  /** Quoted names of tables or columns. */
  (names: string | readonly string[]): Identifiers;
  /** A statement as text. Without parameters, the text can contain several statements. */
  unsafe<T extends readonly unknown[] = Row[]>(
    text: string,
    parameters?: readonly ParameterValue[],
  ): Query<T>;
  /** A parameter of type `jsonb`. */
  json(value: unknown): JsonParameter;
}

export interface Transaction extends Database {
  /** The rows of `COPY … TO STDOUT`. */
  copyOut(query: Query): Readable;
  /** Accepts the rows of `COPY … FROM STDIN`. */
  copyIn(query: Query): Writable;
  /** @throws what `work` throws, after a rollback to the savepoint */
  savepoint<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T>;
}

type Work<T> = (transaction: Transaction) => T | Promise<T>;

export interface Sql extends Database {
  readonly maxConnections: number;
  /** Runs `work` in a transaction. It commits when `work` returns, and rolls back when a statement fails. */
  begin<T>(work: Work<T>): Promise<T>;
  /** @param modes such as `read only` */
  begin<T>(modes: string, work: Work<T>): Promise<T>;
  /**
   * Listens on a connection of its own, and reconnects until the pool is closed.
   *
   * @returns when the subscription exists for the first time
   */
  listen(
    channel: string,
    receive: (payload: string) => void,
    events?: Partial<Pick<Subscription, 'onListening' | 'onError'>>,
  ): Promise<void>;
  notify(channel: string, payload: string): Query;
  /** Closes all connections after their statements have ended, or after the timeout. */
  end(options?: { readonly timeout?: number }): Promise<void>;
}

/** Called for each statement. `result` settles when it has ended. */
export type ObserveStatement = (text: string, result: Promise<unknown>) => void;

export interface SqlOptions extends ConnectionSetOptions {
  readonly onClose?: () => void;
  readonly observe?: ObserveStatement;
}

function createDatabase(run: RunStatement): Database {
  const create = (
    first: TemplateStringsArray | string | readonly string[],
    ...values: unknown[]
  ) => {
    if (typeof first === 'string') return new Identifiers([first]);
    return 'raw' in first ? new Query({ strings: first, values }, run) : new Identifiers(first);
  };
  return Object.assign(create as Database, {
    unsafe: <T extends readonly unknown[]>(
      text: string,
      parameters: readonly ParameterValue[] = [],
    ) =>
      new Query<T>(
        { strings: [text], values: [] },
        (statement) => run({ ...statement, parameters: parameters.map(encodeParameter) }),
        parameters.length === 0,
      ),
    json: (value: unknown) => new JsonParameter(value),
  });
}

function createTransaction(scope: TransactionScope, observed: Observed): Transaction {
  return Object.assign(createDatabase(observed(scope.run)), {
    copyOut: (query: Query) => scope.copyOut(query.compile()),
    copyIn: (query: Query) => scope.copyIn(query.compile()),
    savepoint: <T>(work: Work<T>) =>
      scope.savepoint(async (inner) => work(createTransaction(inner, observed))),
  });
}

type Observed = (run: RunStatement) => RunStatement;

function observedBy(observe: ObserveStatement | undefined): Observed {
  if (observe === undefined) return (run) => run;
  return (run) => (statement) => {
    const result = run(statement);
    observe(statement.text, result);
    return result;
  };
}

/** Opens connections when they are needed, up to a maximum. It reconnects when Postgres is available again. */
export function createSql(settings: ConnectionSettings, options: SqlOptions): Sql {
  const { maxConnections, applicationName, onClose, observe } = options;
  const pool = new SessionPool(settings, options, onClose);
  const listener = new NotificationListener(settings, applicationName);
  const observed = observedBy(observe);
  const run: RunStatement = (statement) =>
    pool.use(async (connection) =>
      decodeResults(await sendStatement(connection, statement), statement.isSimple),
    );
  const database = createDatabase(observed(run));
  return Object.assign(database, {
    maxConnections,
    begin: <T>(...parameters: [Work<T>] | [string, Work<T>]): Promise<T> => {
      const [modes, work] = parameters.length === 1 ? ['', parameters[0]] : parameters;
      return runTransaction(pool, modes, async (scope) => work(createTransaction(scope, observed)));
    },
    listen: (
      channel: string,
      receive: (payload: string) => void,
      { onListening, onError }: Partial<Pick<Subscription, 'onListening' | 'onError'>> = {},
    ) =>
      new Promise<void>((resolve) => {
        listener.listen({
          channel,
          receive,
          onListening: () => {
            onListening?.();
            resolve();
          },
          onError: (error) => onError?.(error),
        });
      }),
    notify: (channel: string, payload: string) =>
      database`select pg_notify(${channel}, ${payload})`,
    end: async ({ timeout = 0 }: { readonly timeout?: number } = {}) => {
      listener.close();
      await pool.close(timeout * 1000);
    },
  });
}
