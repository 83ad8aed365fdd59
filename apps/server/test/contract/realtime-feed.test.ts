import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { REALTIME_ROLE } from '../../src/platform/database/service-roles.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createFeed } from '../../src/services/realtime/changes/feed.ts';
import { dropUnusedSlot } from '../../src/services/realtime/changes/slot.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

const LINGER_MS = 30_000;

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  const connection = connectionAs(database.connection, REALTIME_ROLE);
  // One connection, so that queries run in order.
  sql = openPool(connection, { applicationName: 'test-feed', maxConnections: 1 });
});
afterAll(async () => {
  vi.useRealTimers();
  await sql.end({ timeout: 1 });
  await database.drop();
});

const listeners = () => database.sql`select process from backend_realtime.listeners`;

/** Stores each message of the log as the log reader does, and notifies all processes. */
function logOf(wakes: readonly (() => void)[]): Sql {
  return new Proxy(sql, {
    apply(target, self, given: [TemplateStringsArray, ...unknown[]]) {
      const [text, , id] = given;
      const query = Reflect.apply(target, self, given) as Promise<unknown>;
      if (!text.join('').includes('pg_logical_emit_message')) return query;
      return query.then(async () => {
        const probe = database.sql.json({ kind: 'probe', id: String(id) });
        await database.sql`insert into backend_realtime.changes (body) values (${probe})`;
        for (const wake of wakes) wake();
      });
    },
  });
}

test('A subscription during the release of the feed is not lost when the release ends', async () => {
  const released = Promise.withResolvers<undefined>();
  let leads = 0;
  const wakes: (() => void)[] = [];
  const feed = createFeed({
    sql: logOf(wakes),
    pubSub: {
      publish: () => Promise.resolve(),
      subscribe(_topic, receive) {
        wakes.push(() => receive({}));
        return Promise.resolve(() => Promise.resolve());
      },
    },
    leadership: {
      lead() {
        leads += 1;
        return () => released.promise;
      },
    },
    processes: {
      id: '00000000-0000-4000-8000-000000000001',
      onReturn: () => undefined,
    },
    read: () => Promise.resolve(),
    deliver: () => Promise.resolve(),
    onGap: () => undefined,
    logger: createLogger('silent'),
  });
  await feed.whenLive();
  expect(leads).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  feed.release();
  vi.advanceTimersByTime(LINGER_MS);
  vi.useRealTimers();

  const isLiveAgain = feed.whenLive();
  // Longer than a start takes.
  for (let turn = 0; turn < 8; turn += 1) await sql`select`;
  expect(leads).toBe(1);

  released.resolve(undefined);
  await isLiveAgain;
  expect(leads).toBe(2);
  expect(await listeners()).toHaveLength(1);
  await feed.close();
  expect(await listeners()).toHaveLength(0);
});

test('A slot that several processes drop at the same time is gone, and no process fails', async () => {
  const connection = connectionAs(database.connection, REALTIME_ROLE);
  const processes = [1, 2, 3].map(() =>
    openPool(connection, { applicationName: 'test-slot', maxConnections: 1 }),
  );
  const [own] = await database.sql<{ slot: string }[]>`
    select 'backend_realtime_' || oid as slot from pg_database
    where datname = current_database()`;
  const slot = own?.slot ?? '';
  try {
    for (let round = 0; round < 10; round += 1) {
      // A physical slot needs no wait for running transactions, and is dropped like any other.
      await database.sql`select pg_create_physical_replication_slot(${slot})`;
      await Promise.all(processes.map(dropUnusedSlot));
      const left = await database.sql`
        select from pg_replication_slots where slot_name = ${slot}`;
      expect(left).toHaveLength(0);
    }
  } finally {
    await Promise.all(processes.map((process) => process.end({ timeout: 1 })));
  }
});
