import postgres from 'postgres';
import type { ConnectionSettings } from './connection-settings.ts';
import { openDriverSocket } from './driver-socket.ts';

export { connectionAs, type ConnectionSettings } from './connection-settings.ts';
export { parseDatabaseUrl } from './database-url.ts';

export type Sql = postgres.Sql;

const IDLE_TIMEOUT_S = 5 * 60;
const LIFE_TIME_S = 30 * 60;
const KEEP_ALIVE_MS = 10_000;
const SILENCE_TIMEOUT_MS = 2 * IDLE_TIMEOUT_S * 1000;

export interface PoolOptions {
  readonly applicationName: string;
  readonly maxConnections: number;
  /** For sessions that hold locks or listen: they are never closed when idle, and TCP keep-alive detects a lost one. */
  readonly keepSession?: boolean;
  /** Called when a connection has ended, for any reason. */
  readonly onClose?: () => void;
  /** Postgres cancels longer statements. The default is the limit of the role. */
  readonly statementTimeoutMs?: number;
}

/** A pool of connections that reconnects when Postgres is available again. */
export function openPool(settings: ConnectionSettings, options: PoolOptions): Sql {
  const parameters = {
    application_name: options.applicationName,
    ...(options.statementTimeoutMs === undefined
      ? {}
      : { statement_timeout: String(options.statementTimeoutMs) }),
  };
  const driverOptions = {
    host: settings.host,
    port: settings.port,
    database: settings.database,
    username: settings.username,
    // The socket logs in before the driver gets it, so that one set of rules applies to all connections.
    socket: async ({ idle_timeout }: { idle_timeout: number | null }) => {
      const socket = await openDriverSocket(settings, parameters);
      if (options.keepSession === true) socket.setKeepAlive(true, KEEP_ALIVE_MS);
      // Idle connections are closed earlier, so a connection that is silent for so long is broken.
      // Only connections that listen may be silent.
      if (idle_timeout) {
        socket.setTimeout(SILENCE_TIMEOUT_MS, () => {
          socket.destroy(new Error('Postgres did not answer in time'));
        });
      }
      return socket;
    },
    ssl: false,
    max: options.maxConnections,
    ...(options.keepSession === true
      ? { max_lifetime: null }
      : { idle_timeout: IDLE_TIMEOUT_S, max_lifetime: LIFE_TIME_S }),
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
    fetch_types: false,
    onnotice: () => undefined,
    ...(options.onClose ? { onclose: options.onClose } : {}),
  };
  return postgres(driverOptions);
}

/** Opens a connection for `work`, and closes it afterwards. */
export async function withConnection<T>(
  settings: ConnectionSettings,
  applicationName: string,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = openPool(settings, { applicationName, maxConnections: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
