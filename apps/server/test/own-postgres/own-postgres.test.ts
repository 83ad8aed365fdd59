import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer, type RunningServer } from '../../src/index.ts';
import { openPool, parseDatabaseUrl, type Sql } from '../../src/platform/database/connection.ts';
import { openConnection } from '../../src/platform/database/wire/connect.ts';
import { findOwnPostgres, startOwnPostgres, type OwnPostgres } from '../support/own-postgres.ts';

const run = promisify(execFile);
const PREPARE = fileURLToPath(new URL('../../src/cli/db-prepare.ts', import.meta.url));
const OWNER = 'beaconpay-owner';
const OWNER_PASSWORD = 'owner password';
const DATABASE = 'beaconpay';

/** The system message that a subscriber to changes receives. */
async function subscribeToChanges(
  client: SupabaseClient,
): Promise<{ status: string; message: string }> {
  const received = new Promise<{ status: string; message: string }>((resolve) => {
    client
      .channel('changes')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'orders' }, () => undefined)
      .on('system', {}, (payload: { status: string; message: string }) => resolve(payload))
      .subscribe();
  });
  const { status, message } = await received;
  await client.removeAllChannels();
  return { status, message };
}

/** Sends a message on a channel and receives it. */
async function broadcastToItself(client: SupabaseClient): Promise<unknown> {
  const received = new Promise((resolve) => {
    const channel = client.channel('room', { config: { broadcast: { self: true } } });
    channel
      .on('broadcast', { event: 'message' }, ({ payload }: { payload: unknown }) =>
        resolve(payload),
      )
      .subscribe((status: string) => {
        if (status === 'SUBSCRIBED') {
          void channel.send({ type: 'broadcast', event: 'message', payload: { text: 'hello' } });
        }
      });
  });
  const payload = await received;
  await client.removeAllChannels();
  return payload;
}

const versions = await findOwnPostgres();
const missing = [15, 16, 17, 18].filter((major) => versions.every((one) => one.major !== major));

test.skip.each(missing)(
  'Postgres %d is not installed on this machine, so its tests are skipped',
  () => undefined,
);

