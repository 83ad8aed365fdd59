/** @covers security.files.10 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { DATA_API_ROLE } from '../../src/platform/database/service-roles.ts';
import { generateApiKeys } from '../../src/platform/identity/api-keys.ts';
import { createDiskBackend } from '../../src/services/storage/backends/disk.ts';
import { createStorageCleanUps } from '../../src/services/storage/versions.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { makeBytes } from './storage-fixtures.ts';

const STARTER = fileURLToPath(new URL('../support/start-for-test.ts', import.meta.url));
const SIZE = 300_000;
/** A body that the server keeps in memory until it writes it. */
const SMALL_SIZE = 10_000;
type Body = NonNullable<RequestInit['body']>;
const { publishableKey, secretKey } = generateApiKeys();

let dir: string;
let database: TestDatabase;
let sql: Sql;
let server: ChildProcess;
let url: string;

async function start(): Promise<void> {
  server = fork(STARTER, [], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: join(dir, 'data'),
      STORAGE_DIR: join(dir, 'objects'),
      PUBLISHABLE_KEY: publishableKey,
      SECRET_KEY: secretKey,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DB_POOL_SIZE: '34',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  url = `http://127.0.0.1:${String(port)}/storage/v1`;
}

async function kill(): Promise<void> {
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}

function call(method: string, path: string, body?: Body, headers = {}) {
  return fetch(`${url}${path}`, {
    method,
    headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}`, ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-crash-'));
  database = await createTestDatabase();
  sql = openPool(connectionAs(database.connection, DATA_API_ROLE), {
    applicationName: 'test-storage',
    maxConnections: 2,
  });
  await start();
  await call('POST', '/bucket', '{"name":"box"}', { 'Content-Type': 'application/json' });
});
afterEach(async () => {
  await kill();
  await sql.end({ timeout: 1 });
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

async function cleanUp(): Promise<void> {
  const backend = await createDiskBackend(join(dir, 'objects'));
  for (const each of createStorageCleanUps(backend)) await each.run(sql);
}

/** Runs the scheduled job after the maximum time of a backup and of an upload. */
async function passTime(): Promise<void> {
  await database.sql`
    update backend_storage.orphaned_blobs set remove_after = now() - interval '1 second'`;
  await database.sql`
    update backend_storage.resumable_uploads set remove_after = now() - interval '1 second'`;
}

const filesOf = async (): Promise<string[]> => (await readdir(join(dir, 'objects'))).sort();

async function expectRowsToHaveTheirBytes(): Promise<string[]> {
  const rows = await database.sql<{ version: string; size: string }[]>`
    select version, metadata ->> 'size' as size from storage.objects order by version`;
  for (const { version, size } of rows) {
    expect((await stat(join(dir, 'objects', version))).size).toBe(Number(size));
  }
  return rows.map(({ version }) => version);
}

describe('After the server was killed during uploads', () => {
  test.each([1, 2, 3])(
    'every row has its bytes, and the scheduled job deletes bytes without a row (%i)',
    async (round) => {
      const body = makeBytes(SIZE);
      const bodies = [body, makeBytes(SMALL_SIZE)];
      let done = 0;
      let over = false;
      const uploadOn = async (index: number): Promise<void> => {
        for (let count = 0; !over; count += 1) {
          // New objects, and one object that all uploads replace.
          const name = count % 2 === 0 ? `new-${String(index)}-${String(count)}` : 'shared';
          await call('PUT', `/object/box/${name}`, bodies[index % 2])
            .then((answer) => answer.text())
            .then(() => (done += 1))
            .catch(() => (over = true));
        }
      };
      const uploads = Array.from({ length: 6 }, (_, index) => uploadOn(index));
      await expect.poll(() => done, { interval: 1 }).toBeGreaterThan(round * 7);
      await kill();
      over = true;
      await Promise.all(uploads);

      const rows = await expectRowsToHaveTheirBytes();
      const known = await database.sql<{ version: string }[]>`
        select version from backend_storage.orphaned_blobs`;
      const versions = new Set([...rows, ...known.map(({ version }) => version)]);
      expect((await filesOf()).filter((file) => !versions.has(file))).toEqual([]);

      await start();
      await passTime();
      await cleanUp();
      expect(await filesOf()).toEqual(await expectRowsToHaveTheirBytes());
      expect((await call('PUT', '/object/box/shared', body)).status).toBe(200);
    },
  );

  /** @covers 7.storage.12 */
  test('a resumable upload continues after the bytes that were written', async () => {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const tus = { 'Tus-Resumable': '1.0.0' };
    const begun = await call('POST', '/upload/resumable', undefined, {
      ...tus,
      'Upload-Length': String(SIZE),
      'Upload-Metadata': `bucketName ${encode('box')},objectName ${encode('parts.bin')}`,
    });
    const path = (begun.headers.get('location') ?? '').replace('/storage/v1', '');
    const patch = (offset: number, body: Body) =>
      call('PATCH', path, body, {
        ...tus,
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
      });
    const bytes = makeBytes(SIZE);
    const half = new ReadableStream({
      start: (controller) => controller.enqueue(bytes.subarray(0, 100_000)),
    });
    const cut = patch(0, half).catch(() => undefined);
    const version = path.split('/').at(-1) ?? '';
    const written = async () => (await stat(join(dir, 'objects', version))).size;
    await expect.poll(written).toBeGreaterThan(0);
    await kill();
    await cut;
    await start();
    // The lock of the killed process expires.
    await database.sql`
      update backend_storage.resumable_uploads set locked_until = now() - interval '1 second'`;
    const head = await call('HEAD', path, undefined, tus);
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBe(await written());
    expect((await patch(offset, bytes.subarray(offset))).status).toBe(204);
    const answer = await call('GET', '/object/box/parts.bin');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    await passTime();
    await cleanUp();
    expect(await filesOf()).toEqual([version]);
  });
});

describe('The scheduled job', () => {
  /** @covers 7.storage.12 */
  test('keeps bytes that a backup may still copy or an upload may still use', async () => {
    await call('PUT', '/object/box/one', 'old');
    await call('PUT', '/object/box/one', 'new');
    const before = await filesOf();
    expect(before).toHaveLength(2);
    await cleanUp();
    expect(await filesOf()).toEqual(before);
    await passTime();
    await cleanUp();
    expect(await filesOf()).toHaveLength(1);
    expect(await (await call('GET', '/object/box/one')).text()).toBe('new');
  });

  test('deletes the bytes of rows that were deleted in SQL', async () => {
    await call('PUT', '/object/box/one', 'old');
    await database.sql`delete from storage.objects`;
    await passTime();
    await cleanUp();
    expect(await filesOf()).toEqual([]);
  });

  test('prevents the creation of an object from bytes that it has deleted', async () => {
    await call('PUT', '/object/box/one', 'old');
    const [row] = await database.sql`delete from storage.objects returning version`;
    await passTime();
    await cleanUp();
    const making = database.sql`
      insert into storage.objects (bucket_id, name, version)
      values ('box', 'one', ${String(row?.version)})`;
    await expect(making).rejects.toMatchObject({ code: 'PT410' });
  });
});
