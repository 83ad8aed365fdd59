import type { ReservedSql } from 'postgres';
import type { Caller } from '../http/caller.ts';
import type { Sql } from './connection.ts';

/** Postgres guesses a parameter's type from where it stands, as it does for a quoted literal. */
const UNKNOWN_TYPE = 705;

export type Setting = readonly [name: string, value: string];

export interface BatchStatement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
  /** Whether the connection should keep it prepared; false for what hardly comes twice. */
  readonly keepPrepared: boolean;
}

export interface TransactionBatch {
  readonly access: 'read only' | 'read write';
  /** Set for this transaction only, in this order. */
  readonly settings: readonly Setting[];
  readonly statements: readonly BatchStatement[];
  /** `rollback` keeps nothing of what the statements did. */
  readonly end: 'commit' | 'rollback';
}

/** The rows of one statement; each value as the bytes Postgres sent, null for NULL. */
export type RawRows = readonly (readonly (Buffer | null)[])[];

/** The settings by which policies and functions know the caller. */
export function callerSettings(caller: Caller): Setting[] {
  return [
    ['role', caller.role],
    ['request.jwt.claims', JSON.stringify(caller.claims)],
  ];
}

const settingTexts = new Map<number, string>();

/** One statement for any so many settings; all names and values are parameters. */
function settingsStatement(settings: readonly Setting[]): BatchStatement {
  let text = settingTexts.get(settings.length);
  if (text === undefined) {
    const calls = settings.map(
      (_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`,
    );
    text = `select ${calls.join(', ')}`;
    settingTexts.set(settings.length, text);
  }
  return { text, parameters: settings.flat(), keepPrepared: true };
}

function send(connection: ReservedSql, { text, parameters, keepPrepared }: BatchStatement) {
  const typed = parameters.map((value) => connection.typed(value as never, UNKNOWN_TYPE));
  return connection.unsafe(text, typed, { prepare: keepPrepared }).raw();
}

/**
 * Runs the whole transaction without waiting in between: begin, settings,
 * statements and end leave together, so the usual request costs one round trip.
 * When a statement fails, Postgres skips the rest and the end rolls back.
 *
 * @returns the rows of each statement
 * @throws what the first failing part was refused with
 */
export async function runBatch(sql: Sql, batch: TransactionBatch): Promise<RawRows[]> {
  const connection = await sql.reserve();
  const outcomes = await Promise.allSettled([
    connection.unsafe(`begin ${batch.access}`),
    send(connection, settingsStatement(batch.settings)),
    ...batch.statements.map((statement) => send(connection, statement)),
    connection.unsafe(batch.end),
  ]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  // A connection that was lost reconnects by itself the next time it is lent.
  connection.release();
  if (failure !== undefined) throw failure.reason;
  return outcomes
    .slice(2, -1)
    .map((outcome) =>
      outcome.status === 'fulfilled' ? (outcome.value as unknown as RawRows) : [],
    );
}

/**
 * Runs `work` as the caller: in one transaction, under the caller's role and
 * claims. Whatever `work` throws rolls it back.
 */
export async function runAsCaller<T>(
  sql: Sql,
  caller: Caller,
  work: (transaction: ReservedSql) => Promise<T>,
  furtherSettings: readonly Setting[] = [],
): Promise<T> {
  const connection = await sql.reserve();
  try {
    await connection.unsafe('begin');
    try {
      await send(connection, settingsStatement([...callerSettings(caller), ...furtherSettings]));
      const result = await work(connection);
      await connection.unsafe('commit');
      return result;
    } catch (error) {
      // On a lost connection there is nothing left to roll back.
      await connection.unsafe('rollback').catch(() => undefined);
      throw error;
    }
  } finally {
    connection.release();
  }
}