describe.each(versions)(
  'An external Postgres $major with a database owner that is not a superuser',
  (version) => {
    let postgres: OwnPostgres;
    let superuser: Sql;
    let dataDir: string;
    const servers: RunningServer[] = [];

    const url = (host: string, parameters: string) =>
      `postgres://${OWNER}:${encodeURIComponent(OWNER_PASSWORD)}@${host}:${String(postgres.superuser.port)}` +
      `/${DATABASE}?${parameters}`;
    const ownerUrl = () => url('localhost', `sslmode=verify-full&sslrootcert=${postgres.caPath}`);

    /** Without this setting each machine creates its own keys. Here all machines get the same. */
    async function start(
      databaseUrl = ownerUrl(),
      environment: Readonly<Record<string, string>> = {},
    ): Promise<RunningServer> {
      const server = await createServer({
        environment: {
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          PORT: '0',
          LOG_LEVEL: 'silent',
          ...environment,
        },
      });
      servers.push(server);
      return server;
    }

    function clientOf(server: RunningServer, key = server.state.apiKeys.publishableKey) {
      return createClient(`http://127.0.0.1:${String(server.port)}`, key, {
        auth: { persistSession: false, autoRefreshToken: false },
      });
    }

    function prepareAs(user: string, password: string) {
      const DATABASE_SUPERUSER_URL =
        `postgres://${user}:${encodeURIComponent(password)}@localhost:` +
        `${String(postgres.superuser.port)}/postgres?sslrootcert=${postgres.caPath}`;
      return run(process.execPath, [PREPARE], {
        env: { ...process.env, DATABASE_URL: ownerUrl(), DATABASE_SUPERUSER_URL },
      });
    }

    beforeAll(async () => {
      postgres = await startOwnPostgres(version);
      dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-own-data-'));
      const admin = openPool(postgres.superuser, { applicationName: 'test', maxConnections: 1 });
      await admin.unsafe(`create role "${OWNER}" login password '${OWNER_PASSWORD}'`);
      await admin.unsafe(`create database "${DATABASE}" owner "${OWNER}"`);
      await admin.end();
      superuser = openPool(
        { ...postgres.superuser, database: DATABASE },
        { applicationName: 'test', maxConnections: 2 },
      );
    });

    afterAll(async () => {
      for (const server of servers) await server.close();
      await superuser.end();
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    });

    test('prints at the start the SQL that a superuser has to run, and changes nothing', async () => {
      await expect(start()).rejects.toThrow(
        /create role service_role nologin noinherit bypassrls;/,
      );
      expect(await superuser`select rolname from pg_roles where rolname = 'anon'`).toEqual([]);
      expect(
        await superuser`select nspname from pg_namespace where nspname like 'backend\\_%'`,
      ).toEqual([]);
    });

    test('starts after a superuser has run the SQL of db:prepare, without further privileges', async () => {
      const environment = { ...process.env, DATABASE_URL: ownerUrl() };
      const { stdout } = await run(process.execPath, [PREPARE, '--print'], { env: environment });
      expect(stdout).not.toContain(OWNER_PASSWORD);
      await superuser.begin((transaction) => transaction.unsafe(stdout).simple());
      await start();
      const again = await run(process.execPath, [PREPARE, '--print'], { env: environment });
      expect(again.stdout).toContain('has everything it needs');
      const [role] = await superuser`
      select rolsuper, rolcreaterole, rolcreatedb, rolreplication from pg_roles
      where rolname = ${OWNER}`;
      expect(role).toEqual({
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
      });
    });

    test('creates the objects of the product as a role that is not a superuser, and nothing else', async () => {
      const owners = await superuser`
      select distinct r.rolname from pg_class as c join pg_roles as r on r.oid = c.relowner
      where relnamespace in ('public'::regnamespace, 'storage'::regnamespace)`;
      expect(owners).toEqual([{ rolname: 'backend_project' }]);
      const schemas = await superuser`
      select nspname from pg_namespace
      where nspname !~ '^pg_' and has_schema_privilege('backend_project', oid, 'create')
      order by 1`;
      expect(schemas).toEqual([{ nspname: 'private' }, { nspname: 'public' }]);
    });

    test('applies the same access rules', async () => {
      const client = clientOf(await start());
      const credentials = { email: 'own@example.com', password: 'a good password' };
      const signedUp = await client.auth.signUp({
        ...credentials,
        options: { data: { full_name: 'Own Postgres' } },
      });
      expect(signedUp.error).toBeNull();
      const own = await client.from('profiles').select('full_name, users(email)');
      expect(own.data).toEqual([
        { full_name: 'Own Postgres', users: { email: credentials.email } },
      ]);
      const promoted = await client.from('profiles').update({ account_type: 'admin' }).select();
      expect(promoted.error?.code).toBe('42501');
      const server = await start();
      const all = await clientOf(server, server.state.apiKeys.secretKey)
        .from('profiles')
        .select('id');
      expect(all.data).toHaveLength(1);
    });

    test('is shared by two servers: sign-out and a new table reach both', async () => {
      const [one, two] = [await start(), await start()];
      const client = clientOf(one);
      const { data } = await client.auth.signUp({
        email: 'both@example.com',
        password: 'a good password',
      });
      const token = data.session?.access_token ?? '';
      expect((await clientOf(two).auth.getUser(token)).error).toBeNull();
      await client.auth.signOut();
      expect((await clientOf(two).auth.getUser(token)).error?.name).toBe('AuthSessionMissingError');

      await superuser.unsafe(
        'create table public.later (a int); grant select on public.later to anon',
      );
      await superuser`notify pgrst, 'reload schema'`;
      for (const server of [one, two]) {
        await expect
          .poll(async () => (await clientOf(server).from('later').select()).error)
          .toBeNull();
      }
    });

    test('is shared by two servers: they share rate limits', async () => {
      const limited = { RATE_LIMIT_TOKEN_PER_5_MIN: '2' };
      const [one, two] = [await start(ownerUrl(), limited), await start(ownerUrl(), limited)];
      const statuses: (number | undefined)[] = [];
      for (const server of [one, two, one, two]) {
        const { error } = await clientOf(server).auth.signInWithPassword({
          email: 'nobody@example.com',
          password: 'wrong',
        });
        statuses.push(error?.status);
      }
      expect(statuses).toEqual([400, 400, 429, 429]);
    });

    /** @covers realtime.15 */
    test('sends live changes once db:prepare has granted the replication role', async () => {
      const client = clientOf(await start());
      // Only signed-in users can read the published tables.
      await client.auth.signUp({ email: 'live@example.com', password: 'a good password' });
      expect(await subscribeToChanges(client)).toEqual({
        status: 'ok',
        message: 'Subscribed to PostgreSQL',
      });
    });

    /** @covers realtime.15 */
    test('starts without the replication privilege, logs that changes are off, and serves the rest', async () => {
      await superuser`alter role supabase_realtime_admin noreplication`;
      const client = clientOf(await start());
      expect(await subscribeToChanges(client)).toEqual({
        status: 'error',
        message: expect.stringContaining('lacks the REPLICATION attribute') as string,
      });
      expect(await broadcastToItself(client)).toEqual({ text: 'hello' });
      const environment = { ...process.env, DATABASE_URL: ownerUrl() };
      const { stdout } = await run(process.execPath, [PREPARE, '--print'], { env: environment });
      expect(stdout).toContain('alter role supabase_realtime_admin replication;');
      expect(stdout).toContain('Everything else works without it');

      // db:prepare logs that its role cannot grant replication, and prepares the rest.
      await superuser.unsafe("create role helper login password 'helper'");
      const asHelper = await prepareAs('helper', 'helper');
      expect(asHelper.stdout).toMatch(
        /helper may not run "alter role supabase_realtime_admin replication", so changes are not sent live\. Everything else works\./,
      );
      const asSuperuser = await prepareAs(postgres.superuser.username, postgres.superuser.password);
      expect(asSuperuser.stdout).toContain('1 statement run. ');
      expect(asSuperuser.stdout).not.toContain('not sent live');
      const [role] = await superuser`
        select rolreplication from pg_roles where rolname = 'supabase_realtime_admin'`;
      expect(role).toEqual({ rolreplication: true });
    });

    test('is prepared again by db:prepare when the passwords of the roles are wrong', async () => {
      await superuser`alter role authenticator password 'something else'`;
      await expect(start()).rejects.toThrow(/alter role authenticator with login password 'SCRAM-/);
      await prepareAs(postgres.superuser.username, postgres.superuser.password);
      await expect(start()).resolves.toBeDefined();
    });

    test('is accepted only with the certificate that the URL requires', async () => {
      const connectTo = (databaseUrl: string) =>
        openConnection(parseDatabaseUrl(databaseUrl), {}).then(({ socket }) => socket.destroy());
      const otherCa = join(postgres.dir, 'other-ca.crt');
      for (const accepted of [
        url('localhost', `sslmode=verify-full&sslrootcert=${postgres.caPath}`),
        url('127.0.0.1', `sslmode=verify-ca&sslrootcert=${postgres.caPath}`),
        url('127.0.0.1', 'sslmode=require'),
        url('localhost', 'sslmode=prefer'),
        // The server refuses plain text, so the connection uses TLS.
        url('localhost', 'sslmode=allow'),
        url('localhost', ''),
      ]) {
        await expect(connectTo(accepted)).resolves.toBeDefined();
      }
      for (const refused of [
        // The certificate is for localhost.
        url('127.0.0.1', `sslmode=verify-full&sslrootcert=${postgres.caPath}`),
        url('localhost', `sslmode=verify-full&sslrootcert=${otherCa}`),
        url('localhost', `sslmode=verify-ca&sslrootcert=${otherCa}`),
        url('localhost', 'sslmode=verify-full'),
        url('localhost', 'sslmode=disable'),
      ]) {
        await expect(connectTo(refused)).rejects.toMatchObject({ problem: 'unreachable' });
      }
    });

    test('accepts an owner without a password over its socket, while the roles have passwords', async () => {
      const socketUrl =
        `postgres://${OWNER}@/${DATABASE}?host=${join(postgres.dir, 'cluster')}` +
        `&port=${String(postgres.superuser.port)}`;
      const server = await start(socketUrl);
      const answer = await fetch(`http://127.0.0.1:${String(server.port)}/health/ready`);
      expect(answer.status).toBe(200);
      const [kept] = await superuser`select secret from backend_migrations.role_secret`;
      expect(String(kept?.secret)).toHaveLength(43);
      await expect(
        superuser.begin(async (transaction) => {
          await transaction`set local role authenticator`;
          await transaction`select secret from backend_migrations.role_secret`;
        }),
      ).rejects.toMatchObject({ code: '42501' });
    });
  },
);
