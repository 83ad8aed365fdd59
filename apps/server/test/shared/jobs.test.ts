import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { AUTH_ROLE, SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createJobs, type Job, type Jobs } from '../../src/platform/shared/jobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

let database: TestDatabase;
let authSql: Sql;
const open: Jobs[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  authSql = openPool(connectionAs(database.connection, AUTH_ROLE), {
    applicationName: 'test-auth',
    maxConnections: 2,
  });
});
afterAll(async () => {
  await Promise.all(open.map((jobs) => jobs.close(AbortSignal.timeout(2000))));
  await authSql.end({ timeout: 1 });
  await database.drop();
});

/** A process's share, on connections of its own. */
function startJobs(): Jobs {
  const connection = connectionAs(database.connection, SHARED_STATE_ROLE);
  const sql = openPool(connection, { applicationName: 'test-jobs', maxConnections: 1 });
  const jobs = createJobs({
    sql,
    listener: sql,
    logger: createLogger('silent'),
    lookEveryS: 1,
  });
  open.push(jobs);
  return jobs;
}

let lastQueue = 0;
function newQueue(
  settings: { retryLimit?: number; expireInS?: number; concurrency?: number } = {},
) {
  lastQueue += 1;
  return { name: `test:${lastQueue}`, retryLimit: 3, expireInS: 30, concurrency: 1, ...settings };
}

const until = (condition: () => unknown, timeout = 25_000) =>
  vi.waitFor(
    async () => {
      if (!(await condition())) throw new Error('not yet');
    },
    { timeout, interval: 20 },
  );

test('a job enqueued by the auth role is begun within moments of its commit', async () => {
  const queue = newQueue();
  const done: Job[] = [];
  const jobs = startJobs();
  await jobs.work(queue, (job) => {
    done.push(job);
    return Promise.resolve();
  });
  await authSql.begin((transaction) => jobs.enqueue(transaction, queue.name, { to: 'somebody' }));
  const committed = performance.now();
  await until(() => done.length === 1);
  expect(performance.now() - committed).toBeLessThan(1500);
  expect(done[0]).toMatchObject({ data: { to: 'somebody' }, attempt: 1 });
});
