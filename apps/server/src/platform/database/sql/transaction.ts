import type { Readable, Writable } from 'node:stream';
import { ConnectionError } from '../wire/errors.ts';
import { copyIn, copyOut } from '../wire/session-statements.ts';
import type { WireConnection } from '../wire/wire-connection.ts';
import { decodeResults } from './rows.ts';
import type { RunStatement, SqlStatement } from './query.ts';
import { sendStatement, type SessionPool } from './session-pool.ts';

const simple = (text: string): SqlStatement => ({ text, parameters: [], isSimple: true });

/** The statements of a transaction, or of a savepoint in it. */
export class TransactionScope {
  readonly #connection: WireConnection;
  readonly #names: { next: number };
  /** The first statement that failed. Postgres ignores all statements after it. */
  #failure: { readonly error: unknown } | null = null;
  #isOver = false;

  constructor(connection: WireConnection, names = { next: 1 }) {
    this.#connection = connection;
    this.#names = names;
  }

  readonly run: RunStatement = async (statement) => {
    // The connection may serve another transaction by now.
    if (this.#isOver) throw new ConnectionError('lost');
    try {
      return decodeResults(await sendStatement(this.#connection, statement), statement.isSimple);
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  };

  /** The rows of `COPY … TO STDOUT`, in the text format. */
  copyOut(statement: SqlStatement): Readable {
    return copyOut(this.#connection, statement.text);
  }

  /** Accepts the rows of `COPY … FROM STDIN`, in the text format. */
  copyIn(statement: SqlStatement): Writable {
    return copyIn(this.#connection, statement.text);
  }

  /** Runs `work` between two statements, or rolls back and throws the first error. */
  async enclose<T>(
    [begin, commit, rollback]: readonly [string, string, string],
    work: (scope: TransactionScope) => Promise<T>,
  ): Promise<T> {
    const scope = new TransactionScope(this.#connection, this.#names);
    await sendStatement(this.#connection, simple(begin));
    try {
      const result = await work(scope);
      if (scope.#failure !== null) throw scope.#failure.error;
      if (commit !== '') await sendStatement(this.#connection, simple(commit));
      return result;
    } catch (error) {
      if (!this.#connection.isClosed) await sendStatement(this.#connection, simple(rollback));
      throw error;
    } finally {
      scope.#isOver = true;
    }
  }

  /** Runs `work` in a savepoint. Its failed statements do not fail the transaction. */
  savepoint<T>(work: (scope: TransactionScope) => Promise<T>): Promise<T> {
    const name = `s${String(this.#names.next++)}`;
    return this.enclose([`savepoint ${name}`, '', `rollback to ${name}`], work);
  }
}

/**
 * Runs `work` in a transaction, which commits when `work` returns. It rolls back when `work` throws, or when
 * a statement failed whose error `work` caught without a savepoint.
 *
 * @param modes such as `read only` or `isolation level repeatable read`
 */
export function runTransaction<T>(
  pool: SessionPool,
  modes: string,
  work: (scope: TransactionScope) => Promise<T>,
): Promise<T> {
  const begin = `begin ${modes.replaceAll(/[^a-z ]/gi, '')}`;
  return pool.use((connection) =>
    new TransactionScope(connection).enclose([begin, 'commit', 'rollback'], work),
  );
}
