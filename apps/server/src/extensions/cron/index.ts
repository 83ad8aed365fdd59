import type { ConnectionSettings, Sql } from '../../platform/database/connection.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { whenAborted } from '../../platform/runtime/deadline.ts';
import { retry } from '../../platform/runtime/retry.ts';
import { scheduleCleanUps, type CleanUp } from '../../platform/shared/scheduled-clean-ups.ts';
import type { SharedState } from '../../platform/shared/shared-state.ts';
import type { Extension } from '../extension.ts';
import { hasOwnTable } from '../own-objects.ts';
import { Scheduler } from './scheduler.ts';

export { MAX_RUNNING_JOBS } from './scheduler.ts';

const LEASE = 'cron:scheduler';
const TOPIC = 'cron:jobs';
const MAX_RETRY_MS = 10_000;

/** pg_cron keeps all runs. A job of every minute adds half a million a year. */
export const runDetailsCleanUp: CleanUp = {
  name: 'cron:run-details',
  cron: '40 * * * *',
  async run(sql) {
    await sql`delete from cron.job_run_details where end_time < now() - interval '30 days'`;
  },
};

interface CronOptions {
  /** The settings from which the logins of the jobs' roles are derived. */
  readonly owner: ConnectionSettings;
  /** Logs in as the role of shared state. */
  readonly sql: Sql;
  readonly shared: Pick<SharedState, 'pubSub' | 'jobs' | 'leadership'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Runs the commands that SQL schedules with `cron.schedule`, in one of the processes on the database. */
export function createCron(options: CronOptions): Extension {
  const { owner, sql, shared, clock, metrics, logger } = options;
  const closing = new AbortController();
  let stopLeading: (() => Promise<void>) | null = null;
  let scheduler: Scheduler | null = null;
  let onEnded = (): void => undefined;
  metrics.gauge({
    name: 'backend_cron_jobs_running',
    help: 'Scheduled commands that run in this process',
    read: () => scheduler?.running ?? 0,
  });

  async function run(): Promise<void> {
    const table = { isOwn: false };
    const isPrepared = await retry(
      async () => {
        table.isOwn = await hasOwnTable(sql, 'cron.job', 'announce_jobs');
      },
      {
        maxDelayMs: MAX_RETRY_MS,
        signal: closing.signal,
        onError: (error) => logger.warn({ err: error }, 'cron: failed to start, will retry'),
      },
    );
    if (!isPrepared || closing.signal.aborted) return;
    if (!table.isOwn) {
      logger.info('cron: the database has its own pg_cron, which runs the jobs');
      return;
    }
    scheduleCleanUps(shared.jobs, [runDetailsCleanUp], sql, logger);
    const reload = (): void => scheduler?.reload();
    void shared.pubSub.subscribe(TOPIC, reload, reload);
    stopLeading = shared.leadership.lead(LEASE, async (lead) => {
      const own = new Scheduler({ owner, sql, clock, logger, onEnded: () => onEnded() }, lead);
      scheduler = own;
      if (closing.signal.aborted) own.drain();
      try {
        await own.run();
      } finally {
        scheduler = null;
      }
    });
  }

  /** Resolves when no command is running. */
  function whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      onEnded = () => {
        if ((scheduler?.running ?? 0) === 0) resolve();
      };
      onEnded();
    });
  }

  return {
    start: () => void run(),
    async close(deadline) {
      closing.abort();
      scheduler?.drain();
      await Promise.race([whenIdle(), whenAborted(deadline)]);
      // Cancels what is running.
      await stopLeading?.();
    },
  };
}
