import type { PgBoss, Job as BossJob } from 'pg-boss';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { Sql, Database } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import { createBoss } from './boss.ts';
import { toBossDatabase } from './boss-database.ts';
import { retry } from '../runtime/retry.ts';
import type { Listener } from './listener.ts';
import { whenAborted, within } from '../runtime/deadline.ts';

/** One queue for all schedules, so that another schedule costs only a row. */
const SCHEDULES: JobQueue = { name: 'schedules', retryLimit: 0, expireInS: 900, concurrency: 2 };
/** A job whose worker sends no heartbeat for this long is given to another worker. */
const HEARTBEAT_S = 30;
/** How long a finished job is stored, without its data. */
const FINISHED_RETENTION_S = 3600;
const MAX_RECONNECT_DELAY_MS = 10_000;
const MIN_RETRY_S = 2;
const MAX_RETRY_S = 600;
/** How often one worker of a queue polls for due retries. New jobs arrive by notification. */
const RETRY_POLL_S = 2;
/** How often the other workers poll for jobs whose notification was lost. */
const FALLBACK_POLL_S = 30;
const RETURN_TIMEOUT_MS = 1000;
const QUEUE_TIMEOUT_MS = 5000;

export interface JobQueue {
  /** Unique, such as `auth:messages`. */
  readonly name: string;
  /** Number of retries of a failed job, with exponential backoff. */
  readonly retryLimit: number;
  /** Timeout of an attempt in seconds. */
  readonly expireInS: number;
  /** Number of jobs that one process runs at a time. */
  readonly concurrency: number;
}

export interface Job {
  readonly id: string;
  readonly data: JsonObject;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborts when the attempt expires or the server stops. */
  readonly signal: AbortSignal;
}

