/** @covers realtime.11 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { REALTIME_ROLE } from '../../src/platform/database/service-roles.ts';
import { createLogger } from '../../src/platform/logger.ts';
import type { Channel } from '../../src/services/realtime/channels/channel.ts';
import { createPresence } from '../../src/services/realtime/channels/presence.ts';
import { ALL_RIGHTS } from '../../src/services/realtime/channels/policies.ts';
import { createTopics } from '../../src/services/realtime/channels/topics.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

let database: TestDatabase;
let sql: Sql;
const processId = randomUUID();
beforeAll(async () => {
  database = await createTestDatabase();
  const connection = connectionAs(database.connection, REALTIME_ROLE);
  sql = openPool(connection, { applicationName: 'test-presence', maxConnections: 1 });
  await sql`insert into backend_realtime.processes (id) values (${processId})`;
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database.drop();
});

function openChannel(name: string): Channel {
  const caller = { role: 'anon', claims: { role: 'anon' }, token: null };
  return {
    topic: `realtime:${name}`,
    name,
    joinRef: '1',
    connection: { caller, address: '127.0.0.1', send: () => undefined } as never,
    config: { isPrivate: false } as never,
    presenceKey: 'ada',
    identity: { caller, expiresAtMs: null, sessionId: null },
    rights: ALL_RIGHTS,
  };
}

/** Presence with a rate limit that waits for the test. */
function openPresence(maxBytes: number) {
  const counted = Promise.withResolvers<null>();
  const presence = createPresence({
    sql,
    topics: createTopics(1000, systemClock),
    bus: {
      processId,
      publish: () => Promise.resolve(),
      subscribe: () => undefined,
      onReconnect: () => undefined,
      send: () => true,
      close: () => Promise.resolve(),
    },
    processes: {
      id: processId,
      hasPeers: () => false,
      onGone: () => undefined,
      onReturn: () => undefined,
      close: () => Promise.resolve(),
    },
    maxBytes,
    rateLimit: { take: () => counted.promise },
    logger: createLogger('silent'),
  });
  return { presence, count: () => counted.resolve(null) };
}

const rows = () => database.sql`select meta from backend_realtime.presences`;

test('A channel that closes while its rate limit is counted leaves no presence', async () => {
  const { presence, count } = openPresence(10_000);
  const channel = openChannel('gone');
  await presence.watch(channel);
  const tracked = presence.track(channel, {});
  presence.forget(channel);
  count();
  await tracked;
  expect(await rows()).toEqual([]);
});

test('A channel that closes while its second track is rejected leaves no presence', async () => {
  const { presence, count } = openPresence(1000);
  const channel = openChannel('rejected');
  await presence.watch(channel);
  count();
  await presence.track(channel, { n: 1 });
  expect(await rows()).toEqual([{ meta: { n: 1 } }]);
  const rejected = presence.track(channel, { long: 'x'.repeat(1000) });
  // Counted, so the write has started.
  await Promise.resolve();
  await Promise.resolve();
  presence.forget(channel);
  await expect(rejected).rejects.toThrow('One client may track at most 1000 bytes');
  await expect.poll(rows).toEqual([]);
});
