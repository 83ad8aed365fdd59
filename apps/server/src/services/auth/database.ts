import type postgres from 'postgres';
import type { Sql } from '../../platform/database/connection.ts';
import type { Cells, WirePool, WireStatement } from '../../platform/database/wire/wire-pool.ts';
import type { JsonValue } from '../../platform/json.ts';

/** A pool or a transaction on it: whatever statements can be sent through. */
export type Database = Sql | postgres.TransactionSql;

/** A value for a jsonb column. */
export function jsonb(sql: Database, value: JsonValue): postgres.Parameter {
  return sql.json(value);
}

/** Sends one statement, and answers its rows as Postgres sent them. */
export type SendStatement = (statement: WireStatement) => Promise<readonly Cells[]>;

/** Sends each statement as a transaction of its own, in one round trip. */
export function sendAlone(wire: WirePool): SendStatement {
  return async (statement) => {
    const [rows = []] = await wire.run([statement], { repeatable: false });
    return rows;
  };
}

/** Sends statements as part of a transaction. */
export function sendWithin(sql: Database): SendStatement {
  return async ({ text, parameters }) => {
    const rows = await sql.unsafe(text, [...parameters], { prepare: true }).raw();
    return rows;
  };
}
