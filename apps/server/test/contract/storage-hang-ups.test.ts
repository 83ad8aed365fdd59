/** @covers security.limits.14 */
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateApiKeys } from '../../src/platform/identity/api-keys.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { head, openRaw, readToEnd } from '../support/raw-request.ts';
import { spawnServer } from '../support/spawned-server.ts';
import { STORAGE_FIXTURES } from './storage-fixtures.ts';

const { publishableKey, secretKey } = generateApiKeys();
let database: TestDatabase;
let server: Awaited<ReturnType<typeof spawnServer>>;
let url: string;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-hang-ups-'));
  database = await createTestDatabase();
  await database.sql.unsafe(STORAGE_FIXTURES);
  server = await spawnServer({
    DATABASE_URL: database.url,
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
    STORAGE_DIR: dir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DB_POOL_SIZE: '34',
  });
  url = `http://127.0.0.1:${String(server.port)}`;
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(dir, { recursive: true });
});

const KEY = { apikey: publishableKey };

async function askForStatus(socket: Socket): Promise<string> {
  socket.write(head('GET /storage/v1/status', {}));
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString().split('\r\n', 1)[0] ?? '';
}

/** A complete upload that the policies refuse. It takes longer than the interrupted one before it. */
async function expectRefusal(): Promise<void> {
  const answer = await fetch(`${url}/storage/v1/object/papers/whole.txt`, {
    method: 'POST',
    headers: KEY,
    body: 'whole',
  });
  expect(await answer.json()).toMatchObject({ error: 'Unauthorized' });
}

/** One process serves a connection: a response on an older connection proves that the process still runs. */
async function expectSameProcessAfter(act: () => Promise<void>): Promise<void> {
  const witness = await openRaw(url);
  expect(await askForStatus(witness)).toBe('HTTP/1.1 200 OK');
  await act();
  await expectRefusal();
  expect(await askForStatus(witness)).toBe('HTTP/1.1 200 OK');
  witness.destroy();
}

const FORM = 'multipart/form-data; boundary=b';
const FILE_PART =
  '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\nContent-Type: text/plain\r\n\r\n';

/** Sends it many times, because the moment before listeners are attached is short. */
async function repeat(times: number, act: () => Promise<void>): Promise<void> {
  for (let round = 0; round < times; round += 1) await act();
}

describe('The server keeps running after', () => {
  test.each([
    ['a raw body', 'text/plain', 'half of it'],
    ['the preamble of a form', FORM, '--b'],
    ['the file of a form', FORM, `${FILE_PART}half of it`],
  ])('%s that is cut off', async (_what, type, sent) => {
    await expectSameProcessAfter(() =>
      repeat(10, async () => {
        const socket = await openRaw(url);
        const headers = { ...KEY, 'Content-Type': type, 'Content-Length': '100000' };
        socket.write(head('POST /storage/v1/object/papers/cut.txt', headers) + sent);
        await new Promise((resolve) => setImmediate(resolve));
        socket.destroy();
        await once(socket, 'close');
      }),
    );
  });

  test.each([
    ['has no closing boundary', `${FILE_PART}text`],
    ['has only its preamble', '--b\r\n'],
    ['ends in the headers of a part', '--b\r\nContent-Disposition: form-data'],
  ])('a form that %s, and responds with an error', async (_what, body) => {
    await expectSameProcessAfter(async () => {
      const socket = await openRaw(url);
      const headers = {
        ...KEY,
        'Content-Type': FORM,
        'Content-Length': String(body.length),
        Connection: 'close',
      };
      socket.write(head('POST /storage/v1/object/papers/form.txt', headers) + body);
      const answer = await readToEnd(socket);
      expect(answer).toContain('HTTP/1.1 400 ');
      expect(answer).toMatch(/"error":"(?:InvalidRequest|Unauthorized)"/);
    });
  });
});

test('A refused upload leaves its connection usable for the next request', async () => {
  const socket = await openRaw(url);
  const body = 'x'.repeat(300_000);
  for (const type of ['text/plain', FORM]) {
    const headers = { ...KEY, 'Content-Type': type, 'Content-Length': String(body.length) };
    socket.write(head('POST /storage/v1/object/papers/refused.txt', headers) + body);
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString()).toContain('HTTP/1.1 400 ');
    expect(await askForStatus(socket)).toBe('HTTP/1.1 200 OK');
  }
  socket.destroy();
});

