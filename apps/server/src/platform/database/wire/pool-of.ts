import type { ConnectionSettings, Sql } from '../connection.ts';
import { createWirePool, type WirePool } from './wire-pool.ts';

/** A pool for single round trips, to the same database as the same role as `sql`. */
export function createWirePoolOf(sql: Sql, applicationName: string): WirePool {
  const { settings, max } = sql.options as unknown as {
    readonly settings: ConnectionSettings;
    readonly max: number;
  };
  return createWirePool(settings, { maxConnections: max, applicationName });
}
