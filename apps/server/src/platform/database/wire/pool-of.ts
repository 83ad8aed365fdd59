import type { Sql } from '../connection.ts';
import { createWirePool, type WirePool } from './wire-pool.ts';

/** What the driver keeps of how it was opened; its types leave most of it out. */
interface DriverOptions {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
  readonly database: string;
  readonly user: string;
  readonly pass: string;
  readonly ssl: 'require' | 'prefer' | 'verify-full' | false;
  readonly max: number;
}

/** A pool for single round trips, to the same database as the same role as `sql`. */
export function createWirePoolOf(sql: Sql, applicationName: string): WirePool {
  const options = sql.options as unknown as DriverOptions;
  const socketDir = options.path === false ? null : options.path.replace(/\/\.s\.PGSQL\.\d+$/, '');
  return createWirePool(
    {
      host: socketDir ?? options.host[0] ?? '127.0.0.1',
      port: options.port[0] ?? 5432,
      database: options.database,
      username: options.user,
      password: options.pass,
      ssl: options.ssl,
    },
    { maxConnections: options.max, applicationName },
  );
}
