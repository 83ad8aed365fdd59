import type { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/runtime/clock.ts';
import {
  runBatch,
  withCaller,
  type TransactionBatch,
} from '../../platform/database/caller-scope.ts';
import type { Sql, Transaction } from '../../platform/database/connection.ts';
import type { RoleSettings } from '../../platform/database/role-settings-cache.ts';
import type { RawRows, WirePool } from '../../platform/database/wire/wire-pool.ts';
import type { ActingCaller } from '../../platform/identity/caller-settings.ts';
import type { Caller } from '../../platform/identity/caller.ts';
import type { RateLimiter } from '../../platform/runtime/rate-limiter.ts';
import type { ObjectBackend } from './backends/backend.ts';
import type { AnnouncedVersions } from './announced-versions.ts';
import type { Versions } from './versions.ts';

/** The dependencies of the commands of this service. */
export interface StorageContext {
  /** Logs in as `authenticator`, which may switch to the caller's role. */
  readonly sql: Sql;
  /** The same login, for batches of statements that take one round trip. */
  readonly pool: WirePool;
  readonly roleSettings: RoleSettings;
  /**
   * Whether buckets were public when they were last read. This only selects the first query: the query
   * itself decides by the current row of the bucket.
   */
  readonly publicBuckets: LRUCache<string, boolean>;
  readonly backend: ObjectBackend;
  readonly versions: Versions;
  readonly newVersions: AnnouncedVersions;
  /** The maximum size of an object. A bucket can have a lower limit. */
  readonly sizeLimitBytes: number;
  /** Limits the uploads of each caller. */
  readonly uploads: RateLimiter;
  readonly clock: Clock;
}

/** The context of one request. */
export interface StorageCall extends StorageContext {
  readonly acting: ActingCaller;
  /** The key of the upload limit; null for the secret key, which has no limit. */
  readonly uploadLimitKey: string | null;
  /** Whether an upload fails after its session ended. False for a signed URL, which needs only the account. */
  readonly needsSession: boolean;
}

/** Bypasses the policies, for access that a signed token or a public bucket grants. */
export const SERVER: Caller = {
  role: 'service_role',
  claims: { role: 'service_role' },
  token: null,
};

/** The same request with the rights of the service role. */
export function asServiceRole(call: StorageCall): StorageCall {
  return { ...call, acting: { ...call.acting, caller: SERVER } };
}

type Work<T> = (tx: Transaction) => Promise<T>;

/** Runs statements as the caller in one transaction; see `withCaller`. */
export function withTransaction<T>({ sql, acting }: StorageCall, work: Work<T>): Promise<T> {
  return withCaller(sql, acting, work);
}

/** Runs queries as the caller in one read-only transaction. */
export function withReadOnlyTransaction<T>(
  { sql, acting }: StorageCall,
  work: Work<T>,
): Promise<T> {
  return withCaller(sql, acting, work, { access: 'read only' });
}

type CallerBatch = Pick<TransactionBatch, 'access' | 'before' | 'statements' | 'end' | 'after'>;

/** Runs statements as the caller in one round trip; see `runBatch`. */
export async function runAsCaller(call: StorageCall, batch: CallerBatch): Promise<RawRows[]> {
  const { pool, roleSettings, acting } = call;
  const settingsAfter = await roleSettings(acting.caller.role);
  return runBatch(pool, { ...batch, acting, isolation: null, settingsBefore: [], settingsAfter });
}
