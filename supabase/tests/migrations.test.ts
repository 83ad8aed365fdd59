import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { type Sql } from './support.ts';

const BASE = new URL('../../apps/server/migrations/', import.meta.url);
const PRODUCT = new URL('../migrations/', import.meta.url);

async function statementsOf(folder: URL): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })),
  );
}

/** All objects in the schemas that a hosted project reserves. */
function reservedObjects(sql: Sql) {
  return sql`
    select n.nspname || '.' || c.relname as name
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'storage', 'realtime', 'extensions')
    union all
    select n.nspname || '.' || p.proname
    from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname in ('auth', 'storage', 'realtime', 'extensions')
    order by 1`;
}

describe('the product’s migrations on a Postgres with only the base', () => {
  let database: TestDatabase;
  let sql: Sql;
  let before: readonly unknown[];

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false, changesRoles: true });
    sql = database.sql;
    for (const { text } of await statementsOf(BASE)) {
      await sql.begin((transaction) => transaction.unsafe(text).simple());
    }
    before = await reservedObjects(sql);

    for (const { name, text } of await statementsOf(PRODUCT)) {
      try {
        await sql.begin(async (transaction) => {
          await transaction`set local session authorization postgres`;
          await transaction.unsafe(text).simple();
        });
      } catch (cause) {
        throw new Error(`${name} failed`, { cause });
      }
    }
  });
  afterAll(() => database.drop());

  it('apply as a role that is not a superuser', async () => {
    const tables = await sql`
      select c.relname as name, r.rolname as owner, r.rolsuper as owner_is_superuser
      from pg_class as c join pg_roles as r on r.oid = c.relowner
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;
    const owned = { owner: 'postgres', owner_is_superuser: false };
    expect(tables).toEqual(
      [
        'account_deletion_requests',
        'account_notes',
        'administrator_requests',
        'back_office_settings',
        'bank_lines',
        'decision_reasons',
        'deliveries',
        'mail_preferences',
        'mail_texts',
        'matching_settings',
        'orders',
        'payment_links',
        'payment_method_settings',
        'payment_states',
        'profiles',
        'recharges',
        'record_events',
        'record_notes',
        'record_views',
        'records',
        'sandbox_checkout_sessions',
        'security_settings',
        'statement_sources',
        'support_contact',
        'transactions',
        'users',
        'webhook_deliveries',
      ].map((name) => ({
        name,
        ...owned,
      })),
    );
  });

  it('create nothing in the schemas that a hosted project reserves', async () => {
    expect(await reservedObjects(sql)).toEqual(before);
  });

  it('rename no policy in those schemas, which a hosted project does not permit', async () => {
    for (const { name, text } of await statementsOf(PRODUCT)) {
      expect(text, name).not.toMatch(/on (auth|storage|realtime)\.\w+ rename to/);
    }
  });

  it('publish the tables whose changes are sent to subscribers', async () => {
    expect(
      await sql`
        select tablename from pg_publication_tables where pubname = 'supabase_realtime' order by 1`,
    ).toEqual([
      { tablename: 'account_deletion_requests' },
      { tablename: 'administrator_requests' },
      { tablename: 'deliveries' },
      { tablename: 'orders' },
      { tablename: 'payment_links' },
      { tablename: 'payment_method_settings' },
      { tablename: 'payment_states' },
      { tablename: 'profiles' },
      { tablename: 'recharges' },
      { tablename: 'record_events' },
      { tablename: 'record_notes' },
      { tablename: 'records' },
      { tablename: 'transactions' },
    ]);
  });

  it('enable row level security on every table', async () => {
    expect(
      await sql`
        select oid::regclass::text as name from pg_class
        where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
          and relkind = 'r' and not relrowsecurity`,
    ).toEqual([]);
  });

  it('create no function that everyone can call, and no security definer without a fixed search path', async () => {
    expect(
      await sql`
        select oid::regprocedure::text as name from pg_proc
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0))`,
    ).toEqual([]);
    expect(
      await sql`
        select oid::regprocedure::text as name from pg_proc
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and prosecdef and not 'search_path=""' = any (coalesce(proconfig, '{}'))`,
    ).toEqual([]);
  });

  it('create an index for every foreign key', async () => {
    expect(
      await sql`
        select conrelid::regclass::text || '.' || conname as name from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace
          and not exists (
            select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
          )`,
    ).toEqual([]);
  });

  it('give orders and recharges a single relationship to profiles, so that embedding is unambiguous', async () => {
    expect(
      await sql`
        select conrelid::regclass::text as source, confrelid::regclass::text as target
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
        order by 1, 2`,
    ).toEqual([
      { source: 'account_deletion_requests', target: 'profiles' },
      { source: 'account_notes', target: 'profiles' },
      { source: 'administrator_requests', target: 'profiles' },
      { source: 'deliveries', target: 'profiles' },
      { source: 'mail_preferences', target: 'profiles' },
      { source: 'orders', target: 'profiles' },
      { source: 'payment_links', target: 'bank_lines' },
      { source: 'payment_states', target: 'profiles' },
      { source: 'profiles', target: 'users' },
      { source: 'recharges', target: 'profiles' },
      { source: 'record_notes', target: 'records' },
      { source: 'transactions', target: 'profiles' },
      { source: 'users', target: 'auth.users' },
    ]);
  });

  it('create accounts for users who signed up before the product was installed', async () => {
    const empty = await createTestDatabase({ migrated: false });
    try {
      for (const { text } of await statementsOf(BASE)) {
        await empty.sql.begin((transaction) => transaction.unsafe(text).simple());
      }
      await empty.sql`
        insert into auth.users (id, email, raw_user_meta_data)
        values (gen_random_uuid(), 'early@example.com', '{"full_name":"Early"}')`;
      for (const { text } of await statementsOf(PRODUCT)) {
        await empty.sql.begin(async (transaction) => {
          await transaction`set local role postgres`;
          await transaction.unsafe(text).simple();
        });
      }
      expect(
        await empty.sql`
          select full_name, email from public.profiles join public.users using (id)`,
      ).toEqual([{ full_name: 'Early', email: 'early@example.com' }]);
    } finally {
      await empty.drop();
    }
  });
});

describe('the base', () => {
  let database: TestDatabase;
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
  });
  afterAll(() => database.drop());

  it('has the roles of a hosted project with their attributes and time limits', async () => {
    expect(
      await sql`
        select rolname as name, rolsuper as super, rolbypassrls as bypass, rolcanlogin as login,
          rolinherit as inherit, array_to_string(rolconfig, ',') as settings
        from pg_roles
        where rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'postgres',
          'supabase_auth_admin')
        order by 1`,
    ).toMatchObject([
      { name: 'anon', super: false, bypass: false, login: false, settings: 'statement_timeout=3s' },
      {
        name: 'authenticated',
        super: false,
        bypass: false,
        login: false,
        settings: 'statement_timeout=8s',
      },
      { name: 'authenticator', super: false, bypass: false, login: true, inherit: false },
      { name: 'postgres', super: false, bypass: true, login: true },
      { name: 'service_role', super: false, bypass: true, login: false },
      { name: 'supabase_auth_admin', super: false, bypass: false, login: true },
    ]);
  });

  it('grants the API roles nothing on a new table', async () => {
    expect(
      await sql.begin(async (transaction) => {
        await transaction`set local role postgres`;
        await transaction`create table public.fresh (id int)`;
        return transaction`
          select role from unnest(array['anon', 'authenticated', 'service_role']) as role
          where has_table_privilege(role, 'public.fresh', 'select, insert, update, delete')`;
      }),
    ).toEqual([]);
  });

  it('gives API roles no access to the tables of the auth schema', async () => {
    expect(
      await sql`
        select role, c.oid::regclass::text as name
        from pg_class as c, unnest(array['anon', 'authenticated', 'service_role']) as role
        where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'
          and has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate')`,
    ).toEqual([]);
  });

  it('gives functions the caller of the request', async () => {
    const id = 'b3f1c9e2-0000-4000-8000-000000000001';
    const claims = JSON.stringify({ sub: id, role: 'authenticated', email: 'a@example.com' });
    const [inside] = await sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${claims}, true)`;
      return transaction`
        select auth.uid() as uid, auth.role() as role, auth.email() as email,
          auth.jwt() ->> 'sub' as subject`;
    });
    const [outside] = await sql`select auth.uid() as uid, auth.role() as role`;

    expect(inside).toEqual({
      uid: id,
      role: 'authenticated',
      email: 'a@example.com',
      subject: id,
    });
    expect(outside).toEqual({ uid: null, role: null });
  });

  it('splits the paths of stored objects', async () => {
    expect(
      await sql`
        select storage.foldername(path) as folders, storage.filename(path) as file,
          storage.extension(path) as extension
        from unnest(array['a/b/c.tar.gz', 'plain']) as path`,
    ).toEqual([
      { folders: ['a', 'b'], file: 'c.tar.gz', extension: 'gz' },
      { folders: [], file: 'plain', extension: '' },
    ]);
  });

  it('lets the product create policies on stored objects and private channels', async () => {
    await sql
      .begin(async (transaction) => {
        await transaction`set local role postgres`;
        await transaction`
          create policy "Own folder" on storage.objects for select to authenticated
          using ((storage.foldername(name))[1] = (select auth.uid())::text)`;
        await transaction`
          create policy "Own channel" on realtime.messages for select to authenticated
          using (realtime.topic() = (select auth.uid())::text)`;
        await transaction`
          insert into storage.buckets (id, name) values ('avatars', 'avatars')
          on conflict do nothing`;
        throw new Error('undo');
      })
      .catch((error: unknown) => {
        expect(String(error)).toBe('Error: undo');
      });
  });

  it('does not let the product create objects in the schemas that a hosted project reserves', async () => {
    for (const schema of ['auth', 'storage', 'realtime']) {
      const attempt = sql.begin(async (transaction) => {
        await transaction`set local role postgres`;
        await transaction`create table ${transaction(schema)}.extra (id int)`;
      });
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    }
  });
});
