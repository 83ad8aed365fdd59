/** @covers security.limits.12 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUp, restore } from '../src/operations/data-backup.ts';
import { prepareDatabase } from '../src/open-database.ts';
import { createServer, type RunningServer } from '../src/index.ts';
import { openPool, withConnection, type Sql } from '../src/platform/database/connection.ts';
import { findFreePort } from '../src/platform/free-port.ts';
import { createLogger } from '../src/platform/logger.ts';
import { rotateKeys } from '../src/operations/key-rotation.ts';
import { makeDatabaseBeforeBaselines } from './support/database-before-baselines.ts';
import { copyPreparedData } from './support/prepared-data.ts';
import { SUPABASE_DIR } from './support/supabase-dir.ts';
import { createTestDatabase } from './support/test-database.ts';

const run = promisify(execFile);
const logger = createLogger('silent');
const OLD_BINARIES = '/usr/lib/postgresql/15/bin';

let dir: string;
let closers: (() => Promise<unknown>)[];

async function start(dataDir: string): Promise<RunningServer> {
  const server = await createServer({
    environment: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
  });
  closers.push(() => server.close());
  return server;
}

async function startPrepared(dataDir: string): Promise<RunningServer> {
  await copyPreparedData(dataDir);
  return start(dataDir);
}

async function post(server: RunningServer, path: string, email: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${String(server.port)}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: server.state.apiKeys.publishableKey,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ email, password: 'a good password' }),
  });
  await response.text();
  return response.status;
}

const signUp = (server: RunningServer, email: string) => post(server, 'signup', email);
const signIn = (server: RunningServer, email: string) =>
  post(server, 'token?grant_type=password', email);

const withSql = <T>(server: RunningServer, use: (sql: Sql) => Promise<T>): Promise<T> =>
  withConnection(server.state.connection, 'test', use);

function backUpOf(server: RunningServer, to: string) {
  const { dataDir, storage } = server.config;
  const objectsDir = 'dir' in storage.location ? storage.location.dir : null;
  return backUp({ connection: server.state.connection, dataDir, objectsDir }, to);
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-backup-'));
  await chmod(dir, 0o711);
  closers = [];
});

afterEach(async () => {
  for (const close of closers.reverse()) await close();
  await rm(dir, { recursive: true, force: true });
});

/** Creates accounts without a pause until it is stopped, each with its identity in one transaction. */
function writeAccounts(server: RunningServer) {
  let stopped = false;
  let written = 0;
  const writing = withSql(server, async (sql) => {
    while (!stopped) {
      await sql.begin(async (transaction) => {
        const [user] = await transaction<{ id: string }[]>`
          insert into auth.users (id, aud, role, email, raw_user_meta_data)
          values (gen_random_uuid(), 'authenticated', 'authenticated',
            ${`writer-${String(written)}@example.com`}, '{}')
          returning id`;
        await transaction`
          insert into auth.identities (provider_id, user_id, identity_data, provider)
          values (${user?.id ?? ''}, ${user?.id ?? ''}, '{}', 'email')`;
      });
      written += 1;
    }
  });
  return {
    written: () => written,
    async stop() {
      stopped = true;
      await writing;
    },
  };
}

