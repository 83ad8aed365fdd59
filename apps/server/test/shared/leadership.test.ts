import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectionAs, openPool } from '../../src/platform/database/connection.ts';
import { SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createLeadership } from '../../src/platform/shared/leadership.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { until } from './until.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const open: ReturnType<typeof createLeadership>[] = [];
afterEach(async () => {
  await Promise.all(
    open.splice(0).map((leadership) => leadership.close(AbortSignal.timeout(5000))),
  );
});

function startProcess(applicationName: string) {
  const leadership = createLeadership({
    openSession: (onClose) =>
      openPool(connectionAs(database.connection, SHARED_STATE_ROLE), {
        applicationName,
        maxConnections: 1,
        keepSession: true,
        onClose,
      }),
    logger: createLogger('silent'),
  });
  open.push(leadership);
  return leadership;
}

/** Work that notes when it begins and ends, and ends when it is told to. */
function createWork() {
  const log: string[] = [];
  const work = async (signal: AbortSignal): Promise<void> => {
    log.push('begins');
    if (!signal.aborted) {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    log.push('ends');
  };
  return { log, work };
}

test('one of two processes leads, and the other follows when it gives up', async () => {
  const [first, second] = [createWork(), createWork()];
  const giveUp = startProcess('test-first').lead('test:give-up', first.work);
  await until(() => first.log.length === 1);
  startProcess('test-second').lead('test:give-up', second.work);
  const other = createWork();
  startProcess('test-second').lead('test:another', other.work);
  // The second one has asked for its lock when it got the other one.
  await until(() => other.log.length === 1);
  expect(second.log).toEqual([]);
  await giveUp();
  expect(first.log).toEqual(['begins', 'ends']);
  await until(() => second.log.length === 1);
});

test('a leader whose connection is lost is told so, and another one leads within seconds', async () => {
  const [first, second] = [createWork(), createWork()];
  startProcess('test-lost').lead('test:lost', first.work);
  await until(() => first.log.length === 1);
  startProcess('test-next').lead('test:lost', second.work);
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test-lost'`;
  await until(() => first.log.includes('ends'));
  await until(() => first.log.length + second.log.length === 3);
});

test('a process leads again after work that failed', async () => {
  let begun = 0;
  startProcess('test-failing').lead('test:failing', () => {
    begun += 1;
    return Promise.reject(new Error('the work failed'));
  });
  await until(() => begun === 2);
});

test('the work is over before the lead is another one’s', async () => {
  const mayEnd = Promise.withResolvers<undefined>();
  const log: string[] = [];
  const giveUp = startProcess('test-slow').lead('test:slow', async (signal) => {
    log.push('first begins');
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await mayEnd.promise;
    log.push('first ends');
  });
  await until(() => log.length === 1);
  const second = startProcess('test-waiting');
  second.lead('test:slow', () => {
    log.push('second begins');
    return Promise.resolve();
  });
  const asked = createWork();
  second.lead('test:asked', asked.work);
  const given = giveUp();
  await until(() => asked.log.length === 1);
  mayEnd.resolve(undefined);
  await given;
  await until(() => log.length >= 3);
  expect(log.slice(0, 3)).toEqual(['first begins', 'first ends', 'second begins']);
});

test('work that does not end keeps nobody beyond the deadline', async () => {
  const leadership = startProcess('test-stubborn');
  const begun = Promise.withResolvers<undefined>();
  leadership.lead('test:stubborn', () => {
    begun.resolve(undefined);
    return new Promise(() => undefined);
  });
  await begun.promise;
  open.pop();
  // Which would never be, if it waited for the work.
  await leadership.close(AbortSignal.timeout(200));
});
