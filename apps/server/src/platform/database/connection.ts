import { createHmac } from 'node:crypto';
import postgres from 'postgres';
import { createLanes } from './lanes.ts';

export type Sql = postgres.Sql;

/** How to reach a Postgres as one role. `host` may be the folder of a Unix socket. */
export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  readonly ssl: 'require' | 'prefer' | 'verify-full' | false;
}

export interface PoolOptions {
  readonly applicationName: string;
  readonly maxConnections: number;
  readonly onNotice?: (notice: postgres.Notice) => void;
  /** For a session that holds or hears something: it lives until it is ended or lost, which it notices soon. */
  readonly keepSession?: boolean;
  /** Hears of each connection that ended, whoever ended it. */
  readonly onClose?: () => void;
}

export function parseDatabaseUrl(url: string): ConnectionSettings {
  const parsed = new URL(url);
  const sslMode = parsed.searchParams.get('sslmode');
  return {
    host: parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname),
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    database: decodeURIComponent(parsed.pathname.slice(1)) || 'postgres',
    username: decodeURIComponent(parsed.username) || 'postgres',
    password: decodeURIComponent(parsed.password),
    ssl:
      sslMode === 'require' || sslMode === 'prefer' || sslMode === 'verify-full' ? sslMode : false,
  };
}

function connect(settings: ConnectionSettings, options: PoolOptions): Sql {
  const unixSocket = settings.host.startsWith('/');
  return postgres({
    ...(unixSocket
      ? { path: `${settings.host}/.s.PGSQL.${String(settings.port)}` }
      : { host: settings.host, port: settings.port }),
    database: settings.database,
    username: settings.username,
    password: settings.password,
    ssl: settings.ssl,
    max: options.maxConnections,
    connect_timeout: 5,
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
    fetch_types: false,
    connection: { application_name: options.applicationName },
    onnotice: options.onNotice ?? (() => undefined),
    ...(options.keepSession === true ? { max_lifetime: null, keep_alive: 10 } : {}),
    ...(options.onClose ? { onclose: options.onClose } : {}),
  });
}

/**
 * A pool of connections that reconnects by itself after Postgres was away.
 * `reserve` lends a connection that nobody else uses until its `release`.
 */
export function openPool(settings: ConnectionSettings, options: PoolOptions): Sql {
  const pool = connect(settings, options);
  const lanes = createLanes(() => connect(settings, { ...options, maxConnections: 1 }), options);
  const endPool = pool.end.bind(pool);
  return Object.assign(pool, {
    reserve: lanes.reserve,
    end: async (endOptions?: { timeout?: number }) => {
      await Promise.all([endPool(endOptions), lanes.end(endOptions)]);
    },
  });
}

/**
 * The password of a service's own database role. It is derived from the
 * owner's, so that several machines on one database agree without sharing state.
 */
export function deriveRolePassword(settings: ConnectionSettings, role: string): string {
  return createHmac('sha256', `beaconpay:${settings.password}`).update(role).digest('base64url');
}

/** The same database, seen as another role. */
export function connectionAs(settings: ConnectionSettings, role: string): ConnectionSettings {
  return { ...settings, username: role, password: deriveRolePassword(settings, role) };
}
