import type postgres from 'postgres';
import type { Sql } from '../../platform/database/connection.ts';
import type { JsonValue } from '../../platform/json.ts';

/** A pool or a transaction on it: whatever statements can be sent through. */
export type Database = Sql | postgres.TransactionSql;

/** A value for a jsonb column. */
export function jsonb(sql: Database, value: JsonValue): postgres.Parameter {
  return sql.json(value);
}
