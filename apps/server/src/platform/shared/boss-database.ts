import type { Db } from 'pg-boss';
import type postgres from 'postgres';
import type { Sql } from '../database/connection.ts';
import type { Listener } from './listener.ts';

const JSON_TYPES = [114, 3802];
/** text[] and uuid[], which pg-boss reads. */
const ARRAY_TYPES = [1009, 2951];

/** An array of plain words, as queue names and ids are. */
function parseArray(text: string): string[] {
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  return inner.split(',').map((item) => item.replace(/^"(.*)"$/, '$1'));
}

/** Values as pg-boss gives them to `pg`, which it was written for. */
function toParameter(value: unknown): postgres.ParameterOrJSON<never> {
  if (!Array.isArray(value)) return value as postgres.ParameterOrJSON<never>;
  return `{${value.map((item) => JSON.stringify(String(item))).join(',')}}`;
}

/**
 * Lets pg-boss speak through our driver.
 *
 * @param sql a pool of one connection that nothing else uses: pg-boss sends
 *   several statements at once that begin and commit
 */
export function createBossDatabase(sql: Sql, listener: Pick<Listener, 'listen'>): Db {
  for (const type of JSON_TYPES) {
    // It has written its JSON by itself, most of the time.
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
        // It may have begun what it now cannot commit.
        await sql`rollback`.catch(() => undefined);
        throw error;
      }
    },
    listen(channel, onNotification, onReconnect) {
      listener.listen(channel, onNotification, onReconnect);
      // It ends with its connection.
      return Promise.resolve({ close: () => Promise.resolve() });
    },
  };
}

/** A caller's own transaction, for adding a job to it. */
export function toBossDatabase(sql: Sql | postgres.TransactionSql): Db {
  return {
    async executeSql(text, values = []) {
      return { rows: await sql.unsafe(text, values.map(toParameter)) };
    },
  };
}