describe('A backup', () => {
  test('made during writes is a consistent snapshot, and a restore returns that snapshot', async () => {
    const server = await startPrepared(join(dir, 'data'));
    expect(await signUp(server, 'kept@example.com')).toBe(200);
    const accounts = writeAccounts(server);
    await expect.poll(accounts.written).toBeGreaterThan(20);
    const before = accounts.written();
    await backUpOf(server, join(dir, 'backup'));
    expect(accounts.written()).toBeGreaterThan(before);
    await accounts.stop();
    expect(await signUp(server, 'too-late@example.com')).toBe(200);

    await restore(join(dir, 'backup'), {
      dataDir: join(dir, 'restored'),
      supabaseDir: SUPABASE_DIR,
      logger,
    });
    const restored = await start(join(dir, 'restored'));
    expect(restored.state.apiKeys).toEqual(server.state.apiKeys);
    expect(restored.state.signingJwks).toEqual(server.state.signingJwks);
    expect(await signIn(restored, 'kept@example.com')).toBe(200);
    expect(await signIn(restored, 'too-late@example.com')).toBe(400);
    // The next values of the sequences do not collide with restored rows.
    expect(await signUp(restored, 'newcomer@example.com')).toBe(200);
    const [torn] = await withSql(
      restored,
      (sql) => sql`
        select count(*)::int as users, count(i.id)::int as identities
        from auth.users u left join auth.identities i on i.user_id = u.id`,
    );
    expect(torn?.users).toBeGreaterThanOrEqual(before);
    expect(torn?.identities).toBe(torn?.users);
  });

  test('contains the signing keys that were created since the first start', async () => {
    const server = await startPrepared(join(dir, 'data'));
    const { keyId } = await rotateKeys(server.config, server.state.connection, true);
    await backUpOf(server, join(dir, 'backup'));
    await restore(join(dir, 'backup'), {
      dataDir: join(dir, 'restored'),
      supabaseDir: SUPABASE_DIR,
      logger,
    });
    const restored = await start(join(dir, 'restored'));
    const response = await fetch(
      `http://127.0.0.1:${String(restored.port)}/auth/v1/.well-known/jwks.json`,
    );
    expect(await response.json()).toMatchObject({ keys: [{ kid: keyId }] });
  });

  test('overwrites no data on restore, and a damaged backup or one of another version leaves no data behind', async () => {
    const server = await startPrepared(join(dir, 'data'));
    await mkdir(join(dir, 'taken'));
    await writeFile(join(dir, 'taken', 'mine'), 'precious');
    await expect(backUpOf(server, join(dir, 'taken'))).rejects.toThrow('already exists');
    expect(await readFile(join(dir, 'taken', 'mine'), 'utf8')).toBe('precious');
    await backUpOf(server, join(dir, 'backup'));
    await expect(
      restore(join(dir, 'backup'), {
        dataDir: join(dir, 'data'),
        supabaseDir: SUPABASE_DIR,
        logger,
      }),
    ).rejects.toThrow('already exists');
    await writeFile(join(dir, 'backup', 'manifest.json'), '{"format":');
    await expect(
      restore(join(dir, 'backup'), {
        dataDir: join(dir, 'restored'),
        supabaseDir: SUPABASE_DIR,
        logger,
      }),
    ).rejects.toThrow('damaged');
    expect(existsSync(join(dir, 'restored'))).toBe(false);

    // The error for another version names the difference.
    await withSql(
      server,
      (sql) => sql`
        update backend_migrations.applied set checksum = 'other'
        where file_name = '0047_baseline.sql'`,
    );
    await backUpOf(server, join(dir, 'other-version'));
    await expect(
      restore(join(dir, 'other-version'), {
        dataDir: join(dir, 'restored'),
        supabaseDir: SUPABASE_DIR,
        logger,
      }),
    ).rejects.toThrow('0047_baseline.sql');
    expect(existsSync(join(dir, 'restored'))).toBe(false);
    // An unfinished backup contains keys.
    expect((await readdir(dir)).filter((name) => name.includes('partial'))).toEqual([]);
  });
});

describe('A backup of the last version before the baselines', () => {
  /** Created by the current code from a database of that version. The format is the same. */
  async function makeOldBackup(path: string): Promise<void> {
    const database = await createTestDatabase({ migrated: false });
    closers.push(() => database.drop());
    await makeDatabaseBeforeBaselines(database.sql);
    await database.sql`
      insert into auth.users (id, aud, role, email, raw_user_meta_data)
      values (gen_random_uuid(), 'authenticated', 'authenticated', 'kept@example.com', '{}')`;
    const dataDir = join(dir, 'old-data');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'database.json'), JSON.stringify({ password: 'old' }));
    await backUp({ connection: database.connection, dataDir, objectsDir: null }, path);
  }

  test('is restored, and the next start applies the later migrations', async () => {
    await makeOldBackup(join(dir, 'backup'));
    await restore(join(dir, 'backup'), {
      dataDir: join(dir, 'restored'),
      supabaseDir: SUPABASE_DIR,
      logger,
    });
    const restored = await start(join(dir, 'restored'));
    const rows = await withSql(restored, (sql) => sql`select email from public.users`);
    expect([...rows]).toEqual([{ email: 'kept@example.com' }]);
    const files = await withSql(
      restored,
      (sql) => sql`select folder, file_name from backend_migrations.applied order by 1, 2`,
    );
    expect(files.slice(0, 2)).toEqual([
      { folder: 'product', file_name: '20261128100000_baseline.sql' },
      { folder: 'product', file_name: '20261201100000_room_for_pictures.sql' },
    ]);
  });

  test('with some of its migrations is refused with the names of the missing ones, and leaves no data behind', async () => {
    await makeOldBackup(join(dir, 'backup'));
    const path = join(dir, 'backup', 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8')) as {
      migrations: { fileName: string }[];
    };
    manifest.migrations = manifest.migrations.filter((one) => !one.fileName.startsWith('0047'));
    await writeFile(path, JSON.stringify(manifest));
    await expect(
      restore(join(dir, 'backup'), {
        dataDir: join(dir, 'restored'),
        supabaseDir: SUPABASE_DIR,
        logger,
      }),
    ).rejects.toThrow(
      /Missing migrations: server\/0047_folded_device\.sql\. Restore it with version 652d40a/,
    );
    expect(existsSync(join(dir, 'restored'))).toBe(false);
  });
});

