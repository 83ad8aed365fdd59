import { MAX_RUNNING_JOBS } from './extensions/cron/index.ts';
import { divideConnections, type ConnectionNeed } from './platform/database/connection-budget.ts';
import { AUTH_ROLE, DATA_API_ROLE, REALTIME_ROLE } from './platform/database/service-roles.ts';
import { CALLER_CONNECTIONS } from './services/realtime/settings.ts';

/** The scheduler and the request queue have one connection each. */
export const EXTENSION_CONNECTIONS = 2;

/** Storage logs in as the role of the data API, with a pool of its own. */
export const STORAGE = 'storage';

/** A third of storage's connections runs transactions of several steps, and the others run batches. */
export function divideStorageConnections(size: number): { sessions: number; batches: number } {
  const sessions = Math.max(1, Math.floor(size / 3));
  return { sessions, batches: size - sessions };
}

/**
 * The connections that each part of the server needs. The data API handles most requests, so its pool
 * gets twice the weight of the others.
 */
const CONNECTION_NEEDS: readonly ConnectionNeed[] = [
  // One each for jobs, pub/sub, leadership and ended sessions, two for rate limits.
  { name: 'shared state', fixed: 6, weight: 0 },
  // The lease of the scheduler, and the statements of all extensions.
  { name: 'extensions', fixed: 1 + EXTENSION_CONNECTIONS, weight: 0 },
  { name: AUTH_ROLE, fixed: 0, weight: 1 },
  // One listens for schema changes and one reads the schema.
  { name: DATA_API_ROLE, fixed: 2, weight: 2 },
  // Two for shared state, some for authorization queries, one for the replication stream.
  { name: REALTIME_ROLE, fixed: 3 + CALLER_CONNECTIONS, weight: 0 },
  { name: STORAGE, fixed: 0, weight: 1 },
];

/** The size of each weighted part's pool in one process. The commands of cron jobs run in one process of all. */
export function divideServerConnections(
  total: number,
  processes: number,
): ReadonlyMap<string, number> {
  return divideConnections(total, processes, CONNECTION_NEEDS, MAX_RUNNING_JOBS);
}
