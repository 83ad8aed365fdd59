import type postgres from 'postgres';
import { callerSettings, type ActingCaller, type Setting } from '../identity/caller-settings.ts';
import type { Sql } from './connection.ts';
import { ROLE_SETTINGS } from './role-settings.ts';
import type { RawRows, WirePool, WireStatement } from './wire/wire-pool.ts';

interface TransactionBatch {
  readonly access: 'read only' | 'read write';
  /** The isolation level; the database's own when null. */
  readonly isolation: 'read committed' | 'repeatable read' | 'serializable' | null;
  /** Who acts; the role must be one that the pool's own may become. */
  readonly acting: ActingCaller;
  /** Settings beside the caller's, for this transaction only: those set before the role, and after. */
  readonly settingsBefore: readonly Setting[];
  readonly settingsAfter: readonly Setting[];
  readonly statements: readonly WireStatement[];
  /** `rollback` keeps nothing of what the statements did. */
  readonly end: 'commit' | 'rollback';
  /** Ends the work when the caller has gone. */
  readonly signal: AbortSignal;
}

const plain = (text: string): WireStatement => ({ text, parameters: [] });
const BEGIN = plain('begin');
const COMMIT = plain('commit');
/** What a commit would have checked at last. */
const CHECK_CONSTRAINTS = plain('set constraints all immediate');
const ROLLBACK = plain('rollback');
const READ_ONLY: Setting = ['transaction_read_only', 'on'];

const settingTexts: string[] = [];

/**
 * One statement for any so many settings; all names and values are parameters. `num_nulls` takes them
 * in their order and spares Postgres to send back what they were set to.
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
 * Acts for a caller in one round trip. What leaves together is one transaction
 * to Postgres: it commits at the end, or nothing of it stays. Only where nothing
 * shall stay anyway, or the isolation is not the usual, are its bounds sent too.
 *
 * @returns the rows of each statement
 * @throws DatabaseError, ConnectionError
 */
export async function runBatch(pool: WirePool, batch: TransactionBatch): Promise<RawRows[]> {
  const readOnly = batch.access === 'read only';
  const settings = settingsStatement([
    ...(readOnly ? [READ_ONLY] : []),
    ...batch.settingsBefore,
    ...callerSettings(batch.acting),
    ...batch.settingsAfter,
  ]);
  const options = { repeatable: readOnly, signal: batch.signal };
  if (batch.end === 'commit' && batch.isolation === null) {
    return (await pool.run([settings, ...batch.statements], options)).slice(1);
  }
  const begin =
    batch.isolation === null ? BEGIN : plain(`begin isolation level ${batch.isolation}`);
  const end = batch.end === 'commit' ? [COMMIT] : [CHECK_CONSTRAINTS, ROLLBACK];
  const all = [begin, settings, ...batch.statements, ...end];
  return (await pool.run(all, options)).slice(2, -end.length);
}

interface CallerScopeOptions {
  readonly access?: 'read only' | 'read write';
  /** What the pool's own role does in the transaction before it becomes the caller's. */
  readonly before?: (tx: postgres.TransactionSql) => Promise<void>;
}

/**
 * Acts for a caller in a transaction of several steps: `work` sees what the
 * caller may see, within the times that the role allows, and what it did stays
 * only if it returns.
 */
export async function withCaller<T>(
  sql: Sql,
  acting: ActingCaller,
  work: (tx: postgres.TransactionSql) => Promise<T>,
  { access = 'read write', before }: CallerScopeOptions = {},
): Promise<T> {
  const settings = callerSettings(acting);
  const result = await sql.begin(access, async (tx) => {
    await before?.(tx);
    await Promise.all([
      tx.unsafe(
        `select set_config(s.name, s.value, true) from (${ROLE_SETTINGS}) as s where s.role = $1`,
        [acting.caller.role],
        { prepare: true },
      ),
      tx.unsafe(settingsText(settings.length), settings.flat(), { prepare: true }),
    ]);
    return work(tx);
  });
  return result as T;
}

/** Tries out as the caller what would be done: as `withCaller`, and nothing of it stays. */
export async function tryAsCaller<T>(
  ...[sql, acting, work, options]: Parameters<typeof withCaller<T>>
): Promise<T> {
  const found = Promise.withResolvers<T>();
  const takenBack = new Error('taken back');
  const tryOut = async (tx: postgres.TransactionSql): Promise<never> => {
    found.resolve(await work(tx));
    throw takenBack;
  };
  await withCaller(sql, acting, tryOut, options).catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
  return found.promise;
}
