/** @covers security.files.6 */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '../../apps/server/test/support/index.ts';
import {
  actAs,
  addFactor,
  ANON,
  makeAdmin,
  signedIn,
  signUp,
  tryAs,
  type Caller,
  type Sql,
} from './support.ts';

const FOLDER_LIMIT = 10;

/** Inserts the row of a picture without bytes: the policies check the row only. */
function addPicture(sql: Sql, folder: string, name = `${randomUUID()}.webp`) {
  return sql`
    insert into storage.objects (bucket_id, name, owner_id)
    values ('avatars', ${`${folder}/${name}`}, ${folder}) returning id`;
}

type Outcome = 'yes' | 'none' | 'no';

// oxfmt-ignore
const RULES: readonly (readonly [operation: string, ...outcomes: Outcome[]])[] = [
  // operation                       anon    ada    other   admin   aal1    aal2
  ['see it in a list',               'none', 'yes', 'none', 'none', 'none', 'none'],
  ['add one to her folder',          'no',   'yes', 'no',   'no',   'no',   'no'],
  ['add one to their own folder',    'no',   'yes', 'yes',  'yes',  'no',   'yes'],
  ['add one beside all folders',     'no',   'no',  'no',   'no',   'no',   'no'],
  ['replace it',                     'none', 'yes', 'none', 'none', 'none', 'none'],
  ['move it to another folder',      'none', 'no',  'none', 'none', 'none', 'none'],
  ['remove it',                      'none', 'yes', 'none', 'none', 'none', 'none'],
  ['change the bucket',              'none', 'none', 'none', 'none', 'none', 'none'],
];