/** The Postgres 15 of the system, on a folder of the test. */
async function startOldPostgres() {
  const port = await findFreePort();
  const cluster = join(dir, 'old-cluster');
  const password = 'old-cluster';
  const passwordFile = join(dir, 'old-password');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o644 });
  const uid = process.getuid?.() === 0 ? Number((await run('id', ['-u', 'postgres'])).stdout) : 0;
  const user = uid === 0 ? {} : { uid };
  if (uid !== 0) await chown(cluster, uid, 0);
  await run(
    join(OLD_BINARIES, 'initdb'),
    ['-D', cluster, '-U', 'supabase_admin', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256'],
    user,
  );
  const postgres: ChildProcess = spawn(
    join(OLD_BINARIES, 'postgres'),
    ['-D', cluster, '-p', String(port), '-c', 'unix_socket_directories=', '-c', 'fsync=off'],
    { stdio: 'ignore', ...user },
  );
  const exited = once(postgres, 'exit');
  closers.push(() => {
    postgres.kill('SIGINT');
    return exited;
  });
  const connection = {
    host: '127.0.0.1',
    port,
    database: 'postgres',
    username: 'supabase_admin',
    password,
    sslMode: 'disable' as const,
  };
  const sql = openPool(connection, { applicationName: 'test', maxConnections: 1 });
  closers.push(() => sql.end());
  await expect
    .poll(() =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return { connection, sql };
}

function callStorage(
  server: RunningServer,
  method: string,
  path: string,
  body?: string,
): Promise<Response> {
  const key = server.state.apiKeys.secretKey;
  return fetch(`http://127.0.0.1:${String(server.port)}/storage/v1/${path}`, {
    method,
    headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
}

describe('Objects', () => {
  test('are in the backup as of its snapshot, also if they are deleted during the backup; an incomplete backup is not restored', async () => {
    const server = await startPrepared(join(dir, 'data'));
    await callStorage(server, 'POST', 'bucket', '{"name":"kept"}');
    const names = Array.from({ length: 40 }, (_, index) => `file-${String(index)}.json`);
    for (const name of names) {
      const answer = await callStorage(server, 'POST', `object/kept/${name}`, `"${name}"`);
      expect(answer.status).toBe(200);
    }
    await backUpOf(server, join(dir, 'cut-off'));
    const [lost = ''] = await readdir(join(dir, 'cut-off', 'objects'));
    await rm(join(dir, 'cut-off', 'objects', lost));
    await expect(
      restore(join(dir, 'cut-off'), {
        dataDir: join(dir, 'restored'),
        supabaseDir: SUPABASE_DIR,
        logger,
      }),
    ).rejects.toThrow(/objects is not whole: it holds 39 files .* 40 of/);

    const backup = backUpOf(server, join(dir, 'backup'));
    const changing = Promise.all(
      names.map((name, index) =>
        index % 2 === 0
          ? callStorage(server, 'DELETE', `object/kept/${name}`)
          : callStorage(server, 'PUT', `object/kept/${name}`, '"changed"'),
      ),
    );
    await Promise.all([backup, changing]);

    await restore(join(dir, 'backup'), {
      dataDir: join(dir, 'restored'),
      supabaseDir: SUPABASE_DIR,
      logger,
    });
    const restored = await start(join(dir, 'restored'));
    const rows = await withSql(
      restored,
      (sql) => sql<{ name: string; size: number }[]>`
        select name, (metadata ->> 'size')::int as size from storage.objects`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(20);
    for (const { name, size } of rows) {
      const answer = await callStorage(restored, 'GET', `object/kept/${name}`);
      expect(answer.status).toBe(200);
      expect((await answer.text()).length).toBe(size);
    }
  });
});

describe('A major version of Postgres', () => {
  test.skipIf(!existsSync(join(OLD_BINARIES, 'postgres')))(
    'is upgraded by a backup of the old version that is restored into the new one',
    async () => {
      const { connection, sql } = await startOldPostgres();
      await prepareDatabase(connection, SUPABASE_DIR, logger);
      await sql`
        insert into auth.users (id, aud, role, email, raw_user_meta_data)
        values (gen_random_uuid(), 'authenticated', 'authenticated', 'moved@example.com', '{}')`;
      const oldDataDir = join(dir, 'old-data');
      await mkdir(oldDataDir);
      await writeFile(
        join(oldDataDir, 'database.json'),
        JSON.stringify({ password: 'old-cluster' }),
      );
      const source = { connection, dataDir: oldDataDir, objectsDir: null };
      const manifest = await backUp(source, join(dir, 'backup'));
      expect(manifest.postgresVersion).toMatch(/^15\./);

      await restore(join(dir, 'backup'), {
        dataDir: join(dir, 'new-data'),
        supabaseDir: SUPABASE_DIR,
        logger,
      });
      const server = await start(join(dir, 'new-data'));
      const rows = await withSql(
        server,
        (newSql) => newSql`
          select email, current_setting('server_version_num')::int >= 170000 as "isNew"
          from auth.users`,
      );
      expect([...rows]).toEqual([{ email: 'moved@example.com', isNew: true }]);
    },
  );
});
