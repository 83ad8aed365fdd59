import type postgres from 'postgres';
import type { Sql } from '../../platform/database/connection.ts';

/** A pool or a transaction on it: whatever statements can be sent through. */
export type Database = Sql | postgres.TransactionSql;

/** Postgres keeps neither U+0000 nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
