import type { Db } from 'pg-boss';
import type { Database, ParameterValue, Sql } from '../database/connection.ts';
import type { Listener } from './listener.ts';

/** Converts a value that pg-boss formatted for the driver `pg`, which sends objects as JSON. */
function toParameter(value: unknown): ParameterValue {
  const isPlain = value !== null && typeof value === 'object' && value.constructor === Object;
  return isPlain ? JSON.stringify(value) : ((value ?? null) as ParameterValue);
}

/**
 * Runs the statements of pg-boss.
 *
 * @param sql a pool of one connection for pg-boss alone, because it sends several
 *   statements at once that begin and commit a transaction
 */
export function createBossDatabase(sql: Sql, listener: Pick<Listener, 'listen'>): Db {
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
export function toBossDatabase(sql: Database): Db {
  return {
    async executeSql(text, values = []) {
      return { rows: await sql.unsafe(text, values.map(toParameter)) };
    },
  };
}
