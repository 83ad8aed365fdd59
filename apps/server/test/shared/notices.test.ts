import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { AUTH_ROLE, SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createListener, type Listener } from '../../src/platform/shared/listener.ts';
import { createNotices, type Notices } from '../../src/platform/shared/notices.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { until } from './until.ts';

let database: TestDatabase;
let authSql: Sql;
const listeners: Listener[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  authSql = openPool(connectionAs(database.connection, AUTH_ROLE), {
    applicationName: 'test-auth',
    maxConnections: 2,
  });
});
afterAll(async () => {
  await Promise.all([authSql.end({ timeout: 1 }), ...listeners.map((listener) => listener.end())]);
  await database.drop();
});

function startNotices(): Notices {
  const connection = connectionAs(database.connection, SHARED_STATE_ROLE);
  const sql = openPool(connection, {
    applicationName: 'test-notices',
    maxConnections: 1,
    keepSession: true,
  });
  const listener = createListener(sql, createLogger('silent'));
  listeners.push(listener);
  return createNotices(listener, createLogger('silent'));
}

async function hear(notices: Notices, topic: string) {
  const heard: JsonObject[] = [];
  let reconnects = 0;
  const stop = await notices.subscribe(
    topic,
    (message) => heard.push(message),
    () => (reconnects += 1),
  );
  return { heard, reconnects: () => reconnects, stop };
}

test('a notice reaches every process that hears its topic, the sender too, and nobody else', async () => {
  const [one, other] = [startNotices(), startNotices()];
  const [inOne, inOther, elsewhere] = [
    await hear(one, 'keys'),
    await hear(other, 'keys'),
    await hear(other, 'schema'),
  ];
  await one.publish(authSql, 'keys', { rotated: 'now' });
  await other.publish(authSql, 'schema', { reload: true });
  await until(() => inOne.heard.length && inOther.heard.length && elsewhere.heard.length);
  expect(inOne.heard).toEqual([{ rotated: 'now' }]);
  expect(inOther.heard).toEqual([{ rotated: 'now' }]);
  expect(elsewhere.heard).toEqual([{ reload: true }]);
});

test('a notice is heard once its transaction has committed, and not at all if it does not', async () => {
  const notices = startNotices();
  const { heard } = await hear(notices, 'transaction');
  await expect(
    authSql.begin(async (transaction) => {
      await notices.publish(transaction, 'transaction', { which: 'rolled back' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await authSql.begin(async (transaction) => {
    await notices.publish(transaction, 'transaction', { which: 'committed' });
    await notices.publish(authSql, 'transaction', { which: 'meanwhile' });
    await until(() => heard.length > 0);
  });
  await until(() => heard.length === 2);
  expect(heard).toEqual([{ which: 'meanwhile' }, { which: 'committed' }]);
});

test('two listeners hear again after their connections were ended, and learn that they may have missed something', async () => {
  const [one, other] = [startNotices(), startNotices()];
  const [inOne, inOther] = [await hear(one, 'again'), await hear(other, 'again')];
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'test-notices' and datname = current_database()`;
  await until(() => inOne.reconnects() === 1 && inOther.reconnects() === 1);
  await one.publish(authSql, 'again', { which: 'after' });
  await until(() => inOne.heard.length > 0 && inOther.heard.length > 0);
  expect(inOne.heard).toEqual([{ which: 'after' }]);
  expect(inOther.heard).toEqual([{ which: 'after' }]);
});

test('what is not a notice, and a listener that throws, disturb nobody', async () => {
  const notices = startNotices();
  await notices.subscribe('robust', () => {
    throw new Error('a listener failed');
  });
  const { heard } = await hear(notices, 'robust');
  for (const payload of ['', 'no json', '[]', '{"topic":"robust"}']) {
    await authSql`select pg_notify('beaconpay', ${payload})`;
  }
  await notices.publish(authSql, 'robust', { which: 'real' });
  await until(() => heard.length > 0);
  expect(heard).toEqual([{ which: 'real' }]);
});

test('who stopped hearing hears no more, and a message that is too large is refused', async () => {
  const notices = startNotices();
  const [stopped, still] = [await hear(notices, 'stop'), await hear(notices, 'stop')];
  await stopped.stop();
  await notices.publish(authSql, 'stop', { which: 'later' });
  await until(() => still.heard.length > 0);
  expect(stopped.heard).toEqual([]);
  await expect(notices.publish(authSql, 'stop', { text: 'ä'.repeat(3500) })).rejects.toThrow(
    'larger than 7000 bytes',
  );
});
