import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { createBrowser, signUp, type Person } from './auth-fixtures.ts';
import { callStorage, startStorageServer } from './storage-fixtures.ts';

let server: TestServer;
let operator: ReturnType<typeof createBrowser>;
let ada: Person;

beforeAll(async () => {
  server = await startStorageServer({
    async prepare(sql) {
      await sql.unsafe(`
        create policy "Papers are seen" on storage.buckets for select to authenticated
          using (id = 'papers');`);
    },
  });
  operator = createBrowser(server, { key: server.secretKey });
  ada = await signUp(server);
});
afterAll(() => server.stop());

describe('A bucket', () => {
  /** @covers 7.storage.1 */
  test('is created with its rules, read, updated, emptied and deleted', async () => {
    const { storage } = operator;
    const made = await storage.createBucket('photos', {
      public: true,
      fileSizeLimit: '20MB',
      allowedMimeTypes: ['image/*'],
    });
    expect(made).toEqual({ data: { name: 'photos' }, error: null });
    expect((await storage.getBucket('photos')).data).toMatchObject({
      id: 'photos',
      name: 'photos',
      public: true,
      file_size_limit: 20_000_000,
      allowed_mime_types: ['image/*'],
    });

    const changed = await storage.updateBucket('photos', { public: false, fileSizeLimit: 100 });
    expect(changed.data).toEqual({ message: 'Successfully updated' });
    const rules = (await storage.getBucket('photos')).data;
    expect(rules).toMatchObject({ public: false, file_size_limit: 100 });

    await storage.updateBucket('photos', { public: false, allowedMimeTypes: null });
    for (const name of ['a/1.txt', '2.txt']) await storage.from('photos').upload(name, 'x');
    expect((await storage.deleteBucket('photos')).error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    });
    expect((await storage.emptyBucket('photos')).data).toEqual({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    });
    expect((await storage.from('photos').list()).data).toEqual([]);
    expect((await storage.deleteBucket('photos')).data).toEqual({
      message: 'Successfully deleted',
    });
    expect((await storage.getBucket('photos')).error).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    });
  });

  test('that exists is not created again', async () => {
    expect((await operator.storage.createBucket('papers')).error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    });
  });

  test.each(['', 'a/b', '..', ' papers', 'x'.repeat(101), 'grün', 'a\nb'])(
    'cannot have the name %j',
    async (name) => {
      const { error } = await operator.storage.createBucket(name);
      expect(error).toMatchObject({ statusCode: '400', message: 'Bucket name invalid' });
    },
  );

  test.each([
    [{ name: 'x', file_size_limit: 'many' }, 'InvalidRequest'],
    [{ name: 'x', file_size_limit: -1 }, 'InvalidRequest'],
    [{ name: 'x', allowed_mime_types: ['image'] }, 'InvalidMimeType'],
    [{ name: 'x', public: 'yes' }, 'InvalidRequest'],
    [{}, 'InvalidRequest'],
    ['not JSON', 'InvalidRequest'],
  ])('is not created by %j', async (body, code) => {
    const answer = await callStorage(server, '/bucket', {
      method: 'POST',
      headers: { apikey: server.secretKey, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect((await operator.storage.getBucket('x')).data).toBeNull();
  });
});

describe('Buckets', () => {
  /** @covers 7.storage.1 */
  test('are listed by the given options', async () => {
    const list = async (options: Parameters<typeof operator.storage.listBuckets>[0]) =>
      (await operator.storage.listBuckets(options)).data?.map(({ id }) => id);
    expect(await list({})).toEqual(['closed', 'papers', 'pictures']);
    expect(await list({ sortColumn: 'name', sortOrder: 'desc', limit: 2 })).toEqual([
      'pictures',
      'papers',
    ]);
    expect(await list({ limit: 1, offset: 1 })).toEqual(['papers']);
    expect(await list({ search: 'P' })).toEqual(['papers', 'pictures']);
  });

  /** @covers 7.storage.1 */
  test('are read, created, changed and deleted only by callers that the policies allow', async () => {
    const { storage } = ada.browser;
    expect((await storage.listBuckets()).data?.map(({ id }) => id)).toEqual(['papers']);
    expect((await storage.getBucket('closed')).error).toMatchObject({ statusCode: '404' });
    expect((await storage.createBucket('mine')).error).toMatchObject({
      status: 400,
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
    expect((await storage.updateBucket('papers', { public: true })).error).toMatchObject({
      statusCode: '404',
    });
    expect((await storage.deleteBucket('papers')).error).toMatchObject({ statusCode: '404' });
    expect((await operator.storage.getBucket('papers')).data).toMatchObject({ public: false });
  });

  test('are not emptied by a user if they contain objects of other users', async () => {
    const { storage } = ada.browser;
    await storage.from('papers').upload(`${ada.userId}/own.txt`, 'x');
    await operator.storage.from('papers').upload('others/own.txt', 'x');
    expect((await storage.emptyBucket('papers')).error).toMatchObject({ statusCode: '403' });
    expect((await operator.storage.from('papers').exists('others/own.txt')).data).toBe(true);
  });
});
