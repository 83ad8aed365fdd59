import type postgres from 'postgres';
import type { Sql } from '../../platform/database/connection.ts';

/** A pool or a transaction. */
export type Database = Sql | postgres.TransactionSql;

/** Postgres stores neither U+0000 nor an unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
