import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateApiKeys } from '../../src/platform/identity/api-keys.ts';
import { until } from '../shared/until.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { spawnServer } from '../support/spawned-server.ts';
import {
  runsOf,
  schedule,
  startTarget,
  waitForResponse,
  waitForRun,
  type Target,
} from './extension-fixtures.ts';

type Spawned = Awaited<ReturnType<typeof spawnServer>>;

let dir: string;
let database: TestDatabase;
let servers: Spawned[];
const apiKeys = generateApiKeys();
/** The level of debug entries in the log. */
const DEBUG = 20;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-extensions-'));
  database = await createTestDatabase();
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

async function start({ allowHosts = '', logLevel = 'silent' } = {}): Promise<Spawned> {
  const server = await spawnServer({
    DATABASE_URL: database.url,
    DATA_DIR: dir,
    PUBLISHABLE_KEY: apiKeys.publishableKey,
    SECRET_KEY: apiKeys.secretKey,
    PORT: '0',
    LOG_LEVEL: logLevel,
    DB_POOL_SIZE: '34',
    NET_ALLOW_HOSTS: allowHosts,
  });
  servers.push(server);
  return server;
}

const sessionsOf = async (command: string): Promise<number> => {
  const rows = await database.sql`
    select from pg_stat_activity
    where datname = current_database() and query = ${command} and state = 'active'`;
  return rows.length;
};

/** The log entries with a message. */
function logged({ log }: Spawned, message: string): unknown[] {
  return log
    .split('\n')
    .filter((line) => line.includes(message))
    .map((line) => {
      const { level, jobId, code } = JSON.parse(line) as Record<string, unknown>;
      return { level, jobId, code };
    });
}

test('two servers on one database run each job once', async () => {
  await Promise.all([start(), start()]);
  await database.sql`create table public.ticks (at timestamptz default clock_timestamp())`;
  await database.sql`grant insert on public.ticks to postgres`;
  const job = await schedule(
    database.sql,
    'postgres',
    '1 second',
    'insert into public.ticks default values',
  );
  await until(async () => (await database.sql`select from public.ticks`).length >= 4);
  const [gap] = await database.sql<{ ms: number }[]>`
    select extract(epoch from min(gap)) * 1000 as ms
    from (select at - lag(at) over (order by at) as gap from public.ticks) as gaps`;
  // Two schedulers would start the job twice in most seconds.
  expect(Number(gap?.ms)).toBeGreaterThan(500);
  const runs = await runsOf(database.sql, job);
  expect(runs.filter(({ status }) => status === 'failed')).toEqual([]);
});

test('a run whose server was killed is failed, and its command has ended', async () => {
  const first = await start();
  const command = 'select pg_sleep(100001)';
  const job = await schedule(database.sql, 'postgres', '59 seconds', command);
  const { runid } = await waitForRun(database.sql, job, 'running');
  await until(async () => (await sessionsOf(command)) === 1);
  first.kill();
  await start();
  const failed = await waitForRun(database.sql, job, 'failed');
  expect(failed).toMatchObject({ runid, return_message: 'server restarted' });
  // The next run is the only one.
  await waitForRun(database.sql, job, 'running');
  await until(async () => (await sessionsOf(command)) === 1);
});

