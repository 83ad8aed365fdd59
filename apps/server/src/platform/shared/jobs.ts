import { PgBoss, type Job as BossJob } from 'pg-boss';
import type postgres from 'postgres';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import { createBossDatabase, toBossDatabase } from './boss-database.ts';
import { keepTrying } from './keep-trying.ts';
import type { Listener } from './listener.ts';
import { whenAborted, within } from './within.ts';

const SCHEMA = 'beaconpay_jobs';
/** One queue for all schedules, so that each more costs a row and nothing else. */
const SCHEDULES: JobQueue = { name: 'schedules', retryLimit: 0, expireInS: 900, concurrency: 2 };
/** A process that did not say for so long that it works on a job is taken for dead. */
const HEARTBEAT_S = 30;
/** How long a finished job is kept, without its data. */
const FINISHED_KEPT_S = 3600;
const FIRST_RETRY_S = 2;
const LONGEST_RETRY_S = 600;
/** How often one of a queue's workers looks for retries that are due; new jobs announce themselves. */
const LOOK_FOR_RETRIES_S = 2;
const LOOK_FOR_MISSED_S = 30;
const HAND_BACK_TIMEOUT_MS = 1000;
const QUEUE_TIMEOUT_MS = 5000;

export interface JobQueue {
  /** Names the queue among all, such as `auth:messages`. */
  readonly name: string;
  /** How often a job that fails is tried again, with growing pauses, before it is given up. */
  readonly retryLimit: number;
  /** After how many seconds an attempt counts as failed. */
  readonly expireInS: number;
  /** How many jobs one process works on at a time. */
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

/** Work that is kept in Postgres until it is done, by whichever process comes first. */
export interface Jobs {
  /** Adds a job as part of the caller's transaction: it exists exactly when that commits. */
  enqueue(sql: Sql | postgres.TransactionSql, queue: string, data: JsonObject): Promise<void>;
  /**
   * Starts doing a queue's jobs; each is begun within moments of its commit. A
   * job that throws is tried again, and what it threw is logged. Resolves when
   * the work has begun, which takes as long as Postgres is away: a start need
   * not wait for it.
   */
  work(queue: JobQueue, handle: (job: Job) => Promise<void>): Promise<void>;
  /** Does something on a schedule (cron, UTC), by one process at a time. Resolves as `work` does. */
  schedule(
    name: string,
    cron: string,
    handle: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Begins no more jobs, and waits for those under way until the deadline; then others do them. */
  close(deadline: AbortSignal): Promise<void>;
}

interface JobsDeps {
  /** One connection as the role of shared state that nothing else uses. */
  readonly sql: Sql;
  /** Hears of new jobs. */
  readonly listener: Pick<Listener, 'listen'>;
  readonly logger: Logger;
  /** How often to look for dead workers and due schedules. */
  readonly lookEveryS?: number;
}

/** pg-boss knows no colon in a name. */
function toBossName(name: string): string {
  return name.replaceAll(':', '/');
}

function createBoss({ sql, listener, logger, lookEveryS = 15 }: JobsDeps): PgBoss {
  const boss = new PgBoss({
    db: createBossDatabase(sql, listener),
    schema: SCHEMA,
    // Its tables are made by a migration, and only their owner could repair them.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    superviseIntervalSeconds: lookEveryS,
    monitorIntervalSeconds: lookEveryS,
    cronMonitorIntervalSeconds: lookEveryS,
    cronWorkerIntervalSeconds: lookEveryS,
    maintenanceIntervalSeconds: FINISHED_KEPT_S,
    // Jobs here never wait for one another.
    flowIntervalSeconds: FINISHED_KEPT_S,
  });
  boss.on('error', (error) => logger.warn({ err: error }, 'the job queue had a problem'));
  boss.on('warning', ({ message }) => logger.warn({ reason: message }, 'the job queue warns'));
  return boss;
}

/** Does one job, and says in the log what the queue shall not keep: why it failed. */
async function doJob(
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
    if (attempt > retryLimit) logger.error(details, 'a job failed and is given up');
    else logger.warn(details, 'a job failed and will be tried again');
    // A cause may quote what the job was given.
    throw new Error('The attempt failed; the log says why.');
  }
}

/**
 * Jobs and schedules kept by pg-boss.
 *
 * Consistency: a job is done at least once. It is done again when its process
 * dies, its attempt expires, or Postgres goes away between the deed and its
 * record, so what it does must bear repetition.
 */
export function createJobs(deps: JobsDeps): Jobs {
  const { sql, logger } = deps;
  const boss = createBoss(deps);
  const closing = new AbortController();
  const queues = new Map<string, Promise<boolean>>();
  const schedules = new Map<string, (signal: AbortSignal) => Promise<void>>();
  let starting: Promise<boolean> | null = null;

  const start = (): Promise<boolean> => {
    starting ??= keepTrying(
      () =>
        boss.start().catch(async (error: unknown) => {
          await boss.stop({ graceful: false, close: false });
          throw error;
        }),
      closing.signal,
      logger,
    );
    return starting;
  };

  const putQueue = async (queue: JobQueue, policy: 'standard' | 'exclusive'): Promise<void> => {
    const options = {
      retryLimit: queue.retryLimit,
      retryBackoff: true,
      retryDelay: FIRST_RETRY_S,
      retryDelayMax: LONGEST_RETRY_S,
      expireInSeconds: queue.expireInS,
      heartbeatSeconds: HEARTBEAT_S,
      deleteAfterSeconds: FINISHED_KEPT_S,
      notify: true,
    };
    const name = toBossName(queue.name);
    await boss.createQueue(name, { ...options, policy });
    // It may be there from an earlier release, with other options.
    await boss.updateQueue(name, options);
  };

  /** One worker at a time, for only one by itself can be told to look again. */
  const startWorker = async (
    queue: JobQueue,
    lookEveryS: number,
    handle: (job: Job) => Promise<void>,
  ): Promise<void> => {
    const worker = { id: '' };
    const options = { notifyPollingIntervalSeconds: lookEveryS, pollingIntervalSeconds: 2 };
    worker.id = await boss.work(toBossName(queue.name), options, async ([job]) => {
      if (job === undefined) return;
      try {
        await doJob(queue, job, handle, logger);
      } finally {
        // What was added meanwhile announced itself while nobody was free to hear.
        boss.notifyWorker(worker.id);
      }
    });
  };

  const open = (queue: JobQueue, policy: 'standard' | 'exclusive'): Promise<boolean> => {
    const opened = keepTrying(() => putQueue(queue, policy), closing.signal, logger);
    queues.set(queue.name, opened);
    return opened;
  };

  const workOn = async (queue: JobQueue, handle: (job: Job) => Promise<void>): Promise<void> => {
    await start();
    for (let index = 0; index < queue.concurrency && !closing.signal.aborted; index += 1) {
      await startWorker(queue, index === 0 ? LOOK_FOR_RETRIES_S : LOOK_FOR_MISSED_S, handle);
    }
  };

  const doScheduled = async ({ data, signal }: Job): Promise<void> => {
    // A name that only another release knows is left to it.
    if (typeof data.name === 'string') await schedules.get(data.name)?.(signal);
  };

  return {
    async enqueue(caller, queue, data) {
      // Only right after the start is it not there yet.
      await within(QUEUE_TIMEOUT_MS, Promise.resolve(queues.get(queue)));
      await boss.send(toBossName(queue), data, { db: toBossDatabase(caller) });
    },
    async work(queue, handle) {
      if (queues.has(queue.name)) throw new Error(`${queue.name} is worked on already.`);
      if (await open(queue, 'standard')) await workOn(queue, handle);
    },
    async schedule(name, cron, handle) {
      if (schedules.has(name)) throw new Error(`${name} is scheduled already.`);
      schedules.set(name, handle);
      const first = !queues.has(SCHEDULES.name);
      const opened = queues.get(SCHEDULES.name) ?? open(SCHEDULES, 'exclusive');
      if (!(await opened)) return;
      const key = toBossName(name);
      await keepTrying(
        () => boss.schedule(SCHEDULES.name, cron, { name }, { key, singletonKey: key }),
        closing.signal,
        logger,
      );
      if (first) await workOn(SCHEDULES, doScheduled);
    },
    async close(deadline) {
      closing.abort();
      const finish = async (): Promise<void> => {
        if (starting === null || !(await starting)) return;
        await Promise.all([...queues.keys()].map((name) => boss.offWork(toBossName(name))));
      };
      await Promise.race([finish(), whenAborted(deadline)]);
      // Hands back what is still being done, for another process to do.
      const handBack = boss.stop({ graceful: false, close: false });
      await within(HAND_BACK_TIMEOUT_MS, handBack).catch((error: unknown) => {
        logger.warn({ err: error }, 'jobs under way are left to expire');
      });
      await sql.end({ timeout: 1 });
    },
  };
}
