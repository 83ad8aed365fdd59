import type { ConnectionNeed } from './platform/database/connection-budget.ts';
import { AUTH_ROLE, DATA_API_ROLE, REALTIME_ROLE } from './platform/database/service-roles.ts';
import { CALLER_CONNECTIONS } from './services/realtime/settings.ts';

/** Storage becomes its callers as the data API does, on connections of its own. */
export const STORAGE = 'storage';

/**
 * What each part needs of the server's connections. Reading and writing records
 * takes short turns and is most of the work, so it gets twice what sign-in gets.
 */
export const CONNECTION_NEEDS: readonly ConnectionNeed[] = [
  // One each for jobs, notices, leading and ended sessions, two for counting limits.
  { name: 'shared state', fixed: 6, weight: 0 },
  { name: AUTH_ROLE, fixed: 0, weight: 1 },
  // One listens for changes of the schema and one reads it.
  { name: DATA_API_ROLE, fixed: 2, weight: 2 },
  // Two for what processes share, some to ask for callers, one to lead the reading of changes.
  { name: REALTIME_ROLE, fixed: 3 + CALLER_CONNECTIONS, weight: 0 },
  { name: STORAGE, fixed: 0, weight: 1 },
];
