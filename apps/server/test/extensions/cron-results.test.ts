import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { until } from '../shared/until.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { queryAs, runsOf, schedule, waitForRun } from './extension-fixtures.ts';

const clock = createFixedClock(new Date('2026-03-01T11:59:30Z'));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());

/** A job with an interval starts at once. With a clock that stands still, it runs once. */
const runOnce = (command: string, role = 'postgres') =>
  schedule(server.sql, role, '1 second', command);

const isRunning = async (processId: number | null): Promise<boolean> => {
  const rows = await server.sql`
    select from pg_stat_activity where pid = ${processId} and state = 'active'`;
  return rows.length > 0;
};

test.each([
  ['select 1 from generate_series(1, 3)', '3 rows'],
  ['select 1', '1 row'],
  ['create temporary table one (id int); insert into one values (1), (2)', 'INSERT 0 2'],
  ['vacuum pg_class', 'VACUUM'],
  [`do $$ begin perform 1; end $$`, 'DO'],
  ['show search_path', '1 row'],
])('the command "%s" returns "%s"', async (command, message) => {
  const job = await runOnce(command);
  const run = await waitForRun(server.sql, job, 'succeeded');
  expect(run.return_message).toBe(message);
});

test.each([
  ['select 1 / 0', /^ERROR: {2}division by zero\n$/],
  ['select * from missing', /^ERROR: {2}relation "missing" does not exist\n$/],
  [
    `do $$ begin raise 'no' using detail = 'why', hint = 'how'; end $$`,
    /DETAIL: {2}why\nHINT: {2}how\n/,
  ],
  ['copy (select 1) to stdout', /^COPY not supported$/],
  ['copy pg_class from stdin', /^(COPY not supported|ERROR: .*\n)$/],
])('the command "%s" fails, and the server goes on', async (command, message) => {
  const job = await runOnce(command);
  const run = await waitForRun(server.sql, job, 'failed');
  expect(run.return_message).toMatch(message);
  expect(run.end_time).not.toBeNull();
  await waitForRun(server.sql, await runOnce('select 1'), 'succeeded');
});

test('a run whose session ends is failed, and the server goes on', async () => {
  const job = await runOnce('select pg_sleep(100000)');
  const { job_pid: processId } = await waitForRun(server.sql, job, 'running');
  await until(() => isRunning(processId));
  await server.sql`select pg_terminate_backend(${processId})`;
  expect(await waitForRun(server.sql, job, 'failed')).toMatchObject({
    return_message: 'FATAL:  terminating connection due to administrator command\n',
  });
  await waitForRun(server.sql, await runOnce('select 1'), 'succeeded');
});

test('an error undoes all statements of a command', async () => {
  await server.sql`create table public.kept (id int)`;
  await server.sql`grant insert on public.kept to postgres`;
  const job = await runOnce('insert into public.kept values (1); select 1 / 0');
  await waitForRun(server.sql, job, 'failed');
  expect(await server.sql`select from public.kept`).toHaveLength(0);
});

test('one instance of a job runs at a time, and a second one waits for it', async () => {
  await server.sql`create table public.gate (is_open boolean)`;
  await server.sql`insert into public.gate values (false)`;
  await server.sql`grant select on public.gate to postgres`;
  const job = await runOnce(
    `do $$ begin while not (select is_open from public.gate) loop perform pg_sleep(0.01); end loop; end $$`,
  );
  await waitForRun(server.sql, job, 'running');
  clock.advance(1_000);
  clock.advance(1_000);
  // A job that is not held up starts at the same time.
  await waitForRun(server.sql, await runOnce('select 1'), 'succeeded');
  expect(await runsOf(server.sql, job)).toHaveLength(1);
  await server.sql`update public.gate set is_open = true`;
  await until(async () => {
    const runs = await runsOf(server.sql, job);
    return runs.length === 2 && runs.every(({ status }) => status === 'succeeded');
  });
  const [first, second] = await runsOf(server.sql, job);
  expect(second?.start_time?.getTime()).toBeGreaterThanOrEqual(first?.end_time?.getTime() ?? 0);
});

test('a job that never ends runs until it is unscheduled, and is then cancelled', async () => {
  const job = await runOnce('select pg_sleep(100000)');
  const { job_pid: processId } = await waitForRun(server.sql, job, 'running');
  await until(() => isRunning(processId));
  clock.advance(1_000);
  await waitForRun(server.sql, await runOnce('select 1'), 'succeeded');
  expect(await runsOf(server.sql, job)).toHaveLength(1);
  await queryAs(server.sql, 'postgres', `select cron.unschedule(${job})`);
  const run = await waitForRun(server.sql, job, 'failed');
  expect(run.return_message).toBe('job canceled');
  await until(async () => !(await isRunning(processId)));
});

test('a job that is switched off does not run', async () => {
  const job = await schedule(server.sql, 'postgres', '* * * * *', 'select 1');
  await queryAs(server.sql, 'postgres', `select cron.alter_job(${job}, active => false)`);
  const other = await schedule(server.sql, 'postgres', '* * * * *', 'select 1');
  clock.advance(60_000);
  await waitForRun(server.sql, other, 'succeeded');
  expect(await runsOf(server.sql, job)).toEqual([]);
});

test('minutes that a short pause has skipped are made up for once, and long ones are not', async () => {
  const minute = clock.now().getUTCMinutes();
  const missed = await schedule(
    server.sql,
    'postgres',
    `${String((minute + 2) % 60)} * * * *`,
    'select 1',
  );
  clock.advance(4 * 60_000);
  await waitForRun(server.sql, missed, 'succeeded');
  const late = await schedule(
    server.sql,
    'postgres',
    `${String((clock.now().getUTCMinutes() + 5) % 60)} * * * *`,
    'select 1',
  );
  const every = await schedule(server.sql, 'postgres', '* * * * *', 'select 1');
  clock.advance(20 * 60_000);
  await waitForRun(server.sql, every, 'succeeded');
  expect(await runsOf(server.sql, every)).toHaveLength(1);
  expect(await runsOf(server.sql, late)).toEqual([]);
  expect(await runsOf(server.sql, missed)).toHaveLength(1);
});