test('a server that hangs is replaced, and its command does not run beside the next one', async () => {
  const first = await start();
  const command = 'select pg_sleep(100002)';
  const job = await schedule(database.sql, 'postgres', '59 seconds', command);
  const { runid } = await waitForRun(database.sql, job, 'running');
  first.signal('SIGSTOP');
  try {
    await start();
    const failed = await waitForRun(database.sql, job, 'failed');
    expect(failed).toMatchObject({ runid, return_message: 'server restarted' });
    const next = await waitForRun(database.sql, job, 'running');
    first.signal('SIGCONT');
    await until(async () => (await sessionsOf(command)) === 1);
    const [session] = await database.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where query = ${command} and state = 'active'`;
    expect(session?.pid).toBe(next.job_pid);
  } finally {
    first.signal('SIGCONT');
  }
});

test('SIGTERM lets a short command end, and cancels a long one without a warning', async () => {
  const server = await start({ logLevel: 'debug' });
  const short = await schedule(database.sql, 'postgres', '59 seconds', 'select pg_sleep(1)');
  const long = await schedule(database.sql, 'postgres', '59 seconds', 'select pg_sleep(100003)');
  await waitForRun(database.sql, short, 'running');
  await waitForRun(database.sql, long, 'running');
  await server.stop();
  expect(await runsOf(database.sql, short)).toMatchObject([{ status: 'succeeded' }]);
  expect(await runsOf(database.sql, long)).toMatchObject([
    { status: 'failed', return_message: expect.stringContaining('canceling statement') as unknown },
  ]);
  expect(await sessionsOf('select pg_sleep(100003)')).toBe(0);
  await expect.poll(() => server.log).toContain('cron: job interrupted');
  expect(logged(server, 'cron: job interrupted')).toEqual([
    { level: DEBUG, jobId: long, code: '57014' },
  ]);
  expect(logged(server, 'cron: job failed')).toEqual([]);
});

/** Responds when the test opens it. */
async function startGate() {
  const waiting: (() => void)[] = [];
  const urls: string[] = [];
  const target: Target = await startTarget((request, response) => {
    urls.push(request.url ?? '');
    waiting.push(() => response.end('opened'));
  });
  return {
    ...target,
    urls,
    open: () => {
      for (const respond of waiting.splice(0)) respond();
    },
  };
}

test('a request is sent at most once, also when its server is killed meanwhile', async () => {
  const gate = await startGate();
  try {
    const first = await start({ allowHosts: gate.host });
    await database.sql`select net.http_get(${`${gate.url}/once`}, timeout_milliseconds => 60000)`;
    await until(() => gate.urls.length === 1);
    first.kill();
    await start({ allowHosts: gate.host });
    const [row] = await database.sql<{ id: string }[]>`
      select net.http_get(${`${gate.url}/after`}) as id`;
    await until(() => gate.urls.includes('/after'));
    gate.open();
    await waitForResponse(database.sql, row?.id ?? '');
    expect(gate.urls).toEqual(['/once', '/after']);
    expect(await database.sql`select from net.http_request_queue`).toHaveLength(0);
  } finally {
    gate.close();
  }
});

test('requests that were queued while no server ran are sent after its start, each by one server', async () => {
  const gate = await startGate();
  try {
    await database.sql`
      select net.http_get(${`${gate.url}/`} || n, timeout_milliseconds => 60000)
      from generate_series(1, 40) as n`;
    await Promise.all([start({ allowHosts: gate.host }), start({ allowHosts: gate.host })]);
    await until(() => gate.urls.length === 40);
    gate.open();
    await until(async () => {
      const stored = await database.sql`select from net._http_response where status_code = 200`;
      return stored.length === 40;
    });
    expect(new Set(gate.urls).size).toBe(40);
  } finally {
    gate.close();
  }
});

test('SIGTERM lets a running request end, and cancels one that hangs', async () => {
  const gate = await startGate();
  const hanging = await startTarget(() => undefined);
  try {
    const server = await start({ allowHosts: `${gate.host},${hanging.host}` });
    const [row] = await database.sql<{ short: string; long: string }[]>`
      select net.http_get(${`${gate.url}/short`}, timeout_milliseconds => 60000) as short,
        net.http_get(${`${hanging.url}/long`}, timeout_milliseconds => 60000) as long`;
    await until(() => gate.urls.length === 1);
    const stopped = server.stop();
    gate.open();
    await stopped;
    expect(await waitForResponse(database.sql, row?.short ?? '')).toMatchObject({
      status_code: 200,
    });
    expect(await waitForResponse(database.sql, row?.long ?? '')).toMatchObject({
      status_code: null,
      timed_out: false,
      error_msg: 'The server stopped before the response was complete.',
    });
  } finally {
    gate.close();
    hanging.close();
  }
});
