import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createServer, type RunningServer } from '../../src/index.ts';
import { openPool, type Sql } from '../../src/platform/database/connection.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.ts';
import { generateApiKeys } from '../../src/platform/identity/api-keys.ts';
import { killPostmaster } from '../support/processes.ts';
import { spawnServer } from '../support/spawned-server.ts';
import { endAll, receivedOn, joinForChanges, joinTopic, openClient } from './realtime-fixtures.ts';

// Two servers on one Postgres of their own, which the tests crash.
let dir: string;
let postgres: EmbeddedPostgres;
let sql: Sql;
let environment: Record<string, string>;
const servers: RunningServer[] = [];
const { publishableKey, secretKey } = generateApiKeys();

const serverAt = (port: number) => ({ url: `http://127.0.0.1:${String(port)}`, publishableKey });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-realtime-'));
  postgres = await startEmbeddedPostgres({
    clusterDir: join(dir, 'postgres'),
    password: 'embedded',
  });
  const { host, port, username, password, database } = postgres.connection;
  environment = {
    DATABASE_URL: `postgres://${username}:${password}@${host}:${String(port)}/${database}`,
    DATA_DIR: dir,
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
  };
  for (const name of ['a', 'b']) {
    servers.push(
      await createServer({ environment: { ...environment, DATA_DIR: join(dir, name) } }),
    );
  }
  sql = openPool(postgres.connection, { applicationName: 'test', maxConnections: 2 });
  await sql.unsafe(`
    create table public.ticks (id int primary key);
    grant select on public.ticks to anon;
    create table public.guarded (id int primary key);
    alter table public.guarded enable row level security;
    grant select on public.guarded to anon;
    create policy "all" on public.guarded for select to anon using (true);
    alter publication supabase_realtime add table public.ticks, public.guarded;`);
});
afterEach(endAll);
afterAll(async () => {
  for (const server of servers) await server.close();
  await sql.end({ timeout: 5 });
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
});

const clientsOfBoth = () => servers.map(({ port }) => openClient(serverAt(port)));

async function receiveTicks(
  client: ReturnType<typeof openClient>,
  table = 'ticks',
): Promise<number[]> {
  const channel = client.channel(`${table}-${randomUUID()}`);
  const received: number[] = [];
  channel.on<{ id: number }>(
    'postgres_changes',
    { event: 'INSERT', schema: 'public', table },
    (change) => received.push(change.new.id),
  );
  await joinForChanges(channel);
  return received;
}

/** The supervisor restarts it. */
const crashPostgres = (): Promise<void> => killPostmaster(join(dir, 'postgres'));

test('A broadcast of any length reaches the clients of other processes', async () => {
  const [first, second] = clientsOfBoth();
  if (first === undefined || second === undefined) throw new Error('no clients');
  const senderChannel = await joinTopic(first, 'both');
  const received = receivedOn(await joinTopic(second, 'both'), 'e');
  const long = 'ü"\\'.repeat(20_000);
  await senderChannel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } });
  await senderChannel.send({ type: 'broadcast', event: 'e', payload: { long } });
  await senderChannel.send({ type: 'broadcast', event: 'e', payload: { n: 3 } });
  await expect.poll(() => received).toHaveLength(3);
  expect(received[1]).toEqual({ long });
  expect(received[2]).toEqual({ n: 3 });
});

/** @covers realtime.10 */
test('Presence is shared between processes, and ends with a process that is killed', async () => {
  const [first, second] = clientsOfBoth();
  if (first === undefined || second === undefined) throw new Error('no clients');
  const presence = (key: string) => ({ presence: { key, enabled: true } });
  const here = await joinTopic(first, 'room', presence('first'));
  await here.track({});
  await (await joinTopic(second, 'room', presence('second'))).track({});
  const known = () => Object.keys(here.presenceState()).sort();
  await expect.poll(known).toEqual(['first', 'second']);
  await second.realtime.disconnect();
  await expect.poll(known).toEqual(['first']);

  const killed = await spawnServer({ ...environment, DATA_DIR: join(dir, 'killed') });
  const third = openClient(serverAt(killed.port));
  await (await joinTopic(third, 'room', presence('third'))).track({});
  await expect.poll(known).toEqual(['first', 'third']);
  killed.kill();
  await expect.poll(known, { interval: 500 }).toEqual(['first']);
});

