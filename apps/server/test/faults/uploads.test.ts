import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateApiKeys } from '../../src/platform/identity/api-keys.ts';
import { copyPreparedData } from '../support/prepared-data.ts';
import { killPostmaster } from '../support/processes.ts';
import { startRestartingServer, type RestartingServer } from './restarting-server.ts';

/** The server writes a large body while it arrives, and keeps a small one in memory. */
const BODIES = [300_000, 10_000].map((bytes) => Buffer.alloc(bytes, 'bytes and rows'));
const UPLOADERS = 6;
/** The number of finished uploads before the process is killed, so that other uploads are in progress. */
const DONE_BEFORE = 20;
/** The embedded Postgres recovers within 20 s. */
const COMES_BACK_WITHIN_MS = 25_000;

const { publishableKey, secretKey } = generateApiKeys();
let dir: string;
let server: RestartingServer;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-uploads-'));
  // Postgres runs as another user where this runs as root.
  await chmod(dir, 0o711);
  await copyPreparedData(dir);
  server = await startRestartingServer({
    DATA_DIR: dir,
    STORAGE_DIR: join(dir, 'objects'),
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
  });
  const made = await call('POST', '/bucket', '{"id":"box","name":"box"}', 'application/json');
  expect(made).toBe(200);
});
afterAll(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

/** The status; 0 if there was no response. */
function call(
  method: string,
  path: string,
  body: string | Buffer<ArrayBuffer>,
  type = 'application/octet-stream',
): Promise<number> {
  return fetch(`${server.url}/storage/v1${path}`, {
    method,
    headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}`, 'Content-Type': type },
    body,
  }).then(
    async (answer) => {
      await answer.text();
      return answer.status;
    },
    () => 0,
  );
}

/** Uploads until it is stopped. @returns the names of all acknowledged uploads */
async function uploadDuring(strike: () => Promise<void>): Promise<string[]> {
  const acknowledged: string[] = [];
  let isOver = false;
  const upload = async (index: number): Promise<void> => {
    const body = BODIES[index % 2] ?? Buffer.of();
    for (let count = 0; !isOver; count += 1) {
      const name = `${String(performance.now())}-${String(index)}-${String(count)}`;
      if ((await call('PUT', `/object/box/${name}`, body)) === 200) acknowledged.push(name);
      // New objects, and one object that all uploads replace.
      await call('PUT', '/object/box/shared', body);
    }
  };
  const uploads = Array.from({ length: UPLOADERS }, (_, index) => upload(index));
  await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(DONE_BEFORE);
  await strike();
  const before = acknowledged.length;
  // The server recovers without a restart.
  await expect
    .poll(() => acknowledged.length, { timeout: COMES_BACK_WITHIN_MS })
    .toBeGreaterThan(before + UPLOADERS);
  isOver = true;
  await Promise.all(uploads);
  return acknowledged;
}

describe.each([
  {
    name: 'Postgres',
    strike: () => killPostmaster(join(dir, 'postgres')),
  },
  {
    name: 'the server',
    strike: () => Promise.resolve(void process.kill(server.processId(), 'SIGKILL')),
  },
])('When $name is killed in the middle of uploads', ({ strike }) => {
  /** @covers 7.storage.12 */
  test('every acknowledged object exists, and rows and bytes agree', async () => {
    const acknowledged = await uploadDuring(strike);
    const { rows, announced } = await server.withOwner(async (sql) => ({
      rows: await sql<{ name: string; version: string; size: string }[]>`
        select name, version, metadata ->> 'size' as size from storage.objects`,
      announced: await sql<{ version: string }[]>`
        select version from backend_storage.orphaned_blobs`,
    }));
    const names = new Set(rows.map(({ name }) => name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    for (const { version, size } of rows) {
      expect((await stat(join(dir, 'objects', version))).size).toBe(Number(size));
    }
    // Bytes without a row are listed, so that the scheduled job deletes them.
    const known = new Set([...rows, ...announced].map(({ version }) => version));
    const files = await readdir(join(dir, 'objects'));
    expect(files.filter((file) => !known.has(file))).toEqual([]);
  });
});
