import type { ConnectionSettings } from './connection-settings.ts';
import { createSql, type ObserveStatement, type Sql } from './sql/sql.ts';

export { connectionAs, type ConnectionSettings } from './connection-settings.ts';
export { parseDatabaseUrl } from './database-url.ts';
export { type JsonParameter, type ParameterValue } from './sql/parameters.ts';
export { type Query } from './sql/query.ts';
export { type Row } from './sql/rows.ts';
export { type Database, type Sql, type Transaction } from './sql/sql.ts';

const KEEP_ALIVE_MS = 10_000;
/** The timeout of a statement. After it, the connection counts as lost. */
const ANSWER_TIMEOUT_MS = 10 * 60_000;

export interface PoolOptions {
  readonly applicationName: string;
  readonly maxConnections: number;
  /** For sessions that hold locks: they are never closed when idle, and TCP keep-alive detects a lost one. */
  readonly keepSession?: boolean;
  /** Called when a connection has ended, for any reason. */
  readonly onClose?: () => void;
  /** Postgres cancels longer statements. The default is the limit of the role. */
  readonly statementTimeoutMs?: number;
  readonly observe?: ObserveStatement;
}

/** A pool of connections that reconnects when Postgres is available again. */
export function openPool(
  settings: ConnectionSettings,
  { statementTimeoutMs, keepSession = false, ...options }: PoolOptions,
): Sql {
  return createSql(settings, {
    ...options,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    ...(keepSession
      ? { keepAliveMs: KEEP_ALIVE_MS, idleTimeoutMs: Infinity, lifeTimeMs: Infinity }
      : {}),
    ...(statementTimeoutMs === undefined
      ? {}
      : { parameters: { statement_timeout: String(statementTimeoutMs) } }),
  });
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
