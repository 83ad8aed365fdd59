import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../platform/database/connection.ts';
import type { ActingCaller } from '../../platform/identity/caller-settings.ts';
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
  readonly clock: Clock;
}

/** The server's own part of a request: what a token or a public bucket has already granted. */
export function asServer({ request }: Pick<ActingCaller, 'request'>): ActingCaller {
  return {
    caller: { role: 'service_role', claims: { role: 'service_role' }, token: null },
    request,
  };
}
