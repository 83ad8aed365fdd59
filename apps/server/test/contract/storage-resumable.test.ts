/** @covers security.files.4 */
import { Readable } from 'node:stream';
import * as tus from 'tus-js-client';
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

const CHUNK_BYTES = 6 * 1024 * 1024;
let server: TestServer;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  server = await startStorageServer({
    environment: { STORAGE_FILE_SIZE_LIMIT: '20MB', RATE_LIMIT_UPLOADS_PER_HOUR: '40' },
  });
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
});
afterAll(() => server.stop());

const papers = () => ada.browser.storage.from('papers');
const endpoint = () => `${server.url}/storage/v1/upload/resumable`;

function headersOf(person: Person): Record<string, string> {
  return { apikey: server.publishableKey, Authorization: `Bearer ${person.session.access_token}` };
}

function createUpload(
  person: Person,
  name: string,
  bytes: Buffer,
  { onSuccess, onError, ...options }: Partial<tus.UploadOptions> = {},
) {
  const { bucketName = 'papers', ...metadata } = options.metadata ?? {};
  return new tus.Upload(bytes as never, {
    endpoint: endpoint(),
    chunkSize: CHUNK_BYTES,
    retryDelays: null,
    ...options,
    headers: { ...headersOf(person), ...options.headers },
    metadata: { bucketName, objectName: name, contentType: 'text/plain', ...metadata },
    onSuccess: onSuccess ?? null,
    onError: onError ?? null,
  });
}

/** Resolves with the URL of the upload when it is complete. */
function send(
  person: Person,
  name: string,
  bytes: Buffer,
  options: Partial<tus.UploadOptions> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = createUpload(person, name, bytes, {
      ...options,
      onSuccess: () => resolve(upload.url ?? ''),
      onError: reject,
    });
    upload.start();
  });
}

function request(url: string, person: Person, init: RequestInit & { duplex?: 'half' } = {}) {
  return fetch(url, {
    ...init,
    headers: {
      'Tus-Resumable': '1.0.0',
      ...headersOf(person),
      ...(init.headers as Record<string, string> | undefined),
    },
  });
}

/** Creates an upload without any bytes. */
async function begin(
  person: Person,
  name: string,
  length: number,
  { bucket = 'papers', type = 'text/plain', ...headers }: Record<string, string> = {},
) {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  return request(endpoint(), person, {
    method: 'POST',
    headers: {
      'Upload-Length': String(length),
      'Upload-Metadata': `bucketName ${encode(bucket)},objectName ${encode(name)},contentType ${encode(type)}`,
      ...headers,
    },
  });
}

const locationOf = (answer: Response) =>
  new URL(answer.headers.get('location') ?? '', server.url).href;

function patch(url: string, person: Person, offset: number, body: Buffer) {
  return request(url, person, {
    method: 'PATCH',
    headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body: new Uint8Array(body),
  });
}

