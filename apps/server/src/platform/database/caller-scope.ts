import { callerSettings, type ActingCaller, type Setting } from '../identity/caller-settings.ts';
import type { Sql, Transaction } from './connection.ts';
import { ROLE_SETTINGS } from './role-settings.ts';
import type { RawRows, WirePool, WireStatement } from './wire/wire-pool.ts';

export interface TransactionBatch {
  readonly access: 'read only' | 'read write';
  /** The isolation level; the database's own when null. */
  readonly isolation: 'read committed' | 'repeatable read' | 'serializable' | null;
  /** The caller. The pool's own role must be a member of the caller's role. */
  readonly acting: ActingCaller;
  /** Settings for this transaction only, besides the caller's: before the role is set, and after it. */
  readonly settingsBefore: readonly Setting[];
  readonly settingsAfter: readonly Setting[];
  /** Run in the transaction as the pool's own role, before the settings. */
  readonly before?: readonly WireStatement[];
  readonly statements: readonly WireStatement[];
  /** `rollback` undoes all statements. So does `discard`, without a check of deferred constraints. */
  readonly end: 'commit' | 'rollback' | 'discard';
  /** Run as the pool's own role in a transaction of their own, if the first one did not fail. */
  readonly after?: readonly WireStatement[];
  /**
   * Whether a read-only batch may be sent behind batches of other callers. It can then be sent to
   * Postgres twice, so it must not call functions with effects that a read-only transaction allows.
   */
  readonly sharesConnection?: boolean;
  /** Cancels the statements when the client disconnects. */
  readonly signal?: AbortSignal;
}

const plain = (text: string): WireStatement => ({ text, parameters: [] });
const BEGIN = plain('begin');
const COMMIT = plain('commit');
/** Checks deferred constraints, as a commit does. */
const CHECK_CONSTRAINTS = plain('set constraints all immediate');
const ROLLBACK = plain('rollback');
const ENDS = {
  commit: [COMMIT],
  rollback: [CHECK_CONSTRAINTS, ROLLBACK],
  discard: [ROLLBACK],
};
const READ_ONLY: Setting = ['transaction_read_only', 'on'];

const settingTexts: string[] = [];

/**
 * One statement for `count` settings, with all names and values as parameters. `num_nulls` evaluates its
 * arguments in order, and returns one number instead of all values.
 */
function settingsText(count: number): string {
  return (settingTexts[count] ??= `select num_nulls(${Array.from(
    { length: count },
    (_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`,
  ).join(', ')})`);
}

function settingsStatement(settings: readonly Setting[]): WireStatement {
  return { text: settingsText(settings.length), parameters: settings.flat() };
}

/**
 * Runs statements as a caller in one round trip. Postgres runs a batch without `begin` as one
 * transaction. `begin` and the end are sent only for a rollback or a given isolation level.
 *
 * @returns the rows of each statement of `before` and of `statements`
 * @throws DatabaseError, ConnectionError
 */
export async function runBatch(pool: WirePool, batch: TransactionBatch): Promise<RawRows[]> {
  const { before = [], statements, after = [], signal } = batch;
  const readOnly = batch.access === 'read only';
  const settings = settingsStatement([
    ...(readOnly ? [READ_ONLY] : []),
    ...batch.settingsBefore,
    ...callerSettings(batch.acting),
    ...batch.settingsAfter,
  ]);
  const work = [...before, settings, ...statements];
  const options = {
    repeatable: readOnly || batch.end === 'discard',
    ...(signal === undefined ? {} : { signal }),
  };
  if (batch.end === 'commit' && batch.isolation === null && after.length === 0) {
    const pipelined = readOnly && batch.sharesConnection === true;
    return (await pool.run(work, { ...options, pipelined })).toSpliced(before.length, 1);
  }
  const begin =
    batch.isolation === null ? BEGIN : plain(`begin isolation level ${batch.isolation}`);
  const all = [begin, ...work, ...ENDS[batch.end], ...after];
  const rows = await pool.run(all, options);
  return rows.slice(1, 1 + work.length).toSpliced(before.length, 1);
}

interface CallerScopeOptions {
  readonly access?: 'read only' | 'read write';
  /** Runs in the transaction as the pool's own role, before the caller's role is set. */
  readonly before?: (tx: Transaction) => Promise<void>;
}

/**
 * Runs a transaction of several steps as a caller: with the caller's role, rights and timeouts. The
 * transaction commits when `work` returns, and rolls back when it throws.
 */
export async function withCaller<T>(
  sql: Sql,
  acting: ActingCaller,
  work: (tx: Transaction) => Promise<T>,
  { access = 'read write', before }: CallerScopeOptions = {},
): Promise<T> {
  const settings = callerSettings(acting);
  const result = await sql.begin(access, async (tx) => {
    await before?.(tx);
    await Promise.all([
      tx.unsafe(
        `select set_config(s.name, s.value, true) from (${ROLE_SETTINGS}) as s where s.role = $1`,
        [acting.caller.role],
      ),
      tx.unsafe(settingsText(settings.length), settings.flat()),
    ]);
    return work(tx);
  });
  return result;
}

/** Tests whether the caller may do something: like `withCaller`, but always rolls back. */
export async function testPermission<T>(
  ...[sql, acting, work, options]: Parameters<typeof withCaller<T>>
): Promise<T> {
  const result = Promise.withResolvers<T>();
  const rollback = new Error('rollback');
  const workAndRollBack = async (tx: Transaction): Promise<never> => {
    result.resolve(await work(tx));
    throw rollback;
  };
  await withCaller(sql, acting, workAndRollBack, options).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return result.promise;
}
