import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { REALTIME_ROLE } from '../../src/platform/database/service-roles.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { ChangeStore, type LogEntry } from '../../src/services/realtime/changes/change-store.ts';
import { DeliveryQueue } from '../../src/services/realtime/changes/delivery-queue.ts';
import type {
  RowChange,
  StoredBatch,
  StoredRow,
} from '../../src/services/realtime/changes/stored-change.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  const connection = connectionAs(database.connection, REALTIME_ROLE);
  sql = openPool(connection, { applicationName: 'test-delivery', maxConnections: 1 });
});
beforeEach(async () => {
  await database.sql`truncate backend_realtime.changes`;
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database.drop();
});

const changeOf = (id: number): RowChange => ({
  kind: 'INSERT',
  oid: 1,
  schema: 'public',
  table: 'ticks',
  committedAt: '2026-01-01T00:00:00.000Z',
  columns: [],
  keyColumns: ['id'],
  row: { id: String(id) },
  oldRow: null,
  isCut: false,
});

/** Stores changes as a log reader does, in this process or another one. */
async function store(...ids: number[]): Promise<StoredBatch> {
  const [last] = await database.sql<{ position: string | null }[]>`
    select max(position) as position from backend_realtime.changes`;
  const rows: StoredRow[] = [];
  for (const id of ids) {
    const body = changeOf(id);
    const [row] = await database.sql<{ position: string }[]>`
      insert into backend_realtime.changes (body)
      values (${JSON.stringify(body)}::text::json) returning position`;
    rows.push({ position: row?.position ?? '', body });
  }
  return { previous: last?.position ?? null, rows };
}

/** An open queue of the leading process that has delivered the changes stored before. */
async function openLeadingQueue(deliver?: (ids: readonly number[]) => void) {
  const delivered: number[] = [];
  let fetches = 0;
  const counted = new Proxy(sql, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      if (args[0].join('').includes('limit')) fetches += 1;
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  const queue = new DeliveryQueue({
    sql: counted,
    deliver: async (changes) => {
      const ids = changes.map(({ row }) => Number(row?.id));
      await Promise.resolve();
      deliver?.(ids);
      delivered.push(...ids);
    },
    onProbe: () => undefined,
    onGap: () => undefined,
    logger: createLogger('silent'),
  });
  await store(0);
  await queue.open();
  queue.beginLocal();
  await queue.whenIdle();
  return { queue, delivered, fetches: () => fetches };
}

test('The leading process delivers its own changes from memory, in order and without a query', async () => {
  const { queue, delivered, fetches } = await openLeadingQueue();
  const before = fetches();
  for (const ids of [[1, 2], [3], [4, 5]]) {
    queue.receive(await store(...ids));
    queue.notify();
  }
  await expect.poll(() => delivered).toEqual([1, 2, 3, 4, 5]);
  await queue.whenIdle();
  expect(delivered).toEqual([1, 2, 3, 4, 5]);
  expect(fetches()).toBe(before);
});

test('A batch after a gap is fetched from the store with the missing changes', async () => {
  const { queue, delivered } = await openLeadingQueue();
  await store(1);
  const [second, third] = [await store(2), await store(3)];
  queue.receive(second);
  queue.receive(third);
  await expect.poll(() => delivered).toEqual([1, 2, 3]);
  await queue.whenIdle();
  expect(delivered).toEqual([1, 2, 3]);
});

test('Each change is delivered once and in order when leadership moves to another process and back', async () => {
  const { queue, delivered } = await openLeadingQueue();
  const own = await store(1);
  queue.receive(own);
  // Another process leads, and this one has not noticed: it ignores the notification.
  await store(2);
  queue.notify();
  queue.endLocal();
  queue.receive(own);
  await expect.poll(() => delivered).toEqual([1, 2]);
  await store(3);
  queue.notify();
  await expect.poll(() => delivered).toEqual([1, 2, 3]);
  // The first batch of a new term has no known predecessor.
  queue.beginLocal();
  queue.receive({ ...(await store(4)), previous: null });
  queue.receive(await store(5));
  await expect.poll(() => delivered).toEqual([1, 2, 3, 4, 5]);
  await queue.whenIdle();
  expect(delivered).toEqual([1, 2, 3, 4, 5]);
});

test('A change whose delivery failed is delivered again from the store, before the later ones', async () => {
  let isFailing = true;
  const { queue, delivered } = await openLeadingQueue(() => {
    if (isFailing) throw new Error('Postgres is away');
  });
  queue.receive(await store(1));
  await queue.whenIdle();
  expect(delivered).toEqual([]);
  isFailing = false;
  queue.receive(await store(2));
  await expect.poll(() => delivered).toEqual([1, 2]);
});

test('A batch beyond the memory bound is fetched from the store', async () => {
  const { queue, delivered } = await openLeadingQueue();
  const { previous } = await store(1);
  const rows = Array.from({ length: 2001 }, () => ({ position: '0', body: changeOf(-1) }));
  queue.receive({ previous, rows });
  await expect.poll(() => delivered).toEqual([1]);
});

test('A closed queue delivers nothing, and a reopened queue delivers only changes stored after it opened', async () => {
  const { queue, delivered } = await openLeadingQueue();
  queue.close();
  queue.receive(await store(1));
  await queue.open();
  queue.receive(await store(2));
  await expect.poll(() => delivered).toEqual([2]);
});

test('A log reader that repeats changes stores and returns only the new changes', async () => {
  const holder = randomUUID();
  await database.sql`
    insert into backend_shared.leases (name, holder, expires_at)
    values ('test', ${holder}, now() + interval '1 hour')`;
  const lead = { name: 'test', holder, signal: new AbortController().signal };
  const entryOf = (id: number): LogEntry => ({
    lsn: `0/${String(id)}`,
    sequence: 1,
    body: changeOf(id),
  });
  const first = await new ChangeStore(sql, lead).store([entryOf(1), entryOf(2)]);
  expect(first.rows.map(({ body }) => body)).toEqual([changeOf(1), changeOf(2)]);
  const restarted = new ChangeStore(sql, lead);
  const second = await restarted.store([entryOf(1), entryOf(2), entryOf(3)]);
  expect(second.rows.map(({ body }) => body)).toEqual([changeOf(3)]);
  expect(second.previous).toBeNull();
  const third = await restarted.store([entryOf(4)]);
  expect(third.previous).toBe(second.rows.at(-1)?.position);
  const stored = await database.sql<StoredRow[]>`
    select position, body from backend_realtime.changes order by position`;
  expect([...stored]).toEqual([...first.rows, ...second.rows, ...third.rows]);
});