describe('access to pictures', () => {
  let database: TestDatabase;
  let sql: Sql;
  let ada: string;
  let callers: readonly Caller[];

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    ada = await signUp(sql);
    await addPicture(sql, ada, 'her.webp');
    const guarded = await signUp(sql);
    await addFactor(sql, guarded);
    callers = [
      ANON,
      signedIn(ada),
      signedIn(await signUp(sql)),
      signedIn(await makeAdmin(sql)),
      signedIn(guarded, 'aal1'),
      signedIn(guarded, 'aal2'),
    ];
  });
  afterAll(() => database.drop());

  function statement(tx: Sql, operation: string, caller: Caller): PromiseLike<readonly unknown[]> {
    const own = caller.id ?? randomUUID();
    const hers = `${ada}/her.webp`;
    switch (operation) {
      case 'see it in a list':
        return tx`select id from storage.objects where name = ${hers}`;
      case 'add one to her folder':
        return addPicture(tx, ada);
      case 'add one to their own folder':
        return addPicture(tx, own);
      case 'add one beside all folders':
        return tx`
          insert into storage.objects (bucket_id, name) values ('avatars', ${`${own}.webp`})
          returning id`;
      case 'replace it':
        return tx`update storage.objects set metadata = '{}' where name = ${hers} returning id`;
      case 'move it to another folder':
        return tx`
          update storage.objects set name = ${`${randomUUID()}/her.webp`} where name = ${hers}
          returning id`;
      case 'remove it':
        return tx`delete from storage.objects where name = ${hers} returning id`;
      case 'change the bucket':
        return tx`
          update storage.buckets set allowed_mime_types = null where id = 'avatars' returning id`;
      default:
        throw new Error(`no such operation: ${operation}`);
    }
  }

  async function outcomeOf(operation: string, caller: Caller): Promise<string> {
    try {
      const rows = await tryAs(sql, caller, (tx) =>
        Promise.resolve(statement(tx as unknown as Sql, operation, caller)),
      );
      return rows.length > 0 ? 'yes' : 'none';
    } catch (error) {
      const { code } = error as { code?: string };
      return code === '42501' ? 'no' : String(error);
    }
  }

  it.each(RULES)(
    '%s: anon %s, herself %s, other %s, admin %s, with a factor at aal1 %s, at aal2 %s',
    async (operation, ...outcomes) => {
      const found = [];
      for (const caller of callers) found.push(await outcomeOf(operation, caller));
      expect(found).toEqual(outcomes);
    },
  );

  it('a user with a second factor cannot read or delete pictures without it', async () => {
    const person = await signUp(sql);
    await addPicture(sql, person);
    await addFactor(sql, person);
    for (const [aal, count] of [
      ['aal1', 0],
      ['aal2', 1],
    ] as const) {
      const caller = signedIn(person, aal);
      const seen = await tryAs(sql, caller, (tx) => tx`select id from storage.objects`);
      const removed = await tryAs(
        sql,
        caller,
        (tx) => tx`delete from storage.objects where bucket_id = 'avatars' returning id`,
      );
      expect([seen.length, removed.length]).toEqual([count, count]);
    }
  });

  it('a folder can contain only a few pictures', async () => {
    const person = await signUp(sql);
    const add = () =>
      actAs(sql, signedIn(person), (tx) => addPicture(tx as unknown as Sql, person));
    for (let count = 0; count < FOLDER_LIMIT; count += 1) await add();
    await expect(add()).rejects.toMatchObject({ code: '42501' });
    await actAs(
      sql,
      signedIn(person),
      (tx) => tx`
        delete from storage.objects where id in (select id from storage.objects limit 1)`,
    );
    await expect(add()).resolves.toHaveLength(1);
  });

  it('one of two concurrent uploads gets the last place in a folder', async () => {
    const person = await signUp(sql);
    const add = (tx: Sql) => addPicture(tx, person);
    const addAsPerson = () =>
      actAs(sql, signedIn(person), (tx) => add(tx as unknown as Sql)).then(
        () => 'added',
        (error: unknown) => (error as { code: string }).code,
      );
    for (let count = 1; count < FOLDER_LIMIT; count += 1) await add(sql);
    const second = await sql.begin(async (tx) => {
      await add(tx as unknown as Sql);
      const outcome = addAsPerson();
      const isWaiting = () => sql`select from pg_locks where locktype = 'advisory' and not granted`;
      await expect.poll(isWaiting).toHaveLength(1);
      // Not awaited here, because it waits for this transaction.
      return { outcome };
    });
    expect(await second.outcome).toBe('42501');
  });

  it('a profile accepts an uploaded picture, even if the id of its owner contains a valid card number', async () => {
    // Sixteen digits with a valid check digit of card numbers, as an id may have by chance.
    const id = '42424242-4242-4242-8000-000000000000';
    await sql.begin(async (transaction) => {
      await transaction`set local role supabase_auth_admin`;
      await transaction`
        insert into auth.users (id, aud, role, email)
        values (${id}, 'authenticated', 'authenticated', ${`${id}@example.com`})`;
    });
    const save = (address: string) =>
      actAs(
        sql,
        signedIn(id),
        (tx) => tx`
          update public.profiles set avatar_url = ${address} where id = ${id} returning avatar_url`,
      );
    const address = `/storage/v1/object/public/avatars/${id}/abcdefghijklmnopqrst.webp`;
    expect(await save(address)).toEqual([{ avatar_url: address }]);
    for (const name of ['4242424242424242', 'abcdefghijklmnopqrst.webp?4242424242424242']) {
      const refused = save(`/storage/v1/object/public/avatars/${id}/${name}`);
      await expect(refused).rejects.toMatchObject({ code: '23514' });
    }
  });
});

