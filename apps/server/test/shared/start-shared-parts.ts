import {
  connectionAs,
  openPool,
  type ConnectionSettings,
  type Sql,
} from '../../src/platform/database/connection.ts';
import { SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createJobs, type JobQueue, type Jobs } from '../../src/platform/shared/jobs.ts';
import { createLeadership } from '../../src/platform/shared/leadership.ts';
import { createListener } from '../../src/platform/shared/listener.ts';

/** The jobs of one process, on its own connections. */
export function startJobs(owner: ConnectionSettings, applicationName = 'test-jobs'): Jobs {
  const logger = createLogger('silent');
  const open = (): Sql =>
    openPool(connectionAs(owner, SHARED_STATE_ROLE), { applicationName, maxConnections: 1 });
  const listener = createListener(open(), logger);
  const jobs = createJobs({ sql: open(), listener, logger, pollIntervalS: 1 });
  return {
    ...jobs,
    async close(deadline) {
      await jobs.close(deadline);
      await listener.end();
    },
  };
}

/** The leadership of one process. */
export function startLeadership(owner: ConnectionSettings, applicationName: string) {
  return createLeadership({
    openSession: (onClose) =>
      openPool(connectionAs(owner, SHARED_STATE_ROLE), {
        applicationName,
        maxConnections: 1,
        keepSession: true,
        onClose,
      }),
    logger: createLogger('silent'),
  });
}

let lastQueue = 0;

/** A queue for one test. */
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
