import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type RunningServer } from '../../src/index.ts';
import { SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import { until } from '../shared/until.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

/** The tables of pg_net and pg_cron, as far as the server could take them for its own. */
const FOREIGN = `
  create schema net;
  create unlogged table net.http_request_queue (
    id bigserial, method text, url text, headers jsonb, body bytea, timeout_milliseconds int
  );
  create unlogged table net._http_response (id bigint, created timestamptz);
  create function net.http_post(text, jsonb, jsonb, jsonb, int) returns bigint
  language sql as 'insert into net.http_request_queue (method, url) values (''POST'', $1) returning id';
  create schema cron;
  create table cron.job (jobid bigint, schedule text, command text, active boolean);
  create table cron.job_run_details (jobid bigint, runid bigint, status text);
  create function cron.schedule(text, text, text) returns bigint
  language sql as 'insert into cron.job values (1, $2, $3, true) returning jobid';`;

let database: TestDatabase;
let dataDir: string;
let server: RunningServer;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false, changesRoles: true });
  await database.sql.unsafe(FOREIGN).simple();
  dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-existing-'));
  server = await createServer({
    environment: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DB_POOL_SIZE: '34',
    },
  });
});
afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

test('schemas net and cron that exist are left as they are', async () => {
  const added = await database.sql`
    select p.oid::regprocedure::text as name
    from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname in ('net', 'cron', 'backend_cron') order by 1`;
  expect(added).toEqual([
    { name: 'cron.schedule(text,text,text)' },
    { name: 'net.http_post(text,jsonb,jsonb,jsonb,integer)' },
  ]);
});

test('the server neither sends their requests nor runs their jobs', async () => {
  await database.sql`select net.http_post('http://127.0.0.1:1', null, null, null, 1)`;
  await database.sql`select cron.schedule('each', '1 second', 'select 1')`;
  // The URL is stored by the same start that looks at the tables.
  await until(async () => (await database.sql`select from backend_net.functions_endpoint`).length);
  // Without its own tables, the server takes no lease and schedules no clean-up.
  const scheduled = await database.sql`
    select from backend_jobs.schedule where data ->> 'name' in ('net:responses', 'cron:run-details')`;
  expect(scheduled).toHaveLength(0);
  expect(
    await database.sql`select from backend_shared.leases where name = 'cron:scheduler'`,
  ).toHaveLength(0);
  expect(await database.sql`select from net.http_request_queue`).toHaveLength(1);
  expect(await database.sql`select from cron.job_run_details`).toHaveLength(0);
  const [rights] = await database.sql<{ reads: boolean }[]>`
    select has_table_privilege(${SHARED_STATE_ROLE}, 'net.http_request_queue', 'select') as reads`;
  expect(rights?.reads).toBe(false);
});
