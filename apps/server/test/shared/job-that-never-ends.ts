/** A process that starts a job of the given queue and never finishes it. */
import type { ConnectionSettings } from '../../src/platform/database/connection.ts';
import type { JobQueue } from '../../src/platform/shared/jobs.ts';
import { startJobs } from './start-shared-parts.ts';

process.once('message', ([connection, queue]: [ConnectionSettings, JobQueue]) => {
  void startJobs(connection, 'test-dying').work(queue, () => {
    process.send?.('started');
    return new Promise(() => undefined);
  });
});
