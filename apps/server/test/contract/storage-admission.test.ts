/** @covers security.files.2 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { head, openRaw, readToEnd } from '../support/raw-request.ts';
import { createBrowser, createOperator, signUp, type Person } from './auth-fixtures.ts';
import { startStorageServer } from './storage-fixtures.ts';

const BODY = 'first half, second half';
const HALF = BODY.length / 2;
const SESSION_ENDED = '"message":"JWT session has ended"';

let server: TestServer;
let dir: string;
let operator: ReturnType<typeof createOperator>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-admission-'));
  server = await startStorageServer({ environment: { STORAGE_DIR: dir } });
  operator = createOperator(server);
});
afterAll(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const credentialsOf = (person: Person) => ({
  apikey: server.publishableKey,
  Authorization: `Bearer ${person.session.access_token}`,
});

async function namesOf(person: Person): Promise<string[]> {
  const rows = await server.sql<{ name: string }[]>`
    select name from storage.objects where name like ${`${person.userId}/%`}`;
  return rows.map(({ name }) => name);
}

const unattached = async (): Promise<number> =>
  (await server.sql`select from backend_storage.orphaned_blobs`).length;

/** An upload with half of its bytes received and the first checks passed. */
interface HalfUpload {
  readonly socket: Socket;
  readonly rest: string;
}

async function sendHalf(
  person: Person,
  requestLine: string,
  headers: Record<string, string>,
  body: string,
): Promise<HalfUpload> {
  const socket = await openRaw(server.url);
  const all = {
    ...credentialsOf(person),
    ...headers,
    'Content-Length': String(body.length),
    Connection: 'close',
  };
  const half = body.length - HALF;
  socket.write(head(requestLine, all) + body.slice(0, half));
  return { socket, rest: body.slice(half) };
}

async function uploadHalf(
  person: Person,
  headers: Record<string, string>,
  body: string,
): Promise<HalfUpload> {
  const before = await unattached();
  const path = `POST /storage/v1/object/papers/${person.userId}/half.txt`;
  const half = await sendHalf(person, path, headers, body);
  await expect.poll(unattached).toBe(before + 1);
  return half;
}

