import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer, type RunningServer } from '../../src/index.ts';
import { openPool, type Sql } from '../../src/platform/database/connection.ts';
import { prepareAsSuperuser } from '../../src/platform/database/preparation.ts';
import {
  runsOf,
  schedule,
  startTarget,
  waitForResponse,
  waitForRun,
} from '../extensions/extension-fixtures.ts';
import { until } from '../shared/until.ts';
import { findOwnPostgres, startOwnPostgres, type OwnPostgres } from '../support/own-postgres.ts';

const OWNER = 'beaconpay_owner';
const PASSWORD = 'owner-password';
const DATABASE = 'beaconpay';

/** How a migration that runs on hosted Supabase and here makes sure that the functions exist. */
const CREATE_MISSING = `
  do $$
  begin
    if to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null then
      create extension if not exists pg_net;
    end if;
    if to_regprocedure('cron.schedule(text,text,text)') is null then
      create extension if not exists pg_cron;
    end if;
  end
  $$`;

const versions = await findOwnPostgres();

describe.each(versions)('With a Postgres $major whose owner is no superuser', (version) => {
  let postgres: OwnPostgres;
  let superuser: Sql;
  let dataDir: string;
  let server: RunningServer;

  beforeAll(async () => {
    postgres = await startOwnPostgres(version);
    dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-own-extensions-'));
    const admin = openPool(postgres.superuser, { applicationName: 'test', maxConnections: 1 });
    await admin.unsafe(`create role ${OWNER} login password '${PASSWORD}'`);
    await admin.unsafe(`create database ${DATABASE} owner ${OWNER}`);
    await admin.end();
    const owner = {
      ...postgres.superuser,
      database: DATABASE,
      username: OWNER,
      password: PASSWORD,
    };
    await prepareAsSuperuser(owner, postgres.superuser);
    superuser = openPool(
      { ...postgres.superuser, database: DATABASE },
      { applicationName: 'test', maxConnections: 4 },
    );
    server = await createServer({
      environment: {
        DATABASE_URL:
          `postgres://${OWNER}:${PASSWORD}@localhost:${String(postgres.superuser.port)}/${DATABASE}` +
          `?sslmode=verify-full&sslrootcert=${postgres.caPath}`,
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: 'silent',
        NET_ALLOW_HOSTS: '127.0.0.1',
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await superuser.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });

  test('jobs run as the owner of the project, and as no other role', async () => {
    const own = await schedule(superuser, 'backend_project', '59 seconds', 'select 1');
    expect(await waitForRun(superuser, own, 'succeeded')).toMatchObject({
      username: 'backend_project',
      return_message: '1 row',
    });
    for (const role of [OWNER, 'postgres', 'supabase_auth_admin']) {
      const job = await schedule(
        superuser,
        'backend_project',
        '59 seconds',
        `set role none; set role ${role}`,
      );
      const { return_message: message } = await waitForRun(superuser, job, 'failed');
      expect(message).toContain('permission denied to set role');
    }
  });

  test('requests are sent, and a migration creates no extension', async () => {
    const target = await startTarget((_, response) => response.end('received'));
    try {
      const [row] = await superuser.begin(async (transaction) => {
        await transaction`set local role backend_project`;
        await transaction.unsafe(CREATE_MISSING).simple();
        return transaction<{ id: string }[]>`select net.http_post(${target.url}) as id`;
      });
      expect(await waitForResponse(superuser, row?.id ?? '')).toMatchObject({
        content: 'received',
      });
    } finally {
      target.close();
    }
  });
});

/** Debian's package of pg_cron. */
const withCron = versions.filter(({ major }) =>
  existsSync(`/usr/share/postgresql/${String(major)}/extension/pg_cron.control`),
);

test.skipIf(withCron.length > 0)(
  'No Postgres of this machine has the extension pg_cron, so its test is skipped',
  () => undefined,
);

describe.each(withCron)('With a Postgres $major that has the extension pg_cron', (version) => {
  let postgres: OwnPostgres;
  let superuser: Sql;
  let dataDir: string;
  let server: RunningServer;

  beforeAll(async () => {
    postgres = await startOwnPostgres(version, {
      shared_preload_libraries: 'pg_cron',
      'cron.database_name': DATABASE,
      'cron.use_background_workers': 'on',
    });
    dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-own-cron-'));
    const admin = openPool(postgres.superuser, { applicationName: 'test', maxConnections: 1 });
    await admin.unsafe(`create database ${DATABASE}`);
    await admin.end();
    superuser = openPool(
      { ...postgres.superuser, database: DATABASE },
      { applicationName: 'test', maxConnections: 4 },
    );
    await superuser.unsafe('create extension pg_cron');
    server = await createServer({
      environment: {
        DATABASE_URL:
          `postgres://postgres:${encodeURIComponent(postgres.superuser.password)}@localhost:` +
          `${String(postgres.superuser.port)}/${DATABASE}?sslmode=verify-full&sslrootcert=${postgres.caPath}`,
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: 'silent',
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await superuser.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });

  test('the extension runs each job once, and the server stays out of the way', async () => {
    await superuser.unsafe(CREATE_MISSING).simple();
    expect(await superuser`select to_regnamespace('backend_cron') as own`).toEqual([{ own: null }]);
    expect(await superuser`select from pg_trigger where tgname = 'announce_jobs'`).toEqual([]);
    const job = await schedule(superuser, 'postgres', '* * * * *', 'select 1', 'minutely');
    // The extension starts it with the next minute.
    await until(async () => (await runsOf(superuser, job)).length > 0, 90_000);
    await until(async () =>
      (await runsOf(superuser, job)).every(({ status }) => status === 'succeeded'),
    );
    expect(await runsOf(superuser, job)).toHaveLength(1);
    expect(
      await superuser`select from backend_shared.leases where name = 'cron:scheduler'`,
    ).toEqual([]);
    expect(await superuser`select cron.unschedule('minutely')`).toHaveLength(1);
    // The other interface is the server's own.
    expect(await superuser`select net.http_get('http://127.0.0.1')`).toHaveLength(1);
  });
});