const PASSWORD = 'a-long-enough-password';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe('pictures in the storage', () => {
  let server: TestServer;

  async function signUpClient(): Promise<{ id: string; client: SupabaseClient }> {
    const client = createClient(server.url, server.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data, error } = await client.auth.signUp({
      email: `${randomUUID()}@example.com`,
      password: PASSWORD,
    });
    if (error || data.user === null) throw error ?? new Error('no user');
    return { id: data.user.id, client };
  }

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('an uploaded picture is public until it is deleted', async () => {
    const { id, client } = await signUpClient();
    const bucket = client.storage.from('avatars');
    const path = `${id}/picture.png`;
    const { error } = await bucket.upload(path, PNG, { contentType: 'image/png' });
    expect(error).toBeNull();
    const { data } = bucket.getPublicUrl(path);
    const shown = await fetch(data.publicUrl);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);
    expect((await bucket.remove([path])).data).toHaveLength(1);
    expect((await fetch(data.publicUrl)).status).toBe(400);
  });

  it.each([
    ['a page with the type of a PNG', 'image/png', Buffer.from('<html><script>1</script></html>')],
    ['a PNG with the type of a JPEG', 'image/jpeg', PNG],
    ['an SVG', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', 'text/html', Buffer.from('<p>Hello</p>')],
  ])('%s is refused', async (_what, contentType, bytes) => {
    const { id, client } = await signUpClient();
    const { error } = await client.storage
      .from('avatars')
      .upload(`${id}/picture.png`, bytes, { contentType });
    expect(error).toMatchObject({ statusCode: '415' });
  });

  it('a picture of more than a megabyte, or in the folder of another user, is refused', async () => {
    const { id, client } = await signUpClient();
    const other = await signUpClient();
    const bucket = client.storage.from('avatars');
    const large = Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]);
    const tooLarge = await bucket.upload(`${id}/p.png`, large, { contentType: 'image/png' });
    expect(tooLarge.error).toMatchObject({ statusCode: '413' });
    const foreign = await bucket.upload(`${other.id}/p.png`, PNG, { contentType: 'image/png' });
    expect(foreign.error).toMatchObject({ statusCode: '403' });
  });

  /** @covers security.personal-data.2 */
  it('an export lists the pictures, and the deletion of an account deletes them', async () => {
    const { id, client } = await signUpClient();
    const path = `${id}/picture.png`;
    const bucket = client.storage.from('avatars');
    await bucket.upload(path, PNG, { contentType: 'image/png' });
    const exported = await client.rpc('export_my_data');
    expect(exported.data).toMatchObject({ files: [{ bucket: 'avatars', name: path }] });

    const service = createClient(server.url, server.secretKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    // Uploaded by the operator: it has no owner, and its folder identifies the user.
    await service.storage
      .from('avatars')
      .upload(`${id}/by-hand.png`, PNG, { contentType: 'image/png' });
    const { error } = await service.auth.admin.deleteUser(id, true);
    expect(error).toBeNull();
    const left = await server.sql`select name from storage.objects where name like ${`${id}%`}`;
    expect(left).toEqual([]);
    expect((await fetch(bucket.getPublicUrl(path).data.publicUrl)).status).toBe(400);
  });

  /** @covers security.files.3 */
  it('ten of forty concurrent uploads are stored, also through signed URLs', async () => {
    const { id, client } = await signUpClient();
    const bucket = client.storage.from('avatars');
    const names = Array.from({ length: 40 }, (_, index) => `${id}/${String(index)}.png`);
    const signed = await Promise.all(names.map((name) => bucket.createSignedUploadUrl(name)));
    const sent = await Promise.all(
      signed.map(({ data }, index) => {
        const { path, token } = data ?? { path: '', token: '' };
        const options = { contentType: 'image/png' };
        return index % 2 === 0
          ? bucket.upload(path, PNG, options)
          : bucket.uploadToSignedUrl(path, token, PNG, options);
      }),
    );
    const refused = sent.flatMap(({ error }) => (error === null ? [] : [error]));
    expect(refused).toHaveLength(names.length - FOLDER_LIMIT);
    for (const error of refused) expect(error).toMatchObject({ statusCode: '403' });
    const left = await server.sql`select name from storage.objects where name like ${`${id}/%`}`;
    expect(left).toHaveLength(FOLDER_LIMIT);
    // A full folder still lets its owner rename a picture.
    const [first] = left as unknown as { name: string }[];
    const moved = await bucket.move(first?.name ?? '', `${id}/renamed.png`);
    expect(moved.error).toBeNull();
  });

  it('the hard deletion of an account deletes its pictures too', async () => {
    const { id, client } = await signUpClient();
    await client.storage.from('avatars').upload(`${id}/p.png`, PNG, { contentType: 'image/png' });
    const service = createClient(server.url, server.secretKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    expect((await service.auth.admin.deleteUser(id)).error).toBeNull();
    expect(await server.sql`select from storage.objects where name like ${`${id}%`}`).toEqual([]);
  });
});