async function beginParts(person: Person, name: string, length: number, bucket = 'papers') {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const type = bucket === 'papers' ? 'text/plain' : 'image/png';
  const answer = await fetch(`${server.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...credentialsOf(person),
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(length),
      'Upload-Metadata': `bucketName ${encode(bucket)},objectName ${encode(name)},contentType ${encode(type)}`,
    },
  });
  return { status: answer.status, path: answer.headers.get('location') ?? '' };
}

const UPLOADS = {
  'as a whole': (person: Person) => uploadHalf(person, { 'Content-Type': 'text/plain' }, BODY),
  'as a form': (person: Person) =>
    uploadHalf(
      person,
      { 'Content-Type': 'multipart/form-data; boundary=b' },
      `--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\nContent-Type: text/plain\r\n\r\n${BODY}\r\n--b--\r\n`,
    ),
  async 'in parts'(person: Person) {
    const { path } = await beginParts(person, `${person.userId}/half.txt`, BODY.length);
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    };
    const half = await sendHalf(person, `PATCH ${path}`, headers, BODY);
    await expect
      .poll(
        () => server.sql`
          select from backend_storage.resumable_uploads
          where id = ${path.split('/').at(-1) ?? ''} and locked_by is not null`,
      )
      .toHaveLength(1);
    return half;
  },
};

const ENDS = {
  'signs out': (person: Person) => person.browser.auth.signOut(),
  'is banned': (person: Person) =>
    operator.auth.admin.updateUserById(person.userId, { ban_duration: '1h' }),
  'is deleted': (person: Person) => operator.auth.admin.deleteUser(person.userId),
  'is deleted softly': (person: Person) => operator.auth.admin.deleteUser(person.userId, true),
};

const uploadKinds = Object.keys(UPLOADS) as (keyof typeof UPLOADS)[];
const endings = Object.keys(ENDS) as (keyof typeof ENDS)[];

describe('An upload in progress leaves no bytes when its owner', () => {
  test.each(endings.flatMap((end) => uploadKinds.map((kind) => [end, kind] as const)))(
    '%s: %s',
    async (end, kind) => {
      const person = await signUp(server);
      const { socket, rest } = await UPLOADS[kind](person);
      await ENDS[end](person);
      const answered = readToEnd(socket);
      socket.write(rest);
      const answer = await answered;
      expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
      expect(answer).toContain('JWT session has ended');
      expect(await namesOf(person)).toEqual([]);
    },
  );
});

describe('An upload in progress', () => {
  test.each(uploadKinds)('%s succeeds while its session is active', async (kind) => {
    const person = await signUp(server);
    const { socket, rest } = await UPLOADS[kind](person);
    const answered = readToEnd(socket);
    socket.write(rest);
    expect(await answered).toMatch(/^HTTP\/1\.1 20[04] /);
    expect(await namesOf(person)).toEqual([`${person.userId}/half.txt`]);
  });

  test('follows the rules that its bucket has when the upload finishes', async () => {
    const person = await signUp(server);
    const { socket, rest } = await UPLOADS['as a whole'](person);
    await server.sql`update storage.buckets set file_size_limit = 5 where id = 'papers'`;
    const answered = readToEnd(socket);
    socket.write(rest);
    expect(await answered).toContain('The object exceeded the maximum allowed size');
    await server.sql`update storage.buckets set file_size_limit = null where id = 'papers'`;
    expect(await namesOf(person)).toEqual([]);
  });

  test('leaves no file and no row in the list of bytes when it is refused', async () => {
    const before = [(await readdir(dir)).length, await unattached()];
    const person = await signUp(server);
    const { socket, rest } = await UPLOADS['as a form'](person);
    await person.browser.auth.signOut();
    const answered = readToEnd(socket);
    socket.write(rest);
    expect(await answered).toContain(SESSION_ENDED);
    expect([(await readdir(dir)).length, await unattached()]).toEqual(before);
  });
});

describe('A URL signed for uploading', () => {
  async function sign(person: Person) {
    const path = `${person.userId}/signed.txt`;
    const { data, error } = await person.browser.storage.from('papers').createSignedUploadUrl(path);
    if (error) throw error;
    return { path, token: data.token };
  }
  const send = ({ path, token }: { path: string; token: string }) =>
    createBrowser(server).storage.from('papers').uploadToSignedUrl(path, token, 'sent');

  test.each(['is banned', 'is deleted', 'is deleted softly'] as const)(
    'accepts no upload once its signer %s',
    async (end) => {
      const person = await signUp(server);
      const signed = await sign(person);
      await ENDS[end](person);
      expect((await send(signed)).error).toMatchObject({ statusCode: '403' });
      expect(await namesOf(person)).toEqual([]);
    },
  );

  /** @covers 7.storage.5 */
  test('applies the policies of its signer at the time of the upload', async () => {
    const person = await signUp(server);
    const signed = await sign(person);
    await server.sql.unsafe(
      `create policy "No longer" on storage.objects as restrictive for insert to authenticated
         with check (name <> '${signed.path}')`,
    );
    expect((await send(signed)).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
    await server.sql`drop policy "No longer" on storage.objects`;
    expect((await send(signed)).error).toBeNull();
    expect(await namesOf(person)).toEqual([signed.path]);
  });

  test('stays valid after the session of its signer ends, and does not contain the claims of its signer', async () => {
    const person = await signUp(server);
    const signed = await sign(person);
    await person.browser.auth.signOut();
    expect((await send(signed)).error).toBeNull();
    const parts = signed.token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(parts.join()).not.toContain(person.userId);
  });
});

/** @covers security.files.3 */
test('Twenty of sixty resumable uploads that start at the same time are accepted', async () => {
  const person = await signUp(server);
  const begun = await Promise.all(
    Array.from({ length: 60 }, (_, index) => beginParts(person, `${person.userId}/${index}`, 10)),
  );
  const statuses = begun.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
});

test('A resumable upload that its bucket refuses as empty leaves no unfinished upload', async () => {
  const person = await signUp(server);
  const before = [(await readdir(dir)).length, await unattached()];
  const { status } = await beginParts(person, `${person.userId}/empty.png`, 0, 'pictures');
  expect(status).toBe(415);
  expect(await namesOf(person)).toEqual([]);
  expect([(await readdir(dir)).length, await unattached()]).toEqual(before);
});
