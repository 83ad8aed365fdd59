import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runBatch } from '../../src/platform/database/caller-scope.ts';
import { connectionAs } from '../../src/platform/database/connection.ts';
import { DATA_API_ROLE } from '../../src/platform/database/service-roles.ts';
import { createWirePool, type WirePool } from '../../src/platform/database/wire/wire-pool.ts';
import type { ActingCaller } from '../../src/platform/identity/caller-settings.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

const NAME = 'shared-test';
const MAX_P95_MS = 1_000;
const HUGE_CHARACTERS = 500_000;

let database: TestDatabase;
let pool: WirePool;

function openPool(maxConnections: number, settings = database.connection): void {
  pool = createWirePool(connectionAs(settings, DATA_API_ROLE), {
    applicationName: NAME,
    maxConnections,
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`create table public.shared_notes (owner text, note text)`;
  await database.sql`alter table public.shared_notes enable row level security`;
  await database.sql`
    create policy "Own notes" on public.shared_notes to anon, authenticated
      using (owner = current_setting('request.jwt.claims')::json ->> 'sub')`;
  await database.sql`grant select on public.shared_notes to anon, authenticated`;
  await database.sql`
    insert into public.shared_notes select 'user-' || n, 'note-' || n from generate_series(0, 9) as n`;
});
afterEach(() => pool.close());
afterAll(() => database.drop());

/** A caller with a role, a user and a timeout of their own. */
function callerOf(index: number): { acting: ActingCaller; timeout: string } {
  const role = index % 2 === 0 ? 'authenticated' : 'anon';
  return {
    acting: {
      caller: { role, claims: { role, sub: `user-${String(index)}` }, token: null },
      request: { method: 'GET', path: `/${String(index)}`, headers: {} },
    },
    timeout: `${String(20 + index)}s`,
  };
}

interface Read {
  readonly text: string;
  readonly parameters?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Sends a read of a caller that may share its connection. Returns the first cell. */
async function read(index: number, { text, parameters = [], signal }: Read): Promise<string> {
  const { acting, timeout } = callerOf(index);
  const [rows] = await runBatch(pool, {
    access: 'read only',
    isolation: null,
    acting,
    settingsBefore: [],
    settingsAfter: [['statement_timeout', timeout]],
    statements: [{ text, parameters, scope: acting.caller.role }],
    end: 'commit',
    sharesConnection: true,
    ...(signal === undefined ? {} : { signal }),
  });
  return rows?.[0]?.[0]?.toString() ?? '';
}

const IDENTITY = `select json_build_array(current_user, current_setting('request.jwt.claims')::json ->> 'sub',
  current_setting('request.path'), current_setting('statement_timeout'),
  (select json_agg(note) from public.shared_notes), $1::text)::text`;

/** Reads the identity of the caller in the database, with a mark that is unique to this read. */
async function expectIdentity(index: number, mark: string): Promise<void> {
  const { acting, timeout } = callerOf(index);
  const seen: unknown = JSON.parse(await read(index, { text: IDENTITY, parameters: [mark] }));
  const own = [`user-${String(index)}`, `/${String(index)}`, timeout, [`note-${String(index)}`]];
  expect(seen).toEqual([acting.caller.role, ...own, mark]);
}

const KINDS = ['quick', 'slow', 'failing', 'huge', 'canceled', 'unprepared'] as const;
type Kind = (typeof KINDS)[number];

/** Runs one read and checks its result. */
async function perform(kind: Kind, index: number, mark: string): Promise<void> {
  switch (kind) {
    case 'quick':
      return expectIdentity(index, mark);
    case 'slow':
      await expect(
        read(index, { text: 'select $1::text from pg_sleep(0.01)', parameters: [mark] }),
      ).resolves.toBe(mark);
      return;
    case 'failing':
      await expect(
        read(index, { text: 'select ($1::text)::int', parameters: [mark] }),
      ).rejects.toMatchObject({ code: '22P02', message: expect.stringContaining(mark) as string });
      return;
    case 'huge':
      await expect(
        read(index, {
          text: `select repeat('x', ${String(HUGE_CHARACTERS)}) || $1`,
          parameters: [mark],
        }),
      ).resolves.toBe('x'.repeat(HUGE_CHARACTERS) + mark);
      return;
    case 'canceled': {
      const controller = new AbortController();
      const sleep = read(index, { text: 'select pg_sleep(60)', signal: controller.signal });
      const failed = expect(sleep).rejects.toThrow(mark);
      setTimeout(() => controller.abort(new Error(mark)), index);
      return failed;
    }
    case 'unprepared':
      await expect(
        read(index, { text: `select '${mark}' || $1`, parameters: ['!'] }),
      ).resolves.toBe(`${mark}!`);
  }
}

describe('Reads of several callers on shared connections', () => {
  test('get their own results in any order, with their own role, claims and settings', async () => {
    let runs = 0;
    const reads = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), index: fc.nat(9) }), {
      minLength: 20,
      maxLength: 80,
    });
    await fc.assert(
      fc.asyncProperty(reads, fc.integer({ min: 1, max: 6 }), async (list, connections) => {
        openPool(connections);
        runs += 1;
        const marks = list.map((_, at) => `r${String(runs)}-${String(at)}`);
        await Promise.all(list.map(({ kind, index }, at) => perform(kind, index, marks[at] ?? '')));
        const [rows] = await pool.run(
          [
            {
              text: `select current_user || coalesce(current_setting('request.jwt.claims', true), '')`,
              parameters: [],
            },
          ],
          { repeatable: true },
        );
        expect(rows?.[0]?.[0]?.toString()).toBe(DATA_API_ROLE);
        pool.close();
      }),
      { numRuns: 25 },
    );
  });

  test('are not delayed by slow, failing, canceled and huge reads of another caller', async () => {
    openPool(8);
    let isOver = false;
    const disturb = async (kind: Kind): Promise<void> => {
      for (let round = 0; !isOver; round += 1) await perform(kind, 1, `${kind}-${String(round)}`);
    };
    const sleep = async (): Promise<void> => {
      while (!isOver) await read(1, { text: 'select pg_sleep(0.3)' });
    };
    const disturbances = [...KINDS.map(disturb), sleep(), sleep()];
    const durationsMs: number[] = [];
    for (let round = 0; round < 200; round += 1) {
      const startedAtMs = performance.now();
      await expectIdentity(2, `undisturbed-${String(round)}`);
      durationsMs.push(performance.now() - startedAtMs);
    }
    isOver = true;
    await Promise.all(disturbances);
    durationsMs.sort((a, b) => a - b);
    expect(durationsMs[Math.floor(durationsMs.length * 0.95)]).toBeLessThan(MAX_P95_MS);
  });

  test('that have not started are completed after their connection is killed', async () => {
    openPool(1);
    await expectIdentity(0, 'opened');
    const first = read(1, { text: 'select pg_sleep(30)' });
    const outcome = { isSettled: false };
    const firstFailed = expect(first)
      .rejects.toMatchObject({ name: 'DatabaseError' })
      .finally(() => (outcome.isSettled = true));
    const behind = Array.from({ length: 5 }, (_, at) => expectIdentity(at + 2, `b${String(at)}`));
    // The read is sent once more, unless it has run for over a second. It is never sent a third time.
    const killed = new Set<number>();
    const killSleeping = async (): Promise<boolean> => {
      const sleeping = await database.sql<{ pid: number }[]>`
        select pid from pg_stat_activity
        where application_name = ${NAME} and wait_event = 'PgSleep' and query like '%pg_sleep(30)%'`;
      for (const { pid } of sleeping.filter((row) => !killed.has(row.pid))) {
        killed.add(pid);
        await database.sql`select pg_terminate_backend(${pid})`;
      }
      return outcome.isSettled;
    };
    await expect.poll(killSleeping).toBe(true);
    expect([1, 2]).toContain(killed.size);
    await firstFailed;
    await Promise.all(behind);
  });

  test('that never started are answered after a fail-over reset their connection', async () => {
    const sockets: Socket[] = [];
    const proxy = createServer((client) => {
      const { host, port } = database.connection;
      const upstream = connect(port, host);
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy());
      sockets.push(client);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    try {
      openPool(1, { ...database.connection, host: '127.0.0.1', port });
      await expectIdentity(0, 'opened');
      const controller = new AbortController();
      const text = 'select pg_sleep(30)';
      const first = read(1, { text, signal: controller.signal });
      const firstFailed = expect(first).rejects.toThrow();
      const behind = Array.from({ length: 5 }, (_, at) => expectIdentity(at + 2, `b${String(at)}`));
      const sleeping = () => database.sql`
        select 1 from pg_stat_activity
        where application_name = ${NAME} and wait_event = 'PgSleep' and query like '%pg_sleep(30)%'`;
      await expect.poll(sleeping).toHaveLength(1);
      sockets[0]?.resetAndDestroy();
      // The first read is sent once more over the new connection, and its caller disconnects.
      await expect.poll(() => sockets.length).toBeGreaterThan(1);
      controller.abort(new Error('the client left'));
      await firstFailed;
      await Promise.all(behind);
    } finally {
      pool.close();
      proxy.close();
      // The backend does not notice that the client of its sleep has disconnected.
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${NAME} and wait_event = 'PgSleep'`;
    }
  });

  test('never share a connection with a batch that writes, and such a batch is not repeated', async () => {
    openPool(1);
    await database.sql`create table public.shared_writes (mark text)`;
    await database.sql`grant insert on public.shared_writes to ${database.sql(DATA_API_ROLE)}`;
    const write = pool.run(
      [
        { text: `insert into public.shared_writes values ('once')`, parameters: [] },
        { text: 'select pg_sleep(30)', parameters: [] },
      ],
      { repeatable: false },
    );
    const failed = expect(write).rejects.toMatchObject({ name: 'DatabaseError' });
    const behind = expectIdentity(3, 'behind the write');
    await expect
      .poll(
        () => database.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = ${NAME} and wait_event = 'PgSleep'`,
      )
      .toHaveLength(1);
    await failed;
    await behind;
    expect(await database.sql`select * from public.shared_writes`).toEqual([]);
  });
});
