import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { AUTH_ROLE, SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createListener, type Listener } from '../../src/platform/shared/listener.ts';
import { createPubSub, type PubSub } from '../../src/platform/shared/pub-sub.ts';
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

function startPubSub(): PubSub {
  const connection = connectionAs(database.connection, SHARED_STATE_ROLE);
  const sql = openPool(connection, {
    applicationName: 'test-pub-sub',
    maxConnections: 1,
    keepSession: true,
  });
  const listener = createListener(sql, createLogger('silent'));
  listeners.push(listener);
  return createPubSub(listener, createLogger('silent'));
}

async function receive(pubSub: PubSub, topic: string) {
  const received: JsonObject[] = [];
  let reconnects = 0;
  const stop = await pubSub.subscribe(
    topic,
    (message) => received.push(message),
    () => (reconnects += 1),
  );
  return { received, reconnects: () => reconnects, stop };
}

test('a message reaches every subscriber of its topic, including the sender, and no other subscriber', async () => {
  const [one, other] = [startPubSub(), startPubSub()];
  const [inOne, inOther, elsewhere] = [
    await receive(one, 'keys'),
    await receive(other, 'keys'),
    await receive(other, 'schema'),
  ];
  await one.publish(authSql, 'keys', { rotated: 'now' });
  await other.publish(authSql, 'schema', { reload: true });
  await until(() => inOne.received.length && inOther.received.length && elsewhere.received.length);
  expect(inOne.received).toEqual([{ rotated: 'now' }]);
  expect(inOther.received).toEqual([{ rotated: 'now' }]);
  expect(elsewhere.received).toEqual([{ reload: true }]);
});

test('a message is received once its transaction has committed, and never after a rollback', async () => {
  const pubSub = startPubSub();
  const { received } = await receive(pubSub, 'transaction');
  await expect(
    authSql.begin(async (transaction) => {
      await pubSub.publish(transaction, 'transaction', { which: 'rolled back' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await authSql.begin(async (transaction) => {
    await pubSub.publish(transaction, 'transaction', { which: 'committed' });
    await pubSub.publish(authSql, 'transaction', { which: 'meanwhile' });
    await until(() => received.length > 0);
  });
  await until(() => received.length === 2);
  expect(received).toEqual([{ which: 'meanwhile' }, { which: 'committed' }]);
});

test('two listeners reconnect after their connections were closed, and are notified of the gap', async () => {
  const [one, other] = [startPubSub(), startPubSub()];
  const [inOne, inOther] = [await receive(one, 'again'), await receive(other, 'again')];
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'test-pub-sub' and datname = current_database()`;
  await until(() => inOne.reconnects() === 1 && inOther.reconnects() === 1);
  await one.publish(authSql, 'again', { which: 'after' });
  await until(() => inOne.received.length > 0 && inOther.received.length > 0);
  expect(inOne.received).toEqual([{ which: 'after' }]);
  expect(inOther.received).toEqual([{ which: 'after' }]);
});

test('an invalid payload and a subscriber that throws do not affect other subscribers', async () => {
  const pubSub = startPubSub();
  await pubSub.subscribe('robust', () => {
    throw new Error('a listener failed');
  });
  const { received } = await receive(pubSub, 'robust');
  for (const payload of ['', 'no json', '[]', '{"topic":"robust"}']) {
    await authSql`select pg_notify('backend', ${payload})`;
  }
  await pubSub.publish(authSql, 'robust', { which: 'real' });
  await until(() => received.length > 0);
  expect(received).toEqual([{ which: 'real' }]);
});

test('an unsubscribed handler receives nothing, and a message that is too large is rejected', async () => {
  const pubSub = startPubSub();
  const [stopped, still] = [await receive(pubSub, 'stop'), await receive(pubSub, 'stop')];
  await stopped.stop();
  await pubSub.publish(authSql, 'stop', { which: 'later' });
  await until(() => still.received.length > 0);
  expect(stopped.received).toEqual([]);
  await expect(pubSub.publish(authSql, 'stop', { text: 'ä'.repeat(3500) })).rejects.toThrow(
    'larger than 7000 bytes',
  );
});