/** A job queue in Postgres, shared by all processes. */
export interface Jobs {
  /** Adds a job within the caller's transaction. It exists if and only if the transaction commits. */
  enqueue(sql: Database, queue: string, data: JsonObject): Promise<void>;
  /**
   * Starts the workers of a queue. A job starts within moments of its commit. A job
   * that throws is logged and retried. Resolves when the workers run, which waits
   * for Postgres; a server start need not await it.
   */
  work(queue: JobQueue, handle: (job: Job) => Promise<void>): Promise<void>;
  /** Runs a task on a schedule (cron, UTC), in one process at a time. Resolves as `work` does. */
  schedule(
    name: string,
    cron: string,
    handle: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Starts no more jobs. Waits for running jobs until the deadline, then returns them to the queue. */
  close(deadline: AbortSignal): Promise<void>;
}

interface JobsDeps {
  /** A pool of one connection for jobs alone, as the shared-state role. */
  readonly sql: Sql;
  /** Receives notifications of new jobs. */
  readonly listener: Pick<Listener, 'listen'>;
  readonly logger: Logger;
  /** How often to check for dead workers and due schedules. */
  readonly pollIntervalS?: number;
}

/** pg-boss allows no colon in a name. */
function toBossName(name: string): string {
  return name.replaceAll(':', '/');
}

/** Runs one job. The error is logged and not stored, because it may contain job data. */
async function runJob(
  { name, retryLimit }: JobQueue,
  { id, data, retryCount, signal }: BossJob<unknown>,
  handle: (job: Job) => Promise<void>,
  logger: Logger,
): Promise<void> {
  const attempt = retryCount + 1;
  try {
    await handle({ id, data: isJsonObject(data) ? data : {}, attempt, signal });
  } catch (error) {
    const details = { err: error, queue: name, jobId: id, attempt };
    if (attempt > retryLimit) logger.error(details, 'jobs: job failed, will not retry');
    else logger.warn(details, 'jobs: job failed, will retry');
    // The original error may quote job data.
    throw new Error('The attempt failed. See the log for the reason.');
  }
}

async function putQueue(
  boss: PgBoss,
  queue: JobQueue,
  policy: 'standard' | 'exclusive',
): Promise<void> {
  const options = {
    retryLimit: queue.retryLimit,
    retryBackoff: true,
    retryDelay: MIN_RETRY_S,
    retryDelayMax: MAX_RETRY_S,
    expireInSeconds: queue.expireInS,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: FINISHED_RETENTION_S,
    notify: true,
  };
  const name = toBossName(queue.name);
  await boss.createQueue(name, { ...options, policy });
  // The queue may exist with the options of an earlier release.
  await boss.updateQueue(name, options);
}

/** Starts a single worker, because `notifyWorker` addresses one worker. */
async function startWorker(
  boss: PgBoss,
  queue: JobQueue,
  pollS: number,
  handle: (job: Job) => Promise<void>,
  logger: Logger,
): Promise<void> {
  const worker = { id: '' };
  const options = { notifyPollingIntervalSeconds: pollS, pollingIntervalSeconds: 2 };
  worker.id = await boss.work(toBossName(queue.name), options, async ([job]) => {
    if (job === undefined) return;
    try {
      await runJob(queue, job, handle, logger);
    } finally {
      // Notifications that arrived while the worker was busy are lost.
      boss.notifyWorker(worker.id);
    }
  });
}

/** Returns running jobs to the queue, for another process. */
async function returnRunningJobs(boss: PgBoss, logger: Logger): Promise<void> {
  const returned = boss.stop({ graceful: false, close: false });
  await within(RETURN_TIMEOUT_MS, returned).catch((error: unknown) => {
    logger.warn(
      { err: error },
      'jobs: failed to return running jobs to the queue, they will time out',
    );
  });
}

/**
 * Jobs and schedules in pg-boss.
 *
 * Consistency: a job runs at least once. It runs again when its process dies, its
 * attempt times out, or Postgres fails before the result is stored, so handlers
 * must be idempotent.
 */
export function createJobs(deps: JobsDeps): Jobs {
  const { sql, logger } = deps;
  const boss = createBoss(deps);
  const closing = new AbortController();
  const queues = new Map<string, Promise<boolean>>();
  const schedules = new Map<string, (signal: AbortSignal) => Promise<void>>();
  let starting: Promise<boolean> | null = null;

  const retryUntilClosed = (task: () => Promise<unknown>): Promise<boolean> =>
    retry(task, {
      maxDelayMs: MAX_RECONNECT_DELAY_MS,
      signal: closing.signal,
      onError: (error) =>
        logger.warn({ err: error }, 'jobs: failed to reach the job queue, will retry'),
    });

  const start = (): Promise<boolean> => {
    starting ??= retryUntilClosed(() =>
      boss.start().catch(async (error: unknown) => {
        await boss.stop({ graceful: false, close: false });
        throw error;
      }),
    );
    return starting;
  };

  const open = (queue: JobQueue, policy: 'standard' | 'exclusive'): Promise<boolean> => {
    const opened = retryUntilClosed(() => putQueue(boss, queue, policy));
    queues.set(queue.name, opened);
    return opened;
  };

  const workOn = async (queue: JobQueue, handle: (job: Job) => Promise<void>): Promise<void> => {
    await start();
    for (let index = 0; index < queue.concurrency && !closing.signal.aborted; index += 1) {
      const pollS = index === 0 ? RETRY_POLL_S : FALLBACK_POLL_S;
      await startWorker(boss, queue, pollS, handle, logger);
    }
  };

  const runScheduled = async ({ data, signal }: Job): Promise<void> => {
    // Another release may have schedules that this one does not.
    if (typeof data.name === 'string') await schedules.get(data.name)?.(signal);
  };

  return {
    async enqueue(caller, queue, data) {
      // Right after the start, the queue may not exist yet.
      await within(QUEUE_TIMEOUT_MS, Promise.resolve(queues.get(queue)));
      await boss.send(toBossName(queue), data, { db: toBossDatabase(caller) });
    },
    async work(queue, handle) {
      if (queues.has(queue.name)) throw new Error(`${queue.name} already has workers.`);
      if (await open(queue, 'standard')) await workOn(queue, handle);
    },
    async schedule(name, cron, handle) {
      if (schedules.has(name)) throw new Error(`${name} is scheduled already.`);
      schedules.set(name, handle);
      const first = !queues.has(SCHEDULES.name);
      const opened = queues.get(SCHEDULES.name) ?? open(SCHEDULES, 'exclusive');
      if (!(await opened)) return;
      const key = toBossName(name);
      await retryUntilClosed(() =>
        boss.schedule(SCHEDULES.name, cron, { name }, { key, singletonKey: key }),
      );
      if (first) await workOn(SCHEDULES, runScheduled);
    },
    async close(deadline) {
      closing.abort();
      const finish = async (): Promise<void> => {
        if (starting === null || !(await starting)) return;
        await Promise.all([...queues.keys()].map((name) => boss.offWork(toBossName(name))));
      };
      await Promise.race([finish(), whenAborted(deadline)]);
      await returnRunningJobs(boss, logger);
      await sql.end({ timeout: 1 });
    },
  };
}
