import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { queryAs, schedule } from './extension-fixtures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const as = (role: string, statement: string) => queryAs(database.sql, role, statement);

const NOT_ALLOWED = ['anon', 'authenticated', 'authenticator', 'supabase_auth_admin'];
const CALLS = [
  `select cron.schedule('* * * * *', 'select 1')`,
  `select cron.schedule('name', '* * * * *', 'select 1')`,
  `select cron.unschedule(1)`,
  `select cron.unschedule('name')`,
  `select cron.alter_job(1, active => false)`,
  `select from cron.job`,
  `select from cron.job_run_details`,
  `insert into cron.job (schedule, command) values ('* * * * *', 'select 1')`,
  `select net.http_get('http://127.0.0.1')`,
  `select net.http_post('http://127.0.0.1')`,
  `select net.http_delete('http://127.0.0.1')`,
  `select from net.http_request_queue`,
  `select from net._http_response`,
  `select backend_net.functions_url()`,
];

describe.each(NOT_ALLOWED)('The role %s', (role) => {
  test.each(CALLS)('cannot run: %s', async (call) => {
    await expect(as(role, call)).rejects.toThrow(/permission denied/);
  });
});

describe.each(['postgres', 'service_role'])('The role %s', (role) => {
  test('schedules, changes and removes jobs', async () => {
    const id = await schedule(database.sql, role, '0 * * * *', 'select 1', 'report');
    expect(await schedule(database.sql, role, '5 * * * *', 'select 2', 'report')).toBe(id);
    await as(role, `select cron.alter_job(${id}, command => 'select 3', active => false)`);
    expect(await as(role, `select * from cron.job where jobid = ${id}`)).toEqual([
      {
        jobid: id,
        schedule: '5 * * * *',
        command: 'select 3',
        nodename: 'localhost',
        nodeport: database.connection.port,
        database: database.connection.database,
        username: role,
        active: false,
        jobname: 'report',
      },
    ]);
    expect(await as(role, `select cron.unschedule('report')`)).toEqual([{ unschedule: true }]);
    const other = await schedule(database.sql, role, '1 second', 'select 1');
    expect(await as(role, `select cron.unschedule(${other})`)).toEqual([{ unschedule: true }]);
    expect(await as(role, `select from cron.job where jobid in (${id}, ${other})`)).toEqual([]);
  });

  test('cannot read or write the request queue, and can read responses', async () => {
    await expect(as(role, 'select from net.http_request_queue')).rejects.toThrow(
      'permission denied for table http_request_queue',
    );
    await expect(as(role, 'delete from net.http_request_queue')).rejects.toThrow(
      'permission denied for table http_request_queue',
    );
    expect(await as(role, 'select from net._http_response')).toEqual([]);
  });

  test('cannot write runs', async () => {
    await expect(as(role, `insert into cron.job_run_details (jobid) values (1)`)).rejects.toThrow(
      'permission denied for table job_run_details',
    );
  });
});

test('the same name of another role is another job', async () => {
  const own = await schedule(database.sql, 'postgres', '0 * * * *', 'select 1', 'shared name');
  const other = await schedule(
    database.sql,
    'service_role',
    '0 * * * *',
    'select 1',
    'shared name',
  );
  expect(other).not.toBe(own);
  await as('postgres', `select cron.unschedule('shared name')`);
  await as('service_role', `select cron.unschedule('shared name')`);
});

test('service_role cannot schedule, change or remove a job that runs as postgres', async () => {
  const id = await schedule(database.sql, 'postgres', '0 * * * *', 'select 1', 'of the owner');
  const denied = 'permission denied for table job';
  for (const statement of [
    `insert into cron.job (schedule, command, username) values ('* * * * *', 'select 1', 'postgres')`,
    `insert into cron.job (schedule, command, username) values ('* * * * *', 'select 1', 'supabase_admin')`,
    `update cron.job set command = 'select 2' where jobid = ${id}`,
    `update cron.job set username = 'service_role' where jobid = ${id}`,
    `delete from cron.job where jobid = ${id}`,
    `select cron.unschedule(${id})`,
  ]) {
    await expect(as('service_role', statement), statement).rejects.toThrow(denied);
  }
  await expect(
    as('service_role', `select cron.alter_job(${id}, command => 'select 2')`),
  ).rejects.toThrow(`Job ${id} does not exist or you don't own it`);
  await expect(as('service_role', `select cron.unschedule('of the owner')`)).rejects.toThrow(
    `could not find valid entry for job 'of the owner'`,
  );
  const mine = await schedule(database.sql, 'service_role', '0 * * * *', 'select 1');
  await expect(
    as('service_role', `update cron.job set username = 'postgres' where jobid = ${mine}`),
  ).rejects.toThrow(denied);
  await expect(
    as('service_role', `select cron.alter_job(${mine}, username => 'postgres')`),
  ).rejects.toThrow('must be superuser to alter username');
});

test('row level security shows a role its own jobs only', async () => {
  await database.sql`create role auditor`;
  await database.sql`grant usage on schema cron to auditor`;
  await database.sql`grant select on cron.job, cron.job_run_details to auditor`;
  await schedule(database.sql, 'postgres', '0 * * * *', 'select 1');
  await database.sql`
    insert into cron.job_run_details (jobid, username, status) values (1, 'postgres', 'succeeded')`;
  try {
    expect(await as('auditor', 'select from cron.job')).toEqual([]);
    expect(await as('auditor', 'select from cron.job_run_details')).toEqual([]);
  } finally {
    await database.sql`drop owned by auditor`;
    await database.sql`drop role auditor`;
  }
});

test('a superuser cannot schedule a job that runs as itself', async () => {
  await expect(schedule(database.sql, 'supabase_admin', '0 * * * *', 'select 1')).rejects.toThrow(
    'role "supabase_admin" can not run jobs',
  );
});

test.each([
  [`cron.unschedule(4711)`, 'could not find valid entry for job 4711'],
  [`cron.unschedule('unknown')`, `could not find valid entry for job 'unknown'`],
  [`cron.alter_job(4711, active => true)`, `Job 4711 does not exist or you don't own it`],
  [`cron.alter_job(4711)`, 'no updates specified'],
  [`cron.alter_job(null)`, 'job_id can not be NULL'],
  [`cron.alter_job(4711, schedule => 'x')`, `Job 4711 does not exist or you don't own it`],
  [`cron.alter_job(4711, database => 'other')`, 'jobs run in the database'],
  [`cron.schedule(null, 'select 1')`, 'schedule can not be NULL'],
  [`cron.schedule('* * * * *', null)`, 'command can not be NULL'],
  [`cron.schedule(null, '* * * * *', 'select 1')`, 'job_name can not be NULL'],
])('%s fails as in pg_cron', async (call, message) => {
  await expect(as('postgres', `select ${call}`)).rejects.toThrow(message);
});

test('alter_job with an invalid schedule changes nothing', async () => {
  const id = await schedule(database.sql, 'postgres', '0 * * * *', 'select 1');
  await expect(
    as('postgres', `select cron.alter_job(${id}, schedule => '61 * * * *')`),
  ).rejects.toThrow('invalid schedule: 61 * * * *');
  expect(await as('postgres', `select schedule from cron.job where jobid = ${id}`)).toEqual([
    { schedule: '0 * * * *' },
  ]);
});
