import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createSharedState, type SharedStateDeps } from '../../src/platform/shared/shared-state.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { newQueue } from './start-shared-parts.ts';
import { until } from './until.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function startProcess(settings: Partial<SharedStateDeps> = {}) {
  return createSharedState({
    connection: database.connection,
    processes: 1,
    isSharedDatabase: false,
    clock: systemClock,
    logger: createLogger('silent'),
    ...settings,
  });
}

async function countSessions(): Promise<number> {
  const [row] = await database.sql<{ sessions: number }[]>`
    select count(*)::int as sessions from pg_stat_activity
    where usename = ${SHARED_STATE_ROLE} and datname = current_database()`;
  return row?.sessions ?? 0;
}

test.each([
  ['one process on a database of its own', { processes: 1, isSharedDatabase: false }, false],
  ['several processes', { processes: 2, isSharedDatabase: false }, true],
  ['a database that other machines may use', { processes: 1, isSharedDatabase: true }, true],
])(
  'limits of %s are shared only if several processes can use the database',
  async (name, settings, shared) => {
    const both = [startProcess(settings), startProcess(settings)];
    const [first, second] = both.map(({ limits }) =>
      limits.define({ name: `test:${name}`, limit: 1, windowMs: HOUR_MS }),
    );
    expect(await first?.take('a')).toBeNull();
    expect((await second?.take('a')) !== null).toBe(shared);
    await Promise.all(both.map((process) => process.close(AbortSignal.timeout(2000))));
  },
);

test('connections open at first use, and all of them end at close', async () => {
  // Postgres may take a moment to end the sessions of earlier tests.
  await until(async () => (await countSessions()) === 0);
  const process = startProcess();
  expect(await countSessions()).toBe(0);
  const led = Promise.withResolvers<undefined>();
  process.leadership.lead('test', async ({ signal }) => {
    led.resolve(undefined);
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  });
  await Promise.all([
    led.promise,
    process.jobs.work(newQueue(), () => Promise.resolve()),
    process.pubSub.subscribe('test', () => undefined),
  ]);
  // One each for the lease, the jobs and the listener.
  expect(await countSessions()).toBe(3);
  await process.close(AbortSignal.timeout(2000));
  await until(async () => (await countSessions()) === 0);
});

test('a job that does not end does not delay a close beyond the deadline', async () => {
  const process = startProcess();
  const queue = newQueue();
  const started = Promise.withResolvers<undefined>();
  await process.jobs.work(queue, () => {
    started.resolve(undefined);
    return new Promise(() => undefined);
  });
  await process.jobs.enqueue(database.sql, queue.name, {});
  await started.promise;
  const asked = performance.now();
  await process.close(AbortSignal.timeout(300));
  // Waiting for the job would take much longer.
  expect(performance.now() - asked).toBeLessThan(15_000);
});

test('a Postgres that does not respond does not delay a close beyond the deadline', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await until(() => silent.listening);
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const process = startProcess({ connection: { ...database.connection, port } });
  const work = process.jobs.work(newQueue(), () => Promise.resolve());
  await until(() => sockets.size > 0);
  const asked = performance.now();
  await process.close(AbortSignal.timeout(300));
  // Waiting for the connection would take twice as long.
  expect(performance.now() - asked).toBeLessThan(15_000);
  await work;
  for (const socket of sockets) socket.destroy();
  silent.close();
});
