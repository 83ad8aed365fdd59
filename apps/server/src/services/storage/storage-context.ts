import type postgres from 'postgres';
import type { Clock } from '../../platform/clock.ts';
import { withCaller } from '../../platform/database/caller-scope.ts';
import type { Sql } from '../../platform/database/connection.ts';
import type { ActingCaller } from '../../platform/identity/caller-settings.ts';
import type { Caller } from '../../platform/identity/caller.ts';
import type { RateLimiter } from '../../platform/shared/rate-limits.ts';
import type { ObjectBackend } from './backends/backend.ts';
import type { Versions } from './versions.ts';

/** What the commands of this service work with. */
export interface StorageContext {
  /** Logged in as the role that callers' roles are taken from. */
  readonly sql: Sql;
  readonly backend: ObjectBackend;
  readonly versions: Versions;
  /** Of any object, whatever its bucket allows. */
  readonly sizeLimitBytes: number;
  /** How many objects somebody may bring. */
  readonly uploads: RateLimiter;
  readonly clock: Clock;
}

/** The same, and for whom a request has it done. */
export interface StorageCall extends StorageContext {
  readonly acting: ActingCaller;
  /** Under which name uploads are counted; null for the operator's own key. */
  readonly uploadLimitKey: string | null;
  /** Whether an upload ends with its session. False for a signed URL, which outlives the session but not the account. */
  readonly needsSession: boolean;
}

/** The server itself: for what a token or a public bucket has already granted. */
export const SERVER: Caller = {
  role: 'service_role',
  claims: { role: 'service_role' },
  token: null,
};

/** The server's own part of a request. */
export function asServer(call: StorageCall): StorageCall {
  return { ...call, acting: { ...call.acting, caller: SERVER } };
}

type Work<T> = (tx: postgres.TransactionSql) => Promise<T>;

/** Runs statements as the caller; see `withCaller`. */
export function changeAs<T>({ sql, acting }: StorageCall, work: Work<T>): Promise<T> {
  return withCaller(sql, acting, work);
}

/** The same, for what changes nothing. */
export function readAs<T>({ sql, acting }: StorageCall, work: Work<T>): Promise<T> {
  return withCaller(sql, acting, work, { access: 'read only' });
}
