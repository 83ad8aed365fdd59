/** @covers security.files.4 */
import { readdir } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { createBrowser, signUp, type Person } from './auth-fixtures.ts';
import {
  bytesOf,
  callStorage,
  makeBytes,
  makePng,
  startStorageServer,
} from './storage-fixtures.ts';

let server: TestServer;
let dir: string;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-objects-'));
  server = await startStorageServer({
    environment: { STORAGE_DIR: dir, STORAGE_FILE_SIZE_LIMIT: '2MB' },
  });
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
});
afterAll(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const papers = (person: Person) => person.browser.storage.from('papers');
const pictures = (person: Person) => person.browser.storage.from('pictures');
const tokenOf = (person: Person) => person.session.access_token;

async function rowOf(name: string) {
  const [row] = await server.sql<Record<string, unknown>[]>`
    select * from storage.objects where name = ${name}`;
  return row;
}

/** The files in the folder by version. */
async function filesOf(): Promise<string[]> {
  return (await readdir(dir)).sort();
}

async function expectRowsAndBytesToAgree(): Promise<void> {
  const rows = await server.sql<{ version: string }[]>`
    select version from storage.objects
    union select version from backend_storage.orphaned_blobs`;
  const known = new Set(rows.map(({ version }) => version));
  expect((await filesOf()).filter((file) => !known.has(file))).toEqual([]);
}

describe('An object that is uploaded', () => {
  test.each([
    ['a Blob, as browsers send files', () => new Blob([makeBytes(5000)], { type: 'text/csv' })],
    ['bytes', () => makeBytes(5000)],
  ])('as %s is downloaded with the same bytes, type and times', async (_kind, makeBody) => {
    const path = `${ada.userId}/${crypto.randomUUID()}.csv`;
    const { data, error } = await papers(ada).upload(path, makeBody(), {
      contentType: 'text/csv',
      cacheControl: '120',
      metadata: { note: 'grüße' },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ path, fullPath: `papers/${path}` });

    const downloaded = await papers(ada).download(path);
    expect(downloaded.error).toBeNull();
    expect(await bytesOf(downloaded.data)).toEqual(makeBytes(5000));

    const info = await papers(ada).info(path);
    expect(info.data).toMatchObject({
      id: data?.id,
      name: path,
      bucketId: 'papers',
      size: 5000,
      contentType: 'text/csv',
      cacheControl: 'max-age=120',
      metadata: { note: 'grüße' },
    });
    expect(await rowOf(path)).toMatchObject({ owner: ada.userId, owner_id: ada.userId });
  });

  /** @covers 7.storage.2 */
  test('returns Id and Key, and a second upload of the same name is refused as a duplicate', async () => {
    const path = `${ada.userId}/once.txt`;
    const send = () =>
      callStorage(server, `/object/papers/${path}`, {
        method: 'POST',
        token: tokenOf(ada),
        headers: { 'Content-Type': 'text/plain' },
        body: 'one',
      });
    expect((await send()).body).toEqual({
      Id: expect.any(String) as unknown,
      Key: `papers/${path}`,
    });
    expect(await send()).toMatchObject({
      status: 400,
      body: {
        statusCode: '409',
        error: 'Duplicate',
        message: 'The resource already exists',
        code: 'KeyAlreadyExists',
      },
    });
  });

  /** @covers 7.storage.2 */
  test('again with upsert replaces bytes and row together, and keeps its id', async () => {
    const path = `${ada.userId}/twice.txt`;
    const first = await papers(ada).upload(path, 'one');
    const before = await rowOf(path);
    const second = await papers(ada).upload(path, 'two!', { upsert: true });
    const third = await papers(ada).update(path, 'three');
    expect(second.data?.id).toBe(first.data?.id);
    expect(third.data?.id).toBe(first.data?.id);
    expect(await (await papers(ada).download(path)).data?.text()).toBe('three');
    // The replaced bytes stay until the scheduled job runs, so that a running backup can copy them.
    const waiting = await server.sql`
      select from backend_storage.orphaned_blobs where version = ${String(before?.version)}`;
    expect(waiting).toHaveLength(1);
    await expectRowsAndBytesToAgree();
  });

  test('without bytes is an object', async () => {
    const path = `${ada.userId}/empty`;
    expect((await papers(ada).upload(path, '')).error).toBeNull();
    expect(await (await papers(ada).download(path)).data?.text()).toBe('');
  });
});

const REFUSED = {
  status: 400,
  body: {
    statusCode: '403',
    error: 'Unauthorized',
    message: 'new row violates row-level security policy',
    code: 'AccessDenied',
  },
};
const NOT_FOUND = {
  status: 400,
  body: {
    statusCode: '404',
    error: 'not_found',
    message: 'Object not found',
    code: 'NoSuchKey',
  },
};

describe('Access to an object', () => {
  /** @covers 7.storage.10, security.files.1 */
  test('is denied for uploads to the folder of another user, to a bucket without policies, or without a user', async () => {
    const before = await filesOf();
    const attempts = [
      { path: `/object/papers/${ada.userId}/planted.txt`, token: tokenOf(bob) },
      { path: `/object/closed/${bob.userId}/x.txt`, token: tokenOf(bob) },
      { path: `/object/papers/${ada.userId}/planted.txt`, token: server.publishableKey },
    ];
    for (const { path, token } of attempts) {
      const answer = await callStorage(server, path, { method: 'POST', token, body: 'planted' });
      expect(answer).toMatchObject(REFUSED);
    }
    expect(await filesOf()).toEqual(before);
  });

  /** @covers 7.storage.10, security.files.1 */
  test('is 404 for other users who replace, read, describe, move, copy or delete it', async () => {
    const path = `${ada.userId}/private.txt`;
    await papers(ada).upload(path, 'secret');
    const token = tokenOf(bob);
    const json = { 'Content-Type': 'application/json' };
    const replaced = await callStorage(server, `/object/papers/${path}`, {
      method: 'PUT',
      token,
      body: 'mine',
    });
    expect(replaced).toMatchObject(REFUSED);
    for (const route of ['/object', '/object/authenticated', '/object/info']) {
      expect(await callStorage(server, `${route}/papers/${path}`, { token })).toMatchObject(
        NOT_FOUND,
      );
    }
    for (const route of ['move', 'copy']) {
      const answer = await callStorage(server, `/object/${route}`, {
        method: 'POST',
        token,
        headers: json,
        body: JSON.stringify({
          bucketId: 'papers',
          sourceKey: path,
          destinationKey: `${bob.userId}/stolen.txt`,
        }),
      });
      expect(answer).toMatchObject(NOT_FOUND);
    }
    expect(
      await callStorage(server, `/object/papers/${path}`, { method: 'DELETE', token }),
    ).toMatchObject(NOT_FOUND);
    expect((await papers(bob).remove([path])).data).toEqual([]);
    expect((await papers(bob).createSignedUrl(path, 60)).error?.message).toBe('Object not found');
    expect(await (await papers(ada).download(path)).data?.text()).toBe('secret');
  });

  /** @covers security.files.1 */
  test('is denied to an ended session', async () => {
    const carol = await signUp(server);
    const path = `${carol.userId}/note.txt`;
    await papers(carol).upload(path, 'note');
    await carol.browser.auth.signOut();
    await expect
      .poll(
        async () =>
          (await callStorage(server, `/object/papers/${path}`, { token: tokenOf(carol) })).body,
      )
      .toMatchObject({ statusCode: '403', error: 'Unauthorized' });
  });

  /** @covers 7.storage.3 */
  test('needs a key, except for reads from a public bucket', async () => {
    const path = `${ada.userId}/face.png`;
    const png = makePng(20, 20);
    await pictures(ada).upload(path, png, { contentType: 'image/png' });
    const url = pictures(ada).getPublicUrl(path).data.publicUrl;
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(
      await callStorage(server, `/object/public/papers/${ada.userId}/private.txt`),
    ).toMatchObject({
      status: 400,
      body: { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found' },
    });
    expect(await callStorage(server, `/object/papers/${path}`)).toMatchObject({
      body: { statusCode: '403', error: 'Unauthorized' },
    });
  });
});

describe('A download', () => {
  let path: string;
  const get = (headers: Record<string, string>, query = '') =>
    callStorage(server, `/object/papers/${path}${query}`, { token: tokenOf(ada), headers });

  beforeAll(async () => {
    path = `${ada.userId}/letters.txt`;
    await papers(ada).upload(path, 'abcdefghij', { contentType: 'text/plain' });
  });

  test.each([
    ['bytes=0-3', 'abcd', 'bytes 0-3/10'],
    ['bytes=4-', 'efghij', 'bytes 4-9/10'],
    ['bytes=-3', 'hij', 'bytes 7-9/10'],
    ['bytes=8-99', 'ij', 'bytes 8-9/10'],
  ])('of the range %s returns that part', async (range, text, contentRange) => {
    const answer = await get({ Range: range });
    expect(answer).toMatchObject({ status: 206, text });
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
  });

  test.each(['bytes=3-1', 'lines=1-2', 'bytes=0-1,3-4', 'bytes=-'])(
    'with the unsupported range %s returns the whole object',
    async (range) => {
      expect(await get({ Range: range })).toMatchObject({ status: 200, text: 'abcdefghij' });
    },
  );

  /** @covers 7.storage.3 */
  test('of a range beyond the end is refused with the size', async () => {
    const answer = await get({ Range: 'bytes=10-20' });
    expect(answer).toMatchObject({
      status: 416,
      body: { statusCode: '416', error: 'invalid_range', code: 'InvalidRange' },
    });
    expect(answer.headers.get('content-range')).toBe('bytes */10');
  });

  /** @covers 7.storage.3 */
  test('of an unchanged object is 304, and of a changed object returns the whole object', async () => {
    const first = await get({});
    const etag = first.headers.get('etag') ?? '';
    const modified = first.headers.get('last-modified') ?? '';
    expect(await get({ 'If-None-Match': etag })).toMatchObject({ status: 304, text: '' });
    expect(await get({ 'If-None-Match': `"other", W/${etag}` })).toMatchObject({ status: 304 });
    expect(await get({ 'If-Modified-Since': modified })).toMatchObject({ status: 304 });
    expect(await get({ 'If-None-Match': '"other"' })).toMatchObject({ status: 200 });
    // If-None-Match takes precedence over If-Modified-Since.
    expect(await get({ 'If-None-Match': '"other"', 'If-Modified-Since': modified })).toMatchObject({
      status: 200,
    });
    expect(await get({ Range: 'bytes=0-1', 'If-Range': '"other"' })).toMatchObject({ status: 200 });
    expect(await get({ Range: 'bytes=0-1', 'If-Range': etag })).toMatchObject({ status: 206 });
    await papers(ada).update(path, 'abcdefghij', { contentType: 'text/plain' });
    expect(await get({ 'If-None-Match': etag })).toMatchObject({ status: 200 });
  });

  /** @covers 7.storage.3 */
  test('suggests a file name with any characters', async () => {
    expect((await get({}, '?download=')).headers.get('content-disposition')).toBe(
      `attachment; filename="letters.txt"; filename*=UTF-8''letters.txt`,
    );
    const odd = encodeURIComponent('Müller"\r\nSet-Cookie: x=1.txt');
    const answer = await get({}, `?download=${odd}`);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="M_ller___Set-Cookie: x=1.txt"; filename*=UTF-8''M%C3%BCller%22%0D%0ASet-Cookie%3A%20x%3D1.txt`,
    );
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  /** @covers 7.storage.3 */
  test('by HEAD has the same headers without the bytes, and shows whether the object exists', async () => {
    const answer = await callStorage(server, `/object/papers/${path}`, {
      method: 'HEAD',
      token: tokenOf(ada),
    });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers.get('content-length')).toBe('10');
    expect((await papers(ada).exists(path)).data).toBe(true);
    expect((await papers(ada).exists(`${ada.userId}/none`)).data).toBe(false);
  });

  /** @covers security.files.5 */
  test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml'])(
    'of %s cannot run scripts in a browser',
    async (type) => {
      const name = `${ada.userId}/active-${crypto.randomUUID()}`;
      await papers(ada).upload(name, '<svg onload="alert(1)"/>', { contentType: type });
      const answer = await callStorage(server, `/object/papers/${name}`, { token: tokenOf(ada) });
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none';.*; sandbox$/,
      );
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test('of a private object is not stored by shared caches', async () => {
    expect((await get({})).headers.get('cache-control')).toBe('private, max-age=3600');
  });
});

describe('A bucket refuses', () => {
  /** @covers 7.storage.11 */
  test('an object beyond its size limit, with and without Content-Length', async () => {
    const large = makeBytes(200_000);
    const tooLarge = {
      status: 400,
      body: {
        statusCode: '413',
        error: 'Payload too large',
        message: 'The object exceeded the maximum allowed size',
        code: 'EntityTooLarge',
      },
    };
    const path = `/object/pictures/${ada.userId}/large.png`;
    const headers = { 'Content-Type': 'image/png' };
    const png = Buffer.concat([makePng(1, 1), large]);
    const send = (body: NonNullable<RequestInit['body']>, more: object = {}) =>
      callStorage(server, path, { method: 'POST', token: tokenOf(ada), headers, body, ...more });
    expect(await send(png)).toMatchObject(tooLarge);
    const stream = new Blob([png]).stream();
    expect(await send(stream, { duplex: 'half' })).toMatchObject(tooLarge);
    const blob = await pictures(ada).upload(
      `${ada.userId}/large.png`,
      new Blob([png], { type: 'image/png' }),
    );
    expect(blob.error).toMatchObject({ statusCode: '413' });
    // The limit of the server applies to every bucket.
    const overall = await papers(ada).upload(`${ada.userId}/large.bin`, makeBytes(2_200_000));
    expect(overall.error).toMatchObject({ statusCode: '413' });
    await expectRowsAndBytesToAgree();
  });

  /** @covers 7.storage.11 */
  test('a type that it does not allow', async () => {
    const { error } = await pictures(ada).upload(`${ada.userId}/note.txt`, 'text', {
      contentType: 'text/plain',
    });
    expect(error).toMatchObject({
      status: 400,
      statusCode: '415',
      message: 'mime type text/plain is not supported',
    });
  });

  /** @covers security.files.5 */
  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a script in SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0080\u0000\u0000', 'latin1')],
    ['nothing', Buffer.alloc(0)],
  ])('a file with a wrong content type: %s as image/png', async (_what, bytes) => {
    const path = `${ada.userId}/liar-${crypto.randomUUID()}.png`;
    const { error } = await pictures(ada).upload(path, bytes, { contentType: 'image/png' });
    expect(error).toMatchObject({ statusCode: '415' });
    expect(await rowOf(path)).toBeUndefined();
    await expectRowsAndBytesToAgree();
  });

  test('a copy or a move that it would refuse as an upload', async () => {
    const path = `${ada.userId}/page.html`;
    await papers(ada).upload(path, '<p>', { contentType: 'text/html' });
    for (const act of ['move', 'copy'] as const) {
      const { error } = await papers(ada)[act](path, path, { destinationBucket: 'pictures' });
      expect(error).toMatchObject({ statusCode: '415' });
    }
  });
});

describe('An object name', () => {
  const names = [
    ['leads out of its folder', '../../etc/passwd'],
    ['leads out of its folder, encoded', '%2e%2e/%2e%2e/etc/passwd'],
    ['leads out of its folder, encoded twice', '%252e%252e/etc/passwd'],
    ['has a part that is a dot', 'a/./b'],
    ['has an empty part', 'a//b'],
    ['ends with a slash', 'a/'],
    ['contains NUL', 'a%00b'],
    ['contains a line break', 'a%0Ab'],
    ['contains non-ASCII letters', 'gr%C3%BC%C3%9Fe'],
    ['is not valid UTF-8', '%ff'],
    ['contains a backslash', 'a%5C..%5Cb'],
    ['is longer than 1,024 bytes', 'x'.repeat(1025)],
  ] as const;

  test.each(names)('is refused if it %s', async (_what, name) => {
    // Without fetch, which would normalize the path.
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.end(
      [
        `POST /storage/v1/object/papers/${ada.userId}/${name} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        `apikey: ${server.publishableKey}`,
        `Authorization: Bearer ${tokenOf(ada)}`,
        'Content-Type: text/plain',
        'Content-Length: 4',
        '',
        'evil',
      ].join('\r\n'),
    );
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error":"InvalidKey"');
    expect(answer).toContain('"message":"Invalid key: ');
  });

  /** @covers 7.storage.11 */
  test('can contain special characters and be nearly 1,024 bytes long', async () => {
    const path = `${ada.userId}/${"it's (ok) & $@=;:+,?!*".replaceAll('?', '')}${'x'.repeat(900)}`;
    expect((await papers(ada).upload(path, 'x')).error).toBeNull();
    expect(await (await papers(ada).download(path)).data?.text()).toBe('x');
  });
});

