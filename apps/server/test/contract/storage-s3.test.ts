import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { DATA_API_ROLE } from '../../src/platform/database/service-roles.ts';
import { createS3Backend } from '../../src/services/storage/backends/s3.ts';
import { createStorageCleanUps } from '../../src/services/storage/versions.ts';
import type { TestServer } from '../support/index.ts';
import { signUp, type Person } from './auth-fixtures.ts';
import { bytesOf, callStorage, makeBytes, startStorageServer } from './storage-fixtures.ts';
import { startS3Double, type S3Double } from './storage-s3-double.ts';

const MEBIBYTE = 1024 * 1024;
const BUCKET = 'objects';
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

let s3: S3Double;
let client: S3Client;
let server: TestServer;
let sql: Sql;
let ada: Person;
let settings: Parameters<typeof createS3Backend>[0];

beforeAll(async () => {
  s3 = await startS3Double(BUCKET);
  const { endpoint } = s3;
  settings = {
    bucket: BUCKET,
    region: 'us-east-1',
    endpoint,
    credentials: CREDENTIALS,
    forcePathStyle: true,
  };
  client = new S3Client({ ...settings, endpoint, credentials: CREDENTIALS });
  server = await startStorageServer({
    environment: {
      STORAGE_S3_BUCKET: BUCKET,
      STORAGE_S3_ENDPOINT: endpoint,
      STORAGE_S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      STORAGE_S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      STORAGE_S3_FORCE_PATH_STYLE: 'true',
    },
  });
  sql = openPool(connectionAs(server.database.connection, DATA_API_ROLE), {
    applicationName: 'test-storage',
    maxConnections: 1,
  });
  ada = await signUp(server);
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await server.stop();
  client.destroy();
  await s3.close();
});

const papers = () => ada.browser.storage.from('papers');

async function keysOf(): Promise<string[]> {
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  return (Contents ?? []).map(({ Key }) => Key ?? '').sort();
}

async function versionsOf(): Promise<string[]> {
  const rows = await server.sql<{ version: string }[]>`
    select version from storage.objects order by version`;
  return rows.map(({ version }) => version);
}

async function sweep(): Promise<void> {
  await server.sql`update backend_storage.orphaned_blobs set remove_after = now()`;
  await server.sql`update backend_storage.resumable_uploads set remove_after = now()`;
  const backend = createS3Backend(settings);
  for (const each of createStorageCleanUps(backend)) await each.run(sql);
  backend.close();
}

describe('Objects in S3', () => {
  test.each([
    ['a small one', 500],
    ['a multipart one', 13 * MEBIBYTE],
    ['an empty one', 0],
  ])('are returned byte for byte: %s', async (_which, length) => {
    const name = `${ada.userId}/${String(length)}.bin`;
    const bytes = makeBytes(length);
    expect((await papers().upload(name, bytes)).error).toBeNull();
    const { data } = await papers().download(name);
    expect((await bytesOf(data)).equals(bytes)).toBe(true);
  });

  /** @covers 7.storage.12 */
  test('are read by ranges, moved, copied, replaced and deleted', async () => {
    const name = (last: string) => `${ada.userId}/${last}`;
    await papers().upload(name('a'), 'abcdefghij');
    const part = await callStorage(server, `/object/papers/${name('a')}`, {
      token: ada.session.access_token,
      headers: { Range: 'bytes=2-4' },
    });
    expect(part).toMatchObject({ status: 206, text: 'cde' });
    await papers().move(name('a'), name('b'));
    await papers().copy(name('b'), name('c'));
    await papers().update(name('b'), 'other');
    expect(await (await papers().download(name('b'))).data?.text()).toBe('other');
    expect(await (await papers().download(name('c'))).data?.text()).toBe('abcdefghij');
    await papers().remove([name('c')]);
    expect((await papers().exists(name('c'))).data).toBe(false);
    await sweep();
    expect(await keysOf()).toEqual(await versionsOf());
  });

  test('beyond the size limit leave no bytes', async () => {
    const { error } = await ada.browser.storage
      .from('pictures')
      .upload(`${ada.userId}/large.png`, makeBytes(200_000), { contentType: 'image/png' });
    expect(error).toMatchObject({ statusCode: '413' });
    expect(await keysOf()).toEqual(await versionsOf());
  });

  test('are uploaded in parts, and unfinished uploads are deleted by the scheduled job', async () => {
    const bytes = makeBytes(13 * MEBIBYTE);
    const name = `${ada.userId}/parts.bin`;
    const options = {
      endpoint: `${server.url}/storage/v1/upload/resumable`,
      chunkSize: 6 * MEBIBYTE,
      retryDelays: null,
      headers: {
        apikey: server.publishableKey,
        Authorization: `Bearer ${ada.session.access_token}`,
      },
    };
    const metadata = { bucketName: 'papers', contentType: 'application/octet-stream' };
    await new Promise<void>((resolve, reject) => {
      new tus.Upload(bytes as never, {
        ...options,
        metadata: { ...metadata, objectName: name },
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    const { data } = await papers().download(name);
    expect((await bytesOf(data)).equals(bytes)).toBe(true);

    await new Promise<void>((resolve, reject) => {
      const upload: tus.Upload = new tus.Upload(bytes as never, {
        ...options,
        metadata: { ...metadata, objectName: `${ada.userId}/unfinished.bin` },
        onChunkComplete: () => void upload.abort().then(resolve, reject),
        onError: reject,
      });
      upload.start();
    });
    expect(s3.openUploads()).toHaveLength(1);
    await sweep();
    expect(await keysOf()).toEqual(await versionsOf());
    expect(s3.openUploads()).toEqual([]);
  });

  test('whose first request fails leave no unfinished upload', async () => {
    const answer = await fetch(`${server.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        Authorization: `Bearer ${ada.session.access_token}`,
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '4',
        'Upload-Metadata': `bucketName ${btoa('pictures')},objectName ${btoa(`${ada.userId}/liar.png`)},contentType ${btoa('image/png')}`,
        'Content-Type': 'application/offset+octet-stream',
      },
      body: 'text',
    });
    expect(answer.status).toBe(415);
    expect(await keysOf()).toEqual(await versionsOf());
    expect(s3.openUploads()).toEqual([]);
  });

  // The last test, because it stops S3.
  test('cause errors while S3 is unavailable, and the server keeps running', async () => {
    await s3.close();
    s3 = { ...s3, close: () => Promise.resolve() };
    const name = `${ada.userId}/away.txt`;
    const { error } = await papers().upload(name, 'x');
    expect(error).toMatchObject({
      status: 500,
      statusCode: '500',
      message: 'Internal server error',
    });
    expect((await papers().exists(name)).data).toBe(false);
    // A resumable upload does not report a lost database either, which has the same error codes.
    const inParts = await fetch(`${server.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        Authorization: `Bearer ${ada.session.access_token}`,
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '1',
        'Upload-Metadata': `bucketName ${btoa('papers')},objectName ${btoa(name)}`,
      },
    });
    expect(inParts.status).toBe(500);
    expect((await callStorage(server, '/status')).status).toBe(200);
  });
});