/** @covers realtime.15 */
test('A change is sent once its transaction is visible to other sessions', async () => {
  const [first] = clientsOfBoth();
  if (first === undefined) throw new Error('no client');
  const received = await receiveTicks(first, 'guarded');
  // Only sessions with synchronous_commit = on wait for the standby, which does not exist.
  await sql`alter system set synchronous_commit = local`;
  await sql`alter system set synchronous_standby_names = 'missing'`;
  await sql`select pg_reload_conf()`;
  const waiting = openPool(postgres.connection, { applicationName: 'waiting', maxConnections: 1 });
  try {
    await expect
      .poll(async () => (await waiting`show synchronous_standby_names`)[0])
      .toEqual({ synchronous_standby_names: 'missing' });
    await waiting`set synchronous_commit = on`;
    // A commit waits only after the checkpointer has loaded the setting, which cannot be queried.
    // Until a commit waits, the test tries the next one.
    let id = 0;
    let lsn = '0/0';
    let added: Promise<void> | null = null;
    const isSentAndWaits = async () => {
      if (added === null) {
        id += 1;
        lsn = (await sql<{ lsn: string }[]>`select pg_current_wal_lsn() as lsn`)[0]?.lsn ?? lsn;
        added = waiting`insert into public.guarded values (${id})`.then(() => {
          added = null;
        });
      }
      const found = await sql`
        select from pg_stat_replication as r, pg_stat_activity as a
        where a.application_name = 'waiting' and a.wait_event = 'SyncRep'
          and r.sent_lsn > ${lsn}::pg_lsn`;
      return found.length > 0;
    };
    await expect.poll(isSentAndWaits).toBe(true);
    const messages = () => sql`
      select from backend_realtime.changes
      where body ->> 'table' = 'guarded' and body -> 'row' ->> 'id' = ${String(id)}`;
    expect(await sql`select from public.guarded where id = ${id}`).toHaveLength(0);
    for (let turn = 0; turn < 100; turn += 1) expect(await messages()).toHaveLength(0);
    await sql`alter system reset synchronous_standby_names`;
    await sql`select pg_reload_conf()`;
    await expect.poll(messages).toHaveLength(1);
    await sql`insert into public.guarded values (${id + 1})`;
    await expect.poll(() => received).toEqual(Array.from({ length: id + 1 }, (_, at) => at + 1));
  } finally {
    await sql`alter system reset synchronous_standby_names`;
    await sql`alter system reset synchronous_commit`;
    await sql`select pg_reload_conf()`;
    await waiting.end({ timeout: 5 });
  }
});

/** @covers realtime.15, realtime.bad-input.6, security.realtime.4 */
test('No change is lost or repeated for connected subscribers when Postgres crashes', async () => {
  const [first, second] = clientsOfBoth();
  if (first === undefined || second === undefined) throw new Error('no clients');
  const received = await Promise.all([receiveTicks(first), receiveTicks(second)]);
  const add = (id: number) => sql`insert into public.ticks values (${id}) on conflict do nothing`;
  for (let id = 1; id <= 200; id += 1) {
    if (id === 100) await crashPostgres();
    await expect
      .poll(() =>
        add(id).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  }
  const all = Array.from({ length: 200 }, (_, index) => index + 1);
  await expect.poll(() => received[0].at(-1)).toBe(200);
  await expect.poll(() => received[1].at(-1)).toBe(200);
  expect(received).toEqual([all, all]);
});

/** @covers realtime.15, security.realtime.4 */
test('A change arrives once when the leading process ends', async () => {
  const [first, second] = clientsOfBoth();
  if (first === undefined || second === undefined) throw new Error('no clients');
  await receiveTicks(first);
  const received = await receiveTicks(second);
  const [leaving] = servers.splice(0, 1);
  const closed = leaving?.close();
  for (let id = 301; id <= 340; id += 1) await sql`insert into public.ticks values (${id})`;
  await closed;
  for (let id = 341; id <= 360; id += 1) await sql`insert into public.ticks values (${id})`;
  const all = Array.from({ length: 60 }, (_, index) => index + 301);
  await expect.poll(() => received).toEqual(all);
});

/** @covers realtime.15, realtime.bad-input.6 */
test('A lost slot is created again, and subscribers join again', async () => {
  const [server] = servers;
  const client = openClient(serverAt(server?.port ?? 0));
  const channel = client.channel('lost');
  const states: string[] = [];
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'ticks' }, () => undefined);
  const messages: string[] = [];
  channel.on('system', {}, ({ message }: { message: string }) => messages.push(message));
  channel.subscribe((state) => states.push(state));
  await expect.poll(() => messages).toEqual(['Subscribed to PostgreSQL']);
  await expect
    .poll(
      async () => {
        await sql`
          select pg_terminate_backend(active_pid) from pg_replication_slots where active`;
        return sql`
          select pg_drop_replication_slot(slot_name) from pg_replication_slots
          where not active`.then(
          (rows) => rows.length,
          () => 0,
        );
      },
      { interval: 50 },
    )
    .toBe(1);
  await expect.poll(() => states).toContain('CHANNEL_ERROR');
  await expect.poll(() => messages.length).toBe(2);
});

/** @covers realtime.15, security.realtime.5 */
test('A server that stops drops its replication slot', async () => {
  for (const server of servers.splice(0)) await server.close();
  expect(await sql`select slot_name from pg_replication_slots`).toEqual([]);
});