describe('Objects', () => {
  /** @covers 7.storage.7 */
  test('are moved atomically', async () => {
    const from = `${ada.userId}/from.txt`;
    const to = `${ada.userId}/there/to.txt`;
    const { data: made } = await papers(ada).upload(from, 'moving');
    const { data, error } = await papers(ada).move(from, to);
    expect({ data, error }).toMatchObject({ data: { message: 'Successfully moved' }, error: null });
    expect((await papers(ada).info(to)).data).toMatchObject({ id: made?.id });
    expect((await papers(ada).exists(from)).data).toBe(false);
    await papers(ada).upload(from, 'another');
    expect((await papers(ada).move(from, to)).error).toMatchObject({ statusCode: '409' });
    expect((await papers(ada).move(`${ada.userId}/none`, `${ada.userId}/x`)).error).toMatchObject({
      statusCode: '404',
    });
    const outside = await papers(ada).move(from, `${bob.userId}/planted.txt`);
    expect(outside.error).toMatchObject({ statusCode: '403' });
    const nowhere = await papers(ada).move(from, from, { destinationBucket: 'nowhere' });
    expect(nowhere.error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
  });

  /** @covers 7.storage.7 */
  test('are copied with separate bytes', async () => {
    const from = `${ada.userId}/original.txt`;
    const to = `${ada.userId}/copy.txt`;
    await papers(ada).upload(from, 'copied', { metadata: { kept: true } });
    const { data } = await papers(ada).copy(from, to);
    expect(data).toEqual({ path: `papers/${to}` });
    await papers(ada).remove([from]);
    expect(await (await papers(ada).download(to)).data?.text()).toBe('copied');
    expect((await papers(ada).info(to)).data).toMatchObject({ metadata: { kept: true } });
    expect((await papers(ada).copy(to, to)).error).toMatchObject({ statusCode: '409' });
  });

  /** @covers 7.storage.7 */
  test('are deleted one by one or together, and returned', async () => {
    const paths = ['1', '2', '3'].map((name) => `${ada.userId}/gone-${name}.txt`);
    for (const path of paths) await papers(ada).upload(path, path);
    const [one, ...others] = paths as [string, ...string[]];
    const answer = await callStorage(server, `/object/papers/${one}`, {
      method: 'DELETE',
      token: tokenOf(ada),
    });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Successfully deleted' } });
    const { data } = await papers(ada).remove([...others, `${ada.userId}/never-there`]);
    expect(data?.map(({ name }) => name).sort()).toEqual(others);
    for (const path of paths) expect((await papers(ada).exists(path)).data).toBe(false);
    await expectRowsAndBytesToAgree();
  });

  test('whose upload is interrupted leave no row', async () => {
    const path = `${ada.userId}/half.bin`;
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        `POST /storage/v1/object/papers/${path} HTTP/1.1`,
        'Host: x',
        `apikey: ${server.publishableKey}`,
        `Authorization: Bearer ${tokenOf(ada)}`,
        'Content-Type: application/octet-stream',
        'Content-Length: 1000000',
        '',
        'only so much',
      ].join('\r\n'),
    );
    const before = (await filesOf()).length;
    await expect.poll(async () => (await filesOf()).length).toBeGreaterThan(before);
    socket.destroy();
    await expect.poll(async () => (await filesOf()).length).toBe(before);
    expect(await rowOf(path)).toBeUndefined();
    await expectRowsAndBytesToAgree();
  });
});

test('The secret key reads and writes every object', async () => {
  const operator = createBrowser(server, { key: server.secretKey });
  const { error } = await operator.storage.from('closed').upload('anything.txt', 'x');
  expect(error).toBeNull();
  expect(await (await operator.storage.from('closed').download('anything.txt')).data?.text()).toBe(
    'x',
  );
});

/** @covers 7.storage.14 */
test('Status and version are returned', async () => {
  expect((await callStorage(server, '/status')).status).toBe(200);
  expect((await callStorage(server, '/version')).status).toBe(200);
});
