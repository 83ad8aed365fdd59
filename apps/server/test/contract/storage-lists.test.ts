import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { signUp, type Person } from './auth-fixtures.ts';
import { callStorage, startStorageServer } from './storage-fixtures.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
const NAMES = ['b.txt', 'a.txt', 'C.txt', 'deep/1.txt', 'deep/2.txt', 'deep/er/3.txt', 'e_f.txt'];

beforeAll(async () => {
  server = await startStorageServer();
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
  for (const name of NAMES) await papers().upload(`${ada.userId}/${name}`, name);
  await bob.browser.storage.from('papers').upload(`${bob.userId}/his.txt`, 'his');
});
afterAll(() => server.stop());

const papers = () => ada.browser.storage.from('papers');

describe('A folder', () => {
  const list = async (
    folder = '',
    options: Parameters<ReturnType<typeof papers>['list']>[1] = {},
  ) => (await papers().list(`${ada.userId}${folder}`, options)).data?.map(({ name }) => name);

  /** @covers 7.storage.6 */
  test('lists its folders, which have no id, then its files with their metadata', async () => {
    const { data } = await papers().list(ada.userId);
    expect(data?.map(({ name }) => name)).toEqual(['deep', 'C.txt', 'a.txt', 'b.txt', 'e_f.txt']);
    expect(data?.[0]).toEqual({
      name: 'deep',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.[2]).toMatchObject({
      name: 'a.txt',
      id: expect.any(String) as unknown,
      metadata: { size: 5, mimetype: 'text/plain;charset=UTF-8', cacheControl: 'max-age=3600' },
    });
  });

  /** @covers 7.storage.6 */
  test('is sorted, searched and paged by the given options', async () => {
    expect(await list('/deep')).toEqual(['er', '1.txt', '2.txt']);
    expect(await list('', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      'deep',
      'e_f.txt',
      'C.txt',
      'a.txt',
      'b.txt',
    ]);
    expect(await list('', { search: 'c' })).toEqual(['C.txt']);
    expect(await list('', { limit: 2, offset: 1 })).toEqual(['C.txt', 'a.txt']);
  });

  test('is searched for the literal text, not for a pattern', async () => {
    for (const search of ['%', '_', 'e%', '.*', "'"])
      expect(await list('', { search })).toEqual([]);
    expect(await list('', { search: 'e_' })).toEqual(['e_f.txt']);
  });

  test('lists only objects that the caller may read', async () => {
    expect((await bob.browser.storage.from('papers').list(ada.userId)).data).toEqual([]);
    expect((await bob.browser.storage.from('papers').list()).data?.map(({ name }) => name)).toEqual(
      [bob.userId],
    );
  });

  test.each([
    { sortBy: { column: 'owner' } },
    { limit: -1 },
    { offset: 'x' },
    { sortBy: { column: 'name', order: 'asc; drop table x' } },
  ])('is not listed with the invalid options %j', async (body) => {
    const answer = await callStorage(server, '/object/list/papers', {
      method: 'POST',
      token: ada.session.access_token,
      body: JSON.stringify({ prefix: '', ...body }),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { statusCode: '400', code: 'InvalidRequest' },
    });
  });
});

describe('A paginated list', () => {
  type Options = Parameters<ReturnType<typeof papers>['listV2']>[0];

  async function readPages(options: Options) {
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined; ; pages += 1) {
      const { data, error } = await papers().listV2({ ...options, ...(cursor ? { cursor } : {}) });
      if (error) throw error;
      seen.push(...data.folders.map(({ name }) => `${name} (folder)`));
      seen.push(...data.objects.map(({ name }) => name));
      if (!data.hasNext) return { seen: seen.map((name) => name.slice(37)), pages: pages + 1 };
      cursor = data.nextCursor;
    }
  }

  /** @covers 7.storage.6 */
  test('contains each object once, in byte order', async () => {
    expect(await readPages({ limit: 3 })).toEqual({ seen: [...NAMES].sort(), pages: 3 });
    const descending = await readPages({ limit: 2, sortBy: { column: 'name', order: 'desc' } });
    expect(descending.seen).toEqual([...NAMES].sort().reverse());
  });

  test('contains each folder once, if folders are requested', async () => {
    const { seen } = await readPages({
      prefix: `${ada.userId}/`,
      with_delimiter: true,
      limit: 1,
    });
    expect(seen).toEqual(['C.txt', 'a.txt', 'b.txt', 'deep/ (folder)', 'e_f.txt']);
  });

  /** @covers 7.storage.6 */
  test('returns the name of a folder with a slash, and its key without', async () => {
    const { data } = await papers().listV2({ prefix: `${ada.userId}/`, with_delimiter: true });
    expect(data?.folders).toEqual([{ name: `${ada.userId}/deep/`, key: `${ada.userId}/deep` }]);
  });

  test('can be sorted by time', async () => {
    const { seen } = await readPages({ limit: 2, sortBy: { column: 'created_at', order: 'asc' } });
    expect(seen).toEqual(NAMES);
  });

  test('refuses an invalid cursor', async () => {
    const { error } = await papers().listV2({ cursor: 'nonsense' });
    expect(error).toMatchObject({ statusCode: '400', message: 'The cursor is not valid' });
  });
});

test('A name with a null character is refused in a search, move, copy and deletion', async () => {
  const name = `${ada.userId}/a\0b`;
  const to = `${ada.userId}/c`;
  const answers = [
    await papers().list(name),
    await papers().move(name, to),
    await papers().copy(name, to),
    await papers().remove([name]),
    await papers().info(name),
  ];
  expect(answers.map(({ error }) => (error as { status?: number } | null)?.status)).toEqual(
    answers.map(() => 400),
  );
});
