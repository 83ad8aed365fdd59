import type postgres from 'postgres';
import type { Sql } from '../../platform/database/connection.ts';

/** A pool or a transaction of it. */
export type Database = Sql | postgres.TransactionSql;

/** Postgres stores neither U+0000 nor a lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
