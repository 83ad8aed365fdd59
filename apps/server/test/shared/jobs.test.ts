import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import {
  AUTH_ROLE,
  DATA_API_ROLE,
  SHARED_STATE_ROLE,
} from '../../src/platform/database/service-roles.ts';
import type { Job, JobQueue, Jobs } from '../../src/platform/shared/jobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { newQueue, startJobs } from './start-shared-parts.ts';
import { until } from './until.ts';

let database: TestDatabase;
let authSql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  authSql = openPool(connectionAs(database.connection, AUTH_ROLE), {
    applicationName: 'test-auth',
    maxConnections: 2,
  });
});
afterAll(async () => {
  await authSql.end({ timeout: 1 });
  await database.drop();
});

const open = new Set<Jobs>();
afterEach(async () => {
  await Promise.all([...open].map((jobs) => jobs.close(AbortSignal.timeout(5000))));
  open.clear();
});

function start(): Jobs {
  const jobs = startJobs(database.connection);
  open.add(jobs);
  return jobs;
}

/** Runs the jobs of a queue and records each attempt. */
async function workAndRecord(jobs: Jobs, queue: JobQueue): Promise<Job[]> {
  const attempts: Job[] = [];
  await jobs.work(queue, (job) => {
    attempts.push(job);
    return Promise.resolve();
  });
  return attempts;
}

function enqueue(jobs: Jobs, queue: JobQueue, data: Record<string, string>): Promise<unknown> {
  return authSql.begin((transaction) => jobs.enqueue(transaction, queue.name, data));
}

interface JobRow {
  readonly state: string;
  readonly retry_count: number;
  readonly data: unknown;
  readonly output: unknown;
}

function rowsOf(queue: JobQueue) {
  return database.sql<JobRow[]>`
    select state::text, retry_count, data, output from backend_jobs.job
    where name = ${queue.name.replaceAll(':', '/')}`;
}

/**
 * Enqueues each job after the previous one is done. A worker that only polls would take 2 s for each but the
 * first. The fastest job counts, because a busy machine may delay any of them.
 */
async function expectPromptness(jobs: Jobs, queue: JobQueue, attempts: Job[]): Promise<void> {
  const before = attempts.length;
  const tookMs: number[] = [];
  for (let done = 1; done <= 5; done += 1) {
    const started = performance.now();
    await enqueue(jobs, queue, { which: String(done) });
    await until(() => attempts.length === before + done);
    tookMs.push(performance.now() - started);
  }
  expect(Math.min(...tookMs.slice(1))).toBeLessThan(1000);
}

test('a job that the auth role enqueues starts immediately after the commit', async () => {
  const queue = newQueue();
  const jobs = start();
  const attempts = await workAndRecord(jobs, queue);
  await expectPromptness(jobs, queue, attempts);
  expect(attempts[0]).toMatchObject({ data: { which: '1' }, attempt: 1 });
});

