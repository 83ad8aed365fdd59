import {
  connectionAs,
  openPool,
  type ConnectionSettings,
} from '../../src/platform/database/connection.ts';
import { SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createJobs, type JobQueue, type Jobs } from '../../src/platform/shared/jobs.ts';

/** What one process has of the jobs, on connections of its own. */
export function startJobs(owner: ConnectionSettings, applicationName = 'test-jobs'): Jobs {
  const sql = openPool(connectionAs(owner, SHARED_STATE_ROLE), {
    applicationName,
    maxConnections: 1,
  });
  return createJobs({ sql, listener: sql, logger: createLogger('silent'), lookEveryS: 1 });
}

let lastQueue = 0;

/** A queue that no other test uses. */
export function newQueue(settings: Partial<JobQueue> = {}): JobQueue {
  lastQueue += 1;
  return {
    name: `test:${String(lastQueue)}`,
    retryLimit: 3,
    expireInS: 30,
    concurrency: 1,
    ...settings,
  };
}
