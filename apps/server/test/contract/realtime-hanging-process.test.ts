/** @covers security.limits.17 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createServer, type RunningServer } from '../../src/index.ts';
import { generateApiKeys } from '../../src/platform/identity/api-keys.ts';
import { spawnServer } from '../support/spawned-server.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { endAll, join, joinForChanges, joinTopic, openClient } from './realtime-fixtures.ts';

// Two servers on one database. The first runs in its own process, which the test suspends.
const { publishableKey, secretKey } = generateApiKeys();
let dir: string;
let database: TestDatabase;
let hanging: Awaited<ReturnType<typeof spawnServer>>;
let other: RunningServer;

beforeAll(async () => {
  dir = await mkdtemp(joinPath(tmpdir(), 'beaconpay-hanging-'));
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create table public.ticks (id int primary key);
    grant select on public.ticks to anon;
    alter publication supabase_realtime add table public.ticks;`);
  const environment = {
    DATABASE_URL: database.url,
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
  };
  hanging = await spawnServer({ ...environment, DATA_DIR: joinPath(dir, 'hanging') });
  other = await createServer({ environment: { ...environment, DATA_DIR: joinPath(dir, 'other') } });
});
afterEach(endAll);
afterAll(async () => {
  hanging.signal('SIGCONT');
  await hanging.stop();
  await other.close();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const clientOf = (port: number) =>
  openClient({ url: `http://127.0.0.1:${String(port)}`, publishableKey });

async function receiveTicks(port: number): Promise<number[]> {
  const channel = clientOf(port).channel(randomUUID());
  const received: number[] = [];
  channel.on<{ id: number }>(
    'postgres_changes',
    { event: 'INSERT', schema: 'public', table: 'ticks' },
    (change) => received.push(change.new.id),
  );
  await joinForChanges(channel);
  return received;
}

async function leader(): Promise<unknown> {
  const [row] = await database.sql`
    select holder from backend_shared.leases where name = 'realtime:changes'`;
  return row?.holder;
}

/** @covers realtime.15 */
test('Changes continue within seconds when the leading process hangs, and arrive once when it resumes', async () => {
  const byHanging = await receiveTicks(hanging.port);
  const byOther = await receiveTicks(other.port);
  const add = (id: number) => database.sql`insert into public.ticks values (${id})`;
  await add(1);
  await expect.poll(() => [byHanging, byOther]).toEqual([[1], [1]]);
  const before = await leader();

  hanging.signal('SIGSTOP');
  await add(2);
  await add(3);
  await expect.poll(() => byOther).toEqual([1, 2, 3]);
  const after = await leader();
  expect(after).not.toBe(before);

  hanging.signal('SIGCONT');
  await add(4);
  await expect.poll(() => byHanging).toEqual([1, 2, 3, 4]);
  await expect.poll(() => byOther).toEqual([1, 2, 3, 4]);
  expect(await leader()).toBe(after);
  const stored = await database.sql<{ id: string }[]>`
    select body -> 'row' ->> 'id' as id from backend_realtime.changes
    where body ->> 'table' = 'ticks' order by position`;
  expect(stored.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
});

test('A process that was wrongly removed restores its presence', async () => {
  const config = (key: string) => ({ presence: { key, enabled: true } });
  const watching = clientOf(other.port).channel('room', { config: config('watching') });
  const left: string[] = [];
  watching.on('presence', { event: 'leave' }, ({ key }) => left.push(key));
  await join(watching);
  await watching.track({});
  await (await joinTopic(clientOf(hanging.port), 'room', config('returning'))).track({});
  const known = () => Object.keys(watching.presenceState()).sort();
  await expect.poll(known).toEqual(['returning', 'watching']);
  // As other processes do after an expired heartbeat.
  await database.sql.begin(async (tx) => {
    const [gone] = await tx<{ id: string }[]>`
      delete from backend_realtime.processes
      where id = (select process from backend_realtime.presences where key = 'returning')
      returning id`;
    const notice = { topic: 'realtime:processes', message: { gone: [gone?.id] } };
    await tx`select pg_notify('backend', ${JSON.stringify(notice)})`;
  });
  await expect.poll(() => left).toEqual(['returning']);
  await expect.poll(known).toEqual(['returning', 'watching']);
});