test('a job enqueued in a transaction that is rolled back never runs', async () => {
  const queue = newQueue();
  const jobs = start();
  const attempts = await workAndRecord(jobs, queue);
  await expect(
    authSql.begin(async (transaction) => {
      await jobs.enqueue(transaction, queue.name, { which: 'rolled back' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await enqueue(jobs, queue, { which: 'committed' });
  await until(() => attempts.length > 0);
  expect(attempts.map(({ data }) => data)).toEqual([{ which: 'committed' }]);
  expect(await rowsOf(queue)).toHaveLength(1);
});

test('a job waits until its transaction has committed', async () => {
  const queue = newQueue();
  const jobs = start();
  const attempts = await workAndRecord(jobs, queue);
  await authSql.begin(async (transaction) => {
    await jobs.enqueue(transaction, queue.name, { which: 'first' });
    await enqueue(jobs, queue, { which: 'second' });
    await until(() => attempts.length === 1);
  });
  await until(() => attempts.length === 2);
  expect(attempts.map(({ data }) => data.which)).toEqual(['second', 'first']);
});

test('jobs that are enqueued together run one after another without a pause', async () => {
  const queue = newQueue();
  const jobs = start();
  const done: unknown[] = [];
  const doneAtMs: number[] = [];
  await jobs.work(queue, ({ data }) => {
    done.push(data.which);
    doneAtMs.push(performance.now());
    return Promise.resolve();
  });
  await authSql.begin(async (transaction) => {
    for (const which of ['a', 'b', 'c', 'd', 'e']) {
      await jobs.enqueue(transaction, queue.name, { which });
    }
  });
  await until(() => done.length === 5);
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
  // A worker that only polls would pause 2 s before each. A busy machine may delay some.
  const pausesMs = doneAtMs.slice(1).map((atMs, index) => atMs - (doneAtMs[index] ?? 0));
  expect(Math.min(...pausesMs)).toBeLessThan(1000);
});

test('a job whose process is killed is completed by another process, once', async () => {
  const queue = newQueue({ expireInS: 2 });
  const survivor = start();
  const dying = fork(new URL('job-that-never-ends.ts', import.meta.url));
  dying.send([database.connection, queue]);
  // The first worker creates the queue; enqueuing fails until then.
  await until(async () => (await queueRows(queue)) === 1);
  await enqueue(survivor, queue, { which: 'survives' });
  await once(dying, 'message');
  dying.kill('SIGKILL');
  await once(dying, 'exit');
  const attempts = await workAndRecord(survivor, queue);
  await until(async () => (await rowsOf(queue))[0]?.state === 'completed');
  expect(attempts).toMatchObject([{ data: { which: 'survives' }, attempt: 2 }]);
  expect(await rowsOf(queue)).toMatchObject([{ state: 'completed', retry_count: 1 }]);
});

async function queueRows(queue: JobQueue): Promise<number> {
  const name = queue.name.replaceAll(':', '/');
  return (await database.sql`select from backend_jobs.queue where name = ${name}`).count;
}

test('a server whose deadline has passed returns its job to the queue', async () => {
  const queue = newQueue();
  const stopping = start();
  const started = Promise.withResolvers<AbortSignal>();
  await stopping.work(queue, ({ signal }) => {
    started.resolve(signal);
    return new Promise(() => undefined);
  });
  await enqueue(stopping, queue, { which: 'handed over' });
  const signal = await started.promise;
  open.delete(stopping);
  await stopping.close(AbortSignal.abort());
  expect(signal.aborted).toBe(true);
  const attempts = await workAndRecord(start(), queue);
  await until(() => attempts.length === 1);
  expect(attempts).toMatchObject([{ data: { which: 'handed over' }, attempt: 2 }]);
});

test('a server that stops waits for the running job and starts no other', async () => {
  const queue = newQueue();
  const jobs = start();
  const started = Promise.withResolvers<undefined>();
  const mayEnd = Promise.withResolvers<undefined>();
  let ended = 0;
  await jobs.work(queue, async () => {
    started.resolve(undefined);
    await mayEnd.promise;
    ended += 1;
  });
  await enqueue(jobs, queue, { which: 'under way' });
  await enqueue(jobs, queue, { which: 'next' });
  await started.promise;
  open.delete(jobs);
  const closed = jobs.close(AbortSignal.timeout(10_000));
  mayEnd.resolve(undefined);
  await closed;
  expect(ended).toBe(1);
  const states = (await rowsOf(queue)).map(({ state }) => state);
  expect(states.sort()).toEqual(['completed', 'created']);
});

test('a job that fails is retried until its last attempt', async () => {
  const queue = newQueue({ retryLimit: 1 });
  const jobs = start();
  const attempts: number[] = [];
  await jobs.work(queue, ({ attempt }) => {
    attempts.push(attempt);
    return Promise.reject(new Error('no mail host'));
  });
  await enqueue(jobs, queue, {});
  await until(async () => (await rowsOf(queue))[0]?.state === 'failed');
  expect(attempts).toEqual([1, 2]);
});

test('the data of a job is deleted once it has completed or failed', async () => {
  const good = newQueue();
  const bad = newQueue({ retryLimit: 0 });
  const jobs = start();
  await workAndRecord(jobs, good);
  await jobs.work(bad, ({ data }) =>
    Promise.reject(new Error(`rejected: ${JSON.stringify(data)}`)),
  );
  await enqueue(jobs, good, { secret: 'hunter2' });
  await enqueue(jobs, bad, { secret: 'hunter2' });
  await until(async () => (await rowsOf(good))[0]?.state === 'completed');
  await until(async () => (await rowsOf(bad))[0]?.state === 'failed');
  const kept = JSON.stringify([...(await rowsOf(good)), ...(await rowsOf(bad))]);
  expect(kept).not.toContain('hunter2');
});

test('jobs start promptly again after Postgres closed all of their connections', async () => {
  const queue = newQueue();
  const jobs = start();
  const attempts = await workAndRecord(jobs, queue);
  await enqueue(jobs, queue, { which: 'before' });
  await until(() => attempts.length === 1);
  const sessions = () => database.sql<{ pid: number; query: string }[]>`
    select pid, query from pg_stat_activity
    where usename = ${SHARED_STATE_ROLE} and datname = current_database()`;
  const ended = new Set((await sessions()).map(({ pid }) => pid));
  expect(ended.size).toBeGreaterThanOrEqual(2);
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = ${SHARED_STATE_ROLE} and datname = current_database()`;
  await until(async () =>
    (await sessions()).some(({ pid, query }) => !ended.has(pid) && /^listen/i.test(query)),
  );
  await expectPromptness(jobs, queue, attempts);
});

test('one of two processes runs a scheduled job', async () => {
  const runs: string[] = [];
  await Promise.all(
    ['first', 'second'].map((process) =>
      start().schedule('test:due', '* * * * *', () => {
        runs.push(process);
        return Promise.resolve();
      }),
    ),
  );
  const passes = new Set<string>();
  let settled = { runs: 0, jobs: 0, occurrences: 0 };
  await until(async () => {
    const runsBefore = runs.length;
    const [row] = await database.sql<
      { cron_on: string | null; busy: boolean; jobs: number; occurrences: number }[]
    >`
      select cron_on::text,
        exists (
          select from backend_jobs.job
          where name in ('__pgboss__send-it', 'schedules') and state < 'completed'
        ) as busy,
        (select count(*)::int from backend_jobs.job where name = 'schedules') as jobs,
        (
          select count(*)::int from backend_jobs.job
          where name = '__pgboss__send-it' and singleton_on is not null
        ) as occurrences
      from backend_jobs.version`;
    if (row === undefined) return false;
    if (runs.length > 0 && row.cron_on) passes.add(row.cron_on);
    settled = { ...row, runs: runs.length };
    // Wait for several more checks of the schedule in any process, and for the jobs that they create.
    return passes.size >= 4 && !row.busy && runs.length === runsBefore;
  });
  // Postgres stores each occurrence once. A minute may have passed since the first occurrence. Two
  // occurrences within a second share one job, because the queue is exclusive.
  expect(settled.jobs).toBeLessThanOrEqual(settled.occurrences);
  expect(settled.runs).toBe(settled.jobs);
});

test('a queue without workers rejects a job instead of losing it', async () => {
  const jobs = start();
  await expect(enqueue(jobs, newQueue(), {})).rejects.toThrow('does not exist');
});

test.each([
  ['the auth role', AUTH_ROLE],
  ['the data API', DATA_API_ROLE],
])('%s cannot read the data of jobs', async (_, role) => {
  const sql = openPool(connectionAs(database.connection, role), {
    applicationName: 'test-rights',
    maxConnections: 1,
  });
  await expect(sql`select data from backend_jobs.job_common`).rejects.toMatchObject({
    code: '42501',
  });
  await expect(sql`select data from backend_jobs.job`).rejects.toMatchObject({ code: '42501' });
  await sql.end({ timeout: 1 });
});

test('the tables of jobs do not depend on the day of their creation, so that every backup can be restored', async () => {
  const dated = await database.sql`
    select relname from pg_class
    where relnamespace = 'backend_jobs'::regnamespace and relname ~ '[0-9]{8}'`;
  expect(dated).toEqual([]);
});
