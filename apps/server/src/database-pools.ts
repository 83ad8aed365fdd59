import { divideServerConnections } from './connection-needs.ts';
import type { Config } from './config/config.ts';
import {
  connectionAs,
  openPool,
  type ConnectionSettings,
  type Sql,
} from './platform/database/connection.ts';
import type { QueryWatch } from './platform/database/watch-queries.ts';
import { openLogConnection, type LogConnection } from './platform/database/wire/log-connection.ts';
import { createWirePool, type WirePool } from './platform/database/wire/wire-pool.ts';

interface PoolOptions {
  /** For the application name and the metrics. By default, the name of the role. */
  readonly name?: string;
  readonly maxConnections?: number | undefined;
  readonly statementTimeoutMs?: number | undefined;
}

/** The connection pools of a process. Each logs in as one database role. */
export class DatabasePools {
  readonly #connection: ConnectionSettings;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #queries: QueryWatch;
  readonly #pools: Sql[] = [];
  readonly #wirePools: WirePool[] = [];

  constructor(connection: ConnectionSettings, config: Config, queries: QueryWatch) {
    const { database, http } = config;
    this.#connection = connection;
    this.#sizes = divideServerConnections(database.poolSize, http.workers);
    this.#queries = queries;
  }

  /** The maximum number of connections of a role's pool. */
  sizeOf(role: string): number {
    return this.#sizes.get(role) ?? 0;
  }

  open(
    role: string,
    { name = role, maxConnections = this.sizeOf(role), statementTimeoutMs }: PoolOptions = {},
  ): Sql {
    const pool = openPool(connectionAs(this.#connection, role), {
      applicationName: `backend-${name}`,
      maxConnections,
      observe: this.#queries.statements(name, maxConnections),
      ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
    });
    this.#pools.push(pool);
    return pool;
  }

  /** A pool for batches of statements that take one round trip. */
  openWire(
    role: string,
    {
      name = role,
      maxConnections = this.sizeOf(role),
    }: Omit<PoolOptions, 'statementTimeoutMs'> = {},
  ): WirePool {
    const pool = createWirePool(connectionAs(this.#connection, role), {
      applicationName: `backend-${name}-batches`,
      maxConnections,
    });
    this.#wirePools.push(pool);
    return this.#queries.batches(pool, `${name} batches`);
  }

  /** One replication connection. The caller closes it. */
  openLog(role: string): Promise<LogConnection> {
    return openLogConnection(connectionAs(this.#connection, role), `backend-${role}-log`);
  }

  async close(): Promise<void> {
    for (const pool of this.#wirePools) pool.close();
    await Promise.all(this.#pools.map((pool) => pool.end({ timeout: 1 })));
  }
}
