import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import type { TestServer } from '../support/index.ts';
import { createBrowser, signUp, type Person } from './auth-fixtures.ts';
import { callStorage, makeBytes, startStorageServer } from './storage-fixtures.ts';

const clock = createFixedClock(new Date());
let server: TestServer;
let ada: Person;
let path: string;

beforeAll(async () => {
  server = await startStorageServer({
    clock,
    environment: { STORAGE_FILE_SIZE_LIMIT: '100KB' },
  });
  ada = await signUp(server);
  path = `${ada.userId}/a b+c.txt`;
  await papers().upload(path, 'signed');
});
afterAll(() => server.stop());

const papers = () => ada.browser.storage.from('papers');
const anonymous = () => createBrowser(server).storage.from('papers');

async function signedUrl(seconds = 60, options = {}): Promise<string> {
  const { data, error } = await papers().createSignedUrl(path, seconds, options);
  if (error) throw error;
  return data.signedUrl;
}

describe('A signed URL for reading', () => {
  /** @covers 7.storage.4 */
  test('gives access to its object without a key until it expires', async () => {
    const url = await signedUrl(60);
    const answer = await fetch(url);
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 200,
      text: 'signed',
    });
    clock.advance(61_000);
    const late = await fetch(url);
    expect(late.status).toBe(400);
    expect(await late.json()).toEqual({
      statusCode: '400',
      error: 'InvalidJWT',
      message: '"exp" claim timestamp check failed',
      code: 'InvalidJWT',
    });
  });

  test('is relative, and sets the file name of a download', async () => {
    const { body } = await callStorage(server, `/object/sign/papers/${encodeURIComponent(path)}`, {
      method: 'POST',
      token: ada.session.access_token,
      body: JSON.stringify({ expiresIn: 60 }),
    });
    expect(body).toEqual({
      signedURL: expect.stringMatching(/^\/object\/sign\/papers\/.+\?token=/) as unknown,
    });
    const answer = await fetch(await signedUrl(60, { download: 'letter.txt' }));
    expect(answer.headers.get('content-disposition')).toContain('filename="letter.txt"');
  });

  /** @covers 7.storage.4, security.files.1 */
  test('gives access to nothing else: no other object, no upload, no session', async () => {
    const url = new URL(await signedUrl());
    const token = url.searchParams.get('token') ?? '';
    const other = `${ada.userId}/other.txt`;
    await papers().upload(other, 'other');
    expect(
      (await callStorage(server, `/object/sign/papers/${other}?token=${token}`)).body,
    ).toMatchObject({ error: 'InvalidJWT' });
    const upload = await anonymous().uploadToSignedUrl(path, token, 'mine');
    expect(upload.error).toMatchObject({ statusCode: '400' });
    expect(
      (await callStorage(server, `/render/image/sign/papers/${encodeURI(path)}?token=${token}`))
        .body,
    ).toMatchObject({ error: 'InvalidJWT' });
    const asBearer = await fetch(`${server.url}/rest/v1/`, {
      headers: { apikey: server.publishableKey, Authorization: `Bearer ${token}` },
    });
    expect(asBearer.status).toBe(401);
  });

  test.each(['', 'x', 'a.b.c'])('is refused with the token %j', async (token) => {
    const answer = await callStorage(
      server,
      `/object/sign/papers/${encodeURI(path)}?token=${token}`,
    );
    expect(answer).toMatchObject({ status: 400, body: { error: 'InvalidJWT' } });
  });

  test('does not accept the access token of its signer instead of its own token', async () => {
    const answer = await callStorage(
      server,
      `/object/sign/papers/${encodeURI(path)}?token=${ada.session.access_token}`,
    );
    expect(answer).toMatchObject({ status: 400, body: { error: 'InvalidJWT' } });
  });

  /** @covers 7.storage.4 */
  test('can be requested in a list, with an error for each path that fails', async () => {
    const { data } = await papers().createSignedUrls([path, 'none'], 60);
    expect(data).toEqual([
      {
        error: null,
        path,
        signedURL: expect.any(String) as unknown,
        signedUrl: expect.any(String) as unknown,
      },
      {
        error: 'Either the object does not exist or you do not have access to it',
        path: 'none',
        signedURL: null,
        signedUrl: null,
      },
    ]);
    expect(await (await fetch(String(data?.[0]?.signedUrl))).text()).toBe('signed');
  });

  test.each([{}, { expiresIn: 0 }, { expiresIn: -5 }, { expiresIn: 'soon' }])(
    'is refused with the options %j',
    async (body) => {
      const answer = await callStorage(server, `/object/sign/papers/${encodeURI(path)}`, {
        method: 'POST',
        token: ada.session.access_token,
        body: JSON.stringify(body),
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
    },
  );
});

describe('A signed URL for uploading', () => {
  const signUpload = async (name: string, options: { upsert: boolean } = { upsert: false }) => {
    const { data, error } = await papers().createSignedUploadUrl(`${ada.userId}/${name}`, options);
    if (error) throw error;
    return data;
  };

  test('accepts one object without a key, and the object belongs to the signer', async () => {
    const { path: target, token } = await signUpload('sent.bin');
    const { error } = await anonymous().uploadToSignedUrl(
      target,
      token,
      new Blob([makeBytes(500)]),
    );
    expect(error).toBeNull();
    const [row] = await server.sql`select owner_id from storage.objects where name = ${target}`;
    expect(row).toMatchObject({ owner_id: ada.userId });
    expect((await papers().download(target)).data?.size).toBe(500);
    // A second upload fails, because the URL was signed without upsert.
    const again = await anonymous().uploadToSignedUrl(target, token, 'again', { upsert: true });
    expect(again.error).toMatchObject({ statusCode: '409' });
  });

  /** @covers 7.storage.5 */
  test('replaces an object if it was signed with upsert', async () => {
    await papers().upload(`${ada.userId}/old.txt`, 'old');
    const { path: target, token } = await signUpload('old.txt', { upsert: true });
    await anonymous().uploadToSignedUrl(target, token, 'new');
    expect(await (await papers().download(target)).data?.text()).toBe('new');
  });

  /** @covers 7.storage.5 */
  test('is valid for two hours, for its path only, and within the limits', async () => {
    const { path: target, token } = await signUpload('late.txt');
    const elsewhere = await anonymous().uploadToSignedUrl(`${ada.userId}/else.txt`, token, 'x');
    expect(elsewhere.error).toMatchObject({ statusCode: '400' });
    const tooLarge = await anonymous().uploadToSignedUrl(target, token, makeBytes(200_000));
    expect(tooLarge.error).toMatchObject({ statusCode: '413' });
    clock.advance(7_201_000);
    const late = await anonymous().uploadToSignedUrl(target, token, 'x');
    expect(late.error).toMatchObject({ statusCode: '400' });
    expect((await papers().exists(target)).data).toBe(false);
  });

  test('is refused to callers that the policies reject', async () => {
    const { error } = await anonymous().createSignedUploadUrl(`${ada.userId}/x.txt`);
    expect(error).toMatchObject({ statusCode: '403' });
  });
});
