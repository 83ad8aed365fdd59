import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { signUp, type Person } from './auth-fixtures.ts';
import { callStorage, makePng, startStorageServer } from './storage-fixtures.ts';

let server: TestServer;
let ada: Person;

beforeAll(async () => {
  server = await startStorageServer();
  ada = await signUp(server);
});
afterAll(() => server.stop());

const papers = () => ada.browser.storage.from('papers');

async function makeSource(): Promise<string> {
  const name = `${ada.userId}/source-${crypto.randomUUID()}.txt`;
  const { error } = await papers().upload(name, 'copied', {
    contentType: 'text/plain',
    cacheControl: '60',
    metadata: { from: 'source' },
  });
  if (error) throw error;
  return name;
}

async function copy(body: object, headers: Record<string, string> = {}) {
  const source = await makeSource();
  const target = `${source}.copy`;
  const answer = await callStorage(server, '/object/copy', {
    method: 'POST',
    token: ada.session.access_token,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({
      bucketId: 'papers',
      sourceKey: source,
      destinationKey: target,
      ...body,
    }),
  });
  return { answer, source, target };
}

const OWN_METADATA = { 'x-metadata': Buffer.from('{"from":"copy"}').toString('base64') };

describe('A copy', () => {
  test('has the metadata of its source, which the request cannot change', async () => {
    const { answer, target } = await copy(
      { metadata: { cacheControl: 'max-age=5', mimetype: 'text/csv' } },
      OWN_METADATA,
    );
    expect(answer.status).toBe(200);
    expect((await papers().info(target)).data).toMatchObject({
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      metadata: { from: 'source' },
    });
  });

  /** @covers 7.storage.7 */
  test('has the metadata of the request when the metadata of its source is not copied', async () => {
    const { target } = await copy(
      { copyMetadata: false, metadata: { cacheControl: 'max-age=5', mimetype: 'text/csv' } },
      OWN_METADATA,
    );
    expect((await papers().info(target)).data).toMatchObject({
      contentType: 'text/csv',
      cacheControl: 'max-age=5',
      metadata: { from: 'copy' },
    });
  });

  test('keeps the type and cache control of its source, but no metadata, when the request contains none', async () => {
    const { target } = await copy({ copyMetadata: false });
    expect((await papers().info(target)).data).toMatchObject({
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      metadata: {},
    });
  });

  test('can replace its source with another cache control', async () => {
    const source = await makeSource();
    const answer = await callStorage(server, '/object/copy', {
      method: 'POST',
      token: ada.session.access_token,
      headers: { 'Content-Type': 'application/json', 'x-upsert': 'true' },
      body: JSON.stringify({
        bucketId: 'papers',
        sourceKey: source,
        destinationKey: source,
        copyMetadata: false,
        metadata: { cacheControl: 'max-age=604800' },
      }),
    });
    expect(answer.status).toBe(200);
    const read = await callStorage(server, `/object/papers/${source}`, {
      token: ada.session.access_token,
    });
    expect(read.text).toBe('copied');
    expect(read.headers.get('cache-control')).toBe('private, max-age=604800');
  });

  test.each([{ metadata: { cacheControl: 'a\nb' } }, { metadata: { mimetype: 'a\nb' } }])(
    'is refused with %j',
    async (body) => {
      const { answer } = await copy({ copyMetadata: false, ...body });
      expect(answer.status).toBe(400);
    },
  );
});

/** @covers security.files.5 */
test.each(['copy', 'move'] as const)(
  'A %s into a bucket for pictures checks the type of the bytes',
  async (act) => {
    const name = `${ada.userId}/liar-${act}.png`;
    const options = { contentType: 'image/png' };
    await papers().upload(name, '<script>alert(1)</script>', options);
    const { error } = await papers()[act](name, name, { destinationBucket: 'pictures' });
    expect(error).toMatchObject({ statusCode: '415' });
    const honest = `${ada.userId}/honest-${act}.png`;
    await papers().upload(honest, makePng(3, 3), options);
    const done = await papers()[act](honest, honest, { destinationBucket: 'pictures' });
    expect(done.error).toBeNull();
  },
);

test('The metadata of an object is an empty JSON object by default', async () => {
  const name = `${ada.userId}/plain.txt`;
  await papers().upload(name, 'plain');
  const { body } = await callStorage(server, `/object/info/papers/${name}`, {
    token: ada.session.access_token,
  });
  expect(body).toMatchObject({ metadata: {} });
});
