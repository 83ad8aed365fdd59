import type { Db } from 'pg-boss';
import type { Sql, ParameterValue, Transaction } from '../database/connection.ts';
import type { Listener } from './listener.ts';

const JSON_TYPES = [114, 3802];
/** text[] and uuid[], the array types that pg-boss reads. */
const ARRAY_TYPES = [1009, 2951];

/** Parses an array of queue names or ids, which contain no commas or quotes. */
function parseArray(text: string): string[] {
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  return inner.split(',').map((item) => item.replace(/^"(.*)"$/, '$1'));
}

/** Converts a value that pg-boss formatted for the driver `pg`. */
function toParameter(value: unknown): ParameterValue {
  if (!Array.isArray(value)) return value as ParameterValue;
  return `{${value.map((item) => JSON.stringify(String(item))).join(',')}}`;
}

/**
 * Runs the statements of pg-boss on our driver.
 *
 * @param sql a pool of one connection for pg-boss alone, because it sends several
 *   statements at once that begin and commit a transaction
 */
export function createBossDatabase(sql: Sql, listener: Pick<Listener, 'listen'>): Db {
  for (const type of JSON_TYPES) {
    // pg-boss usually passes JSON as text.
    sql.options.serializers[type] = (value: unknown) =>
      typeof value === 'string' ? value : JSON.stringify(value);
  }
  for (const type of ARRAY_TYPES) sql.options.parsers[type] = parseArray;

  return {
    async executeSql(text, values = []) {
      if (values.length > 0) return { rows: await sql.unsafe(text, values.map(toParameter)) };
      try {
        const results: unknown[] = await sql.unsafe(text);
        return { rows: results.flat() };
      } catch (error) {
        // The failed statements may have begun a transaction.
        await sql`rollback`.catch(() => undefined);
        throw error;
      }
    },
    listen(channel, onNotification, onReconnect) {
      listener.listen(channel, onNotification, onReconnect);
      // Listening ends with the connection.
      return Promise.resolve({ close: () => Promise.resolve() });
    },
  };
}

/** Adds jobs within the caller's transaction. */
export function toBossDatabase(sql: Sql | Transaction): Db {
  return {
    async executeSql(text, values = []) {
      return { rows: await sql.unsafe(text, values.map(toParameter)) };
    },
  };
}
