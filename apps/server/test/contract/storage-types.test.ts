import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { createBrowser, signUp, type Person } from './auth-fixtures.ts';
import { callStorage, makePng, startStorageServer } from './storage-fixtures.ts';

let server: TestServer;
let ada: Person;
let operator: ReturnType<typeof createBrowser>;

beforeAll(async () => {
  server = await startStorageServer();
  ada = await signUp(server);
  operator = createBrowser(server, { key: server.secretKey });
  await operator.storage.createBucket('shown', { public: true });
});
afterAll(() => server.stop());

/** Uploads bytes with a content type, and reads them on every path that returns them. */
async function readAs(type: string, body: Buffer | string = '<x/>') {
  const name = `${ada.userId}/${crypto.randomUUID()}`;
  for (const bucket of ['papers', 'shown']) {
    const { error } = await operator.storage.from(bucket).upload(name, body, { contentType: type });
    if (error) throw error;
  }
  const token = ada.session.access_token;
  const { data } = await ada.browser.storage.from('papers').createSignedUrl(name, 60);
  const signed = new URL(data?.signedUrl ?? '');
  return {
    name,
    answers: await Promise.all([
      callStorage(server, `/object/papers/${name}`, { token }),
      callStorage(server, `/object/papers/${name}`, { token, method: 'HEAD' }),
      callStorage(server, `/object/papers/${name}`, { token, headers: { Range: 'bytes=0-1' } }),
      callStorage(server, `/object/authenticated/papers/${name}`, { token }),
      callStorage(server, `/object/public/shown/${name}`),
      callStorage(server, `${signed.pathname.replace('/storage/v1', '')}${signed.search}`),
    ]),
  };
}

const headersOf = ({ headers }: { headers: Headers }, ...names: string[]) =>
  names.map((name) => headers.get(name));

describe('An object that a browser could execute', () => {
  /** @covers 7.storage.3, security.files.5 */
  test.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xsl',
    'text/rdf',
    'application/rdf+xml',
    'multipart/x-mixed-replace; boundary=b',
    'text/javascript',
    'image/unknown+xml',
    'image/png, text/html',
    'image/png; x=y, text/html',
    'application/octet-stream',
    'nonsense',
  ])('as %s is sandboxed and sent as a download on every path', async (type) => {
    const { name, answers } = await readAs(type);
    const file = name.split('/').at(-1) ?? '';
    for (const answer of answers) {
      const [sentType, policy, disposition, sniffing] = headersOf(
        answer,
        'content-type',
        'content-security-policy',
        'content-disposition',
        'x-content-type-options',
      );
      expect(answer.status).toBeLessThan(300);
      expect(sentType).toBe(type);
      expect(policy).toMatch(/^default-src 'none';.*; sandbox$/);
      expect(disposition).toBe(`attachment; filename="${file}"; filename*=UTF-8''${file}`);
      expect(sniffing).toBe('nosniff');
    }
  });
});

describe('An object that a browser only displays', () => {
  /** @covers 7.storage.3 */
  test.each([
    'image/png',
    'IMAGE/JPEG',
    'text/plain;charset=UTF-8',
    'application/pdf',
    'video/mp4',
  ])('as %s is displayed inline', async (type) => {
    const { answers } = await readAs(type);
    for (const answer of answers) {
      expect(headersOf(answer, 'content-security-policy', 'content-disposition')).toEqual([
        null,
        null,
      ]);
    }
  });

  test('that is resized is sent as an image only', async () => {
    const { name } = await readAs('text/html', makePng(5, 5));
    const answer = await callStorage(server, `/render/image/public/shown/${name}?width=2`);
    expect(headersOf(answer, 'content-type', 'content-security-policy')).toEqual([
      'image/png',
      null,
    ]);
  });
});

test('An object cannot have a type that is invalid in a header', async () => {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const metadata = {
    bucketName: 'papers',
    objectName: `${ada.userId}/x`,
    contentType: 'a/b\nc: d',
  };
  const answer = await callStorage(server, '/upload/resumable', {
    method: 'POST',
    token: ada.session.access_token,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '0',
      'Upload-Metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${encode(value)}`)
        .join(','),
    },
  });
  expect(answer.status).toBe(415);
});