describe('A resumable upload', () => {
  /** @covers 7.storage.8 */
  test('becomes an object when the last part has arrived, and not before', async () => {
    const bytes = makeBytes(2 * CHUNK_BYTES + 100);
    const name = `${ada.userId}/large.bin`;
    const seen: boolean[] = [];
    await send(ada, name, bytes, {
      metadata: { cacheControl: '60', metadata: '{"from":"tus"}' },
      // The upload waits for this request, because a parallel response could arrive too late.
      async onBeforeRequest() {
        seen.push((await papers().exists(name)).data);
      },
    });
    expect(seen.length).toBeGreaterThan(2);
    const { data } = await papers().download(name);
    expect((await bytesOf(data)).equals(bytes)).toBe(true);
    expect(seen).not.toContain(true);
    expect((await papers().info(name)).data).toMatchObject({
      size: bytes.length,
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      metadata: { from: 'tus' },
    });
  });

  /** @covers 7.storage.8 */
  test('continues where it was interrupted, in the middle of a part', async () => {
    const bytes = makeBytes(400_000);
    const name = `${ada.userId}/cut.bin`;
    const url = locationOf(await begin(ada, name, bytes.length));
    const cut = new AbortController();
    const body = Readable.toWeb(
      Readable.from(
        (async function* () {
          yield bytes.subarray(0, 100_000);
          await new Promise((resolve) => cut.signal.addEventListener('abort', resolve));
        })(),
      ),
    ) as ReadableStream;
    const sending = request(url, ada, {
      method: 'PATCH',
      headers: { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      body,
      duplex: 'half',
      signal: cut.signal,
    });
    sending.catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    const offset = async () =>
      Number((await request(url, ada, { method: 'HEAD' })).headers.get('upload-offset'));
    // A HEAD request ends the active request and returns the received length.
    await expect.poll(offset).toBe(100_000);
    cut.abort();
    await send(ada, name, bytes, { uploadUrl: url });
    const { data } = await papers().download(name);
    expect((await bytesOf(data)).equals(bytes)).toBe(true);
  });

  test('is completed once, and a repeated request returns its state', async () => {
    const name = `${ada.userId}/asked.bin`;
    const url = await send(ada, name, makeBytes(1000));
    const head = await request(url, ada, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('upload-offset')).toBe('1000');
    const again = await patch(url, ada, 1000, Buffer.alloc(0));
    expect(again.status).toBe(204);
    expect((await request(url, ada, { method: 'DELETE' })).status).toBe(400);
    expect((await papers().exists(name)).data).toBe(true);
  });

  test('is deleted when its client cancels it', async () => {
    const url = locationOf(await begin(ada, `${ada.userId}/given-up.bin`, 1000));
    await patch(url, ada, 0, makeBytes(500));
    expect((await request(url, ada, { method: 'DELETE' })).status).toBe(204);
    expect((await request(url, ada, { method: 'HEAD' })).status).toBe(404);
    const id = url.split('/').at(-1) ?? '';
    const left = await server.sql`
      select from backend_storage.orphaned_blobs where version = ${id}`;
    expect(left).toHaveLength(0);
  });

  test('does not replace an object without upsert', async () => {
    const name = `${ada.userId}/there.txt`;
    await papers().upload(name, 'there');
    expect((await begin(ada, name, 5)).status).toBe(409);
    await send(ada, name, Buffer.from('newer'), { headers: { 'x-upsert': 'true' } });
    expect(await (await papers().download(name)).data?.text()).toBe('newer');
  });
});

describe('A resumable upload with a signed token', () => {
  async function sign(name: string, options: { upsert: boolean } = { upsert: false }) {
    const { data, error } = await papers().createSignedUploadUrl(name, options);
    if (error) throw error;
    return { 'x-signature': data.token };
  }
  const sendSigned = (name: string, bytes: Buffer, headers: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      const upload = new tus.Upload(bytes as never, {
        endpoint: `${endpoint()}/sign`,
        chunkSize: 50,
        retryDelays: null,
        headers,
        metadata: { bucketName: 'papers', objectName: name, contentType: 'text/plain' },
        onSuccess: () => resolve(upload.url ?? ''),
        onError: reject,
      });
      upload.start();
    });

  /** @covers 7.storage.8 */
  test('needs no other credentials, and its signer owns the object', async () => {
    const name = `${ada.userId}/signed.bin`;
    const url = await sendSigned(name, makeBytes(120), await sign(name));
    expect(new URL(url).pathname).toMatch(/^\/storage\/v1\/upload\/resumable\/sign\//);
    expect(await bytesOf((await papers().download(name)).data)).toEqual(makeBytes(120));
    const [row] = await server.sql`select owner_id from storage.objects where name = ${name}`;
    expect(row).toMatchObject({ owner_id: ada.userId });
  });

  test('replaces an object if it was signed with upsert', async () => {
    const name = `${ada.userId}/signed-twice.bin`;
    await papers().upload(name, 'old');
    await expect(sendSigned(name, Buffer.from('new'), await sign(`${name}.x`))).rejects.toThrow();
    await sendSigned(name, Buffer.from('new'), await sign(name, { upsert: true }));
    expect(await (await papers().download(name)).data?.text()).toBe('new');
  });

  test('accesses only its own object in every step', async () => {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const signature = await sign(`${ada.userId}/one.bin`);
    const other = await sign(`${ada.userId}/two.bin`);
    const tusHeaders = { 'Tus-Resumable': '1.0.0' };
    const start = (headers: Record<string, string>) =>
      fetch(`${endpoint()}/sign`, {
        method: 'POST',
        headers: {
          ...tusHeaders,
          'Upload-Length': '3',
          'Upload-Metadata': `bucketName ${encode('papers')},objectName ${encode(`${ada.userId}/one.bin`)}`,
          ...headers,
        },
      });
    expect((await start(other)).status).toBe(400);
    expect((await start({})).status).toBe(400);
    expect((await start({ 'x-signature': 'x.y.z' })).status).toBe(400);
    const url = locationOf(await start(signature));
    const steps = [{ method: 'HEAD' }, { method: 'PATCH' }, { method: 'DELETE' }];
    for (const { method } of steps) {
      const headers = {
        ...tusHeaders,
        ...other,
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      };
      const body = method === 'PATCH' ? { body: 'abc' } : {};
      expect((await fetch(url, { method, headers, ...body })).status).toBe(400);
    }
    const left = await fetch(url, { method: 'DELETE', headers: { ...tusHeaders, ...signature } });
    expect(left.status).toBe(204);
  });
});

describe('A resumable upload is refused', () => {
  test('at its start if the policies reject it', async () => {
    const answer = await begin(bob, `${ada.userId}/planted.bin`, 100);
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 403,
      text: 'new row violates row-level security policy',
    });
  });

  /** @covers security.files.1 */
  test('at its end if the policies reject it then, even if they allowed its start', async () => {
    const carol = await signUp(server);
    const name = `${carol.userId}/late.bin`;
    const url = locationOf(await begin(carol, name, 100));
    await server.sql`
      create policy "Not any more" on storage.objects as restrictive for insert to authenticated
        with check (name <> ${server.sql.unsafe(`'${name}'`)})`;
    expect((await patch(url, carol, 0, makeBytes(100))).status).toBe(403);
    expect((await request(url, carol, { method: 'HEAD' })).status).toBe(403);
    const rows = await server.sql`select from storage.objects where name = ${name}`;
    expect(rows).toHaveLength(0);
  });

  /** @covers 7.storage.8, security.files.1 */
  test('for another user than the one who started it, in every step', async () => {
    const url = locationOf(await begin(ada, `${ada.userId}/hers.bin`, 100));
    expect((await patch(url, bob, 0, makeBytes(100))).status).toBe(403);
    expect((await request(url, bob, { method: 'HEAD' })).status).toBe(403);
    expect((await request(url, bob, { method: 'DELETE' })).status).toBe(403);
    expect((await request(url, ada, { method: 'HEAD' })).headers.get('upload-offset')).toBe('0');
  });

  test('beyond the size and the types that its bucket allows', async () => {
    expect((await begin(ada, `${ada.userId}/x`, 21 * 1024 * 1024)).status).toBe(413);
    const tooLarge = await begin(ada, `${ada.userId}/x.png`, 100_001, {
      bucket: 'pictures',
      type: 'image/png',
    });
    expect({ status: tooLarge.status, text: await tooLarge.text() }).toEqual({
      status: 413,
      text: 'Maximum size exceeded\n',
    });
    const inPictures = (length: number, type: string) =>
      begin(ada, `${ada.userId}/x.png`, length, { bucket: 'pictures', type });
    expect((await inPictures(100_001, 'image/png')).status).toBe(413);
    expect((await inPictures(100, 'text/html')).status).toBe(415);
    const url = locationOf(await inPictures(100, 'image/png'));
    expect((await patch(url, ada, 0, makeBytes(100))).status).toBe(415);
    const png = makePng(10, 10);
    const good = locationOf(await inPictures(png.length, 'image/png'));
    expect((await patch(good, ada, 0, png)).status).toBe(204);
  });

  test.each(['../../x', 'a//b', 'x\u0000y'])('under the name %j', async (name) => {
    expect((await begin(ada, name, 5)).status).toBe(400);
  });

  test.each(['..%2F..%2Fpackage.json', 'none', crypto.randomUUID()])(
    'with an id that does not exist: %s',
    async (id) => {
      const answer = await request(`${endpoint()}/${id}`, ada, { method: 'HEAD' });
      expect(answer.status).toBe(404);
    },
  );

  test('at the wrong offset, and beyond its declared length', async () => {
    const url = locationOf(await begin(ada, `${ada.userId}/short.bin`, 10));
    expect((await patch(url, ada, 5, makeBytes(5))).status).toBe(409);
    expect((await patch(url, ada, 0, makeBytes(11))).status).toBe(413);
  });

  /** @covers 7.storage.8 */
  test('after 24 hours', async () => {
    const url = locationOf(await begin(ada, `${ada.userId}/old.bin`, 10));
    const id = url.split('/').at(-1) ?? '';
    await server.sql`
      update backend_storage.resumable_uploads
      set upload = jsonb_set(upload, '{creation_date}', to_jsonb(now() - interval '24 hours 1 minute'))
      where id = ${id}`;
    expect((await patch(url, ada, 0, makeBytes(10))).status).toBe(410);
  });

  /** @covers security.limits.3 */
  test('for a user with twenty unfinished uploads, until one is finished', async () => {
    const eve = await signUp(server);
    const beginNext = (name: string) => begin(eve, `${eve.userId}/${name}`, 3);
    const first = await beginNext('0');
    for (let n = 1; n < 20; n += 1) expect((await beginNext(String(n))).status).toBe(201);
    expect((await beginNext('late')).status).toBe(429);
    expect((await patch(locationOf(first), eve, 0, Buffer.from('abc'))).status).toBe(204);
    expect((await beginNext('next')).status).toBe(201);
    // Other users have a limit of their own.
    expect((await begin(ada, `${ada.userId}/own`, 3)).status).toBe(201);
  });

  /** @covers security.limits.3 */
  test('for a user who has reached the hourly byte limit, like every upload and copy', async () => {
    const eve = await signUp(server);
    const own = eve.browser.storage.from('papers');
    const upload = async () =>
      (await own.upload(`${eve.userId}/same`, 'abc', { upsert: true })).error?.message ?? null;
    for (let n = 0; n < 40; n += 1) expect(await upload()).toBeNull();
    const refused = 'Too many uploads, please try again later';
    expect(await upload()).toBe(refused);
    const copied = await own.copy(`${eve.userId}/same`, `${eve.userId}/other`);
    expect(copied.error?.message).toBe(refused);
    expect((await begin(eve, `${eve.userId}/parts`, 3)).status).toBe(429);
    expect(await (await own.download(`${eve.userId}/same`)).data?.text()).toBe('abc');
    const operator = createBrowser(server, { key: server.secretKey });
    const byOperator = await operator.storage.from('papers').upload('by the operator', 'abc');
    expect(byOperator.error).toBeNull();
  });

  test('without a key', async () => {
    const answer = await callStorage(server, '/upload/resumable', {
      method: 'POST',
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' },
    });
    expect(answer).toMatchObject({ status: 400, body: { statusCode: '403' } });
  });
});