/** The files in the folder of objects that any process has open. */
async function openFiles(): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const links = processes.map(async (id) => {
    const descriptors = await readdir(`/proc/${id}/fd`).catch(() => []);
    return Promise.all(
      descriptors.map((name) => readlink(`/proc/${id}/fd/${name}`).catch(() => '')),
    );
  });
  return (await Promise.all(links)).flat().filter((path) => path.startsWith(`${dir}/`));
}

async function openTransactions(): Promise<number> {
  const rows = await database.sql`
    select from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  return rows.length;
}

/** The files and listed bytes without an object. */
async function leftOvers() {
  const rows = await database.sql<{ version: string }[]>`select version from storage.objects`;
  const attached = new Set(rows.map(({ version }) => version));
  const announced = await database.sql`select from backend_storage.orphaned_blobs`;
  return {
    files: (await readdir(dir)).filter((file) => !attached.has(file)),
    announced: announced.length,
    open: await openFiles(),
    transactions: await openTransactions(),
  };
}

const NOTHING = { files: [], announced: 0, open: [], transactions: 0 };

describe('No bytes and no open files remain after', () => {
  const OPERATOR = { apikey: secretKey, Authorization: `Bearer ${secretKey}` };
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const TUS = {
    ...OPERATOR,
    'Tus-Resumable': '1.0.0',
    'Upload-Length': '1000000',
    'Upload-Metadata': `bucketName ${encode('papers')},objectName ${encode('cut')}`,
    'Content-Type': 'application/offset+octet-stream',
  };

  test.each([
    [
      'a raw upload',
      'POST /storage/v1/object/papers/cut',
      { ...OPERATOR, 'Content-Type': 'a/b' },
      '',
    ],
    [
      'a form',
      'POST /storage/v1/object/papers/cut',
      { ...OPERATOR, 'Content-Type': FORM },
      FILE_PART,
    ],
    [
      'a resumable upload with bytes in its creation request',
      'POST /storage/v1/upload/resumable',
      TUS,
      '',
    ],
  ])('%s that disconnects at any point', async (_what, requestLine, headers, start) => {
    const body = start + 'x'.repeat(200_000);
    for (const sent of [0, 1, start.length + 1, start.length + 5000, body.length]) {
      const socket = await openRaw(url);
      const all = { ...headers, 'Content-Length': '1000000' };
      socket.write(head(requestLine, all) + body.slice(0, sent));
      if (sent === body.length) {
        await expect.poll(async () => (await readdir(dir)).length).toBeGreaterThan(0);
      }
      socket.destroy();
    }
    await expectRefusal();
    await expect.poll(leftOvers).toEqual(NOTHING);
  });

  test('downloads whose clients stop reading', async () => {
    const stored = await fetch(`${url}/storage/v1/object/papers/large`, {
      method: 'PUT',
      headers: OPERATOR,
      body: Buffer.alloc(8_000_000),
    });
    expect(stored.status).toBe(200);
    for (let round = 0; round < 10; round += 1) {
      const socket = await openRaw(url);
      socket.write(head('GET /storage/v1/object/papers/large', OPERATOR));
      // Some clients disconnect before the first byte, others after it.
      if (round % 2 === 0) await once(socket, 'data');
      socket.destroy();
    }
    await expectRefusal();
    await expect.poll(leftOvers).toEqual(NOTHING);
  });

  test('a part that is sent in single-byte chunks, and the part is complete', async () => {
    const bytes = 'one byte at a time '.repeat(400);
    const chunks = bytes.replaceAll(/[^]/g, (byte) => `1\r\n${byte}\r\n`);
    const socket = await openRaw(url);
    const headers = { ...OPERATOR, 'Transfer-Encoding': 'chunked', Connection: 'close' };
    const answered = readToEnd(socket);
    socket.write(`${head('PUT /storage/v1/object/papers/bytes', headers)}${chunks}0\r\n\r\n`);
    expect(await answered).toContain('HTTP/1.1 200 OK');
    const read = await fetch(`${url}/storage/v1/object/papers/bytes`, { headers: OPERATOR });
    expect(await read.text()).toBe(bytes);
    await expectRefusal();
    await expect.poll(leftOvers).toEqual(NOTHING);
  });
});
