import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { until } from '../shared/until.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { queryAs, runsOf, schedule, waitForRun } from './extension-fixtures.ts';

const clock = createFixedClock(new Date('2026-03-01T11:59:30Z'));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
  await server.sql`create table public.notes (id serial, author text, note text)`;
  await server.sql`grant insert, select on public.notes to postgres, service_role`;
  await server.sql`grant usage on sequence public.notes_id_seq to postgres, service_role`;
});
afterAll(() => server.stop());

const note = (text: string) =>
  `insert into public.notes (author, note) values (current_user, '${text}')`;

/** Waits until the scheduler has seen the time. */
async function advanceTo(time: string): Promise<void> {
  clock.advance(new Date(time).getTime() - clock.now().getTime());
  await until(async () => {
    const [row] = await server.sql<{ is_reached: boolean }[]>`
      select last_minute >= date_trunc('minute', ${clock.now()}::timestamptz) as is_reached
      from backend_cron.progress`;
    return row?.is_reached;
  });
}

test('a job runs in the minutes of its schedule, as the role that scheduled it', async () => {
  const job = await schedule(server.sql, 'postgres', '0 12 1 3 *', note('noon'));
  await advanceTo('2026-03-01T11:59:50Z');
  expect(await runsOf(server.sql, job)).toEqual([]);
  await advanceTo('2026-03-01T12:00:05Z');
  const run = await waitForRun(server.sql, job, 'succeeded');
  expect(run).toMatchObject({
    username: 'postgres',
    command: note('noon'),
    return_message: 'INSERT 0 1',
    job_pid: expect.any(Number) as unknown,
    start_time: expect.any(Date) as unknown,
    end_time: expect.any(Date) as unknown,
  });
  expect(await server.sql`select author from public.notes where note = 'noon'`).toEqual([
    { author: 'postgres' },
  ]);
  await advanceTo('2026-03-01T12:01:00Z');
  expect(await runsOf(server.sql, job)).toHaveLength(1);
});

test.each(['postgres', 'service_role'])(
  'a command of %s cannot become another role',
  async (role) => {
    const other = role === 'postgres' ? 'supabase_admin' : 'postgres';
    for (const statement of [
      `set role ${other}`,
      `set role none; set role ${other}`,
      `reset role; set role ${other}`,
      `set session authorization ${other}`,
      `reset session authorization; reset role; set role ${other}`,
    ]) {
      const job = await schedule(server.sql, role, '1 second', statement);
      const run = await waitForRun(server.sql, job, 'failed');
      expect(run.return_message).toMatch(/permission denied to set (role|session authorization)/);
      await queryAs(server.sql, role, `select cron.unschedule(${job})`);
    }
    const job = await schedule(
      server.sql,
      role,
      '1 second',
      `reset role; ${note(`reset ${role}`)}`,
    );
    await waitForRun(server.sql, job, 'succeeded');
    await queryAs(server.sql, role, `select cron.unschedule(${job})`);
    expect(
      await server.sql`select distinct author from public.notes where note = ${`reset ${role}`}`,
    ).toEqual([{ author: role }]);
  },
);
