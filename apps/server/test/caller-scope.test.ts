import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBatch, withCaller } from '../src/platform/database/caller-scope.ts';
import { connectionAs, openPool, type Sql } from '../src/platform/database/connection.ts';
import { DATA_API_ROLE } from '../src/platform/database/service-roles.ts';
import { createWirePool, type WirePool } from '../src/platform/database/wire/wire-pool.ts';
import type { ActingCaller } from '../src/platform/identity/caller-settings.ts';
import { createTestDatabase, type TestDatabase } from './support/index.ts';

const SEEN = `select json_build_object(
  'role', current_user,
  'claims', current_setting('request.jwt.claims', true)::json,
  'sub', current_setting('request.jwt.claim.sub', true),
  'method', current_setting('request.method', true),
  'path', current_setting('request.path', true),
  'headers', current_setting('request.headers', true)::json,
  'cookies', current_setting('request.cookies', true)::json,
  'timeout', current_setting('statement_timeout'),
  'readOnly', current_setting('transaction_read_only'))::text as seen`;

const acting: ActingCaller = {
  caller: {
    role: 'authenticated',
    claims: { role: 'authenticated', sub: 'someone' },
    token: 'token',
  },
  request: {
    method: 'PUT',
    path: '/object/a',
    headers: { 'x-odd': "it's", cookie: 'a=1; b=x=y' },
  },
};

const EXPECTED = {
  role: 'authenticated',
  claims: { role: 'authenticated', sub: 'someone' },
  sub: 'someone',
  method: 'PUT',
  path: '/object/a',
  headers: { 'x-odd': "it's" },
  cookies: { a: '1', b: 'x=y' },
  timeout: '8s',
};

let database: TestDatabase;
let sql: Sql;
let pool: WirePool;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`create table public.scope_notes (owner text)`;
  await database.sql`grant select, insert on public.scope_notes to authenticated`;
  const connection = connectionAs(database.connection, DATA_API_ROLE);
  sql = openPool(connection, { applicationName: 'scope-test', maxConnections: 1 });
  pool = createWirePool(connection, { applicationName: 'scope-test', maxConnections: 1 });
});
afterAll(async () => {
  pool.close();
  await sql.end({ timeout: 1 });
  await database.drop();
});

interface Form {
  readonly name: string;
  /** Runs one statement and returns the first column of its first row. */
  readonly run: (
    text: string,
    access: 'read only' | 'read write',
    who?: ActingCaller,
  ) => Promise<string | null>;
}

const FORMS: readonly Form[] = [
  {
    name: 'A batch',
    async run(text, access, who = acting) {
      const [rows] = await runBatch(pool, {
        access,
        isolation: null,
        acting: who,
        settingsBefore: [],
        // The data API reads them with its schema cache.
        settingsAfter: who.caller.role === 'authenticated' ? [['statement_timeout', '8s']] : [],
        statements: [{ text, parameters: [] }],
        end: 'commit',
        sharesConnection: true,
        signal: new AbortController().signal,
      });
      return rows?.[0]?.[0]?.toString() ?? null;
    },
  },
  {
    name: 'A scope of several steps',
    run: (text, access, who = acting) =>
      withCaller(
        sql,
        who,
        async (tx) => {
          const [row] = await tx.unsafe<Record<string, string>[]>(text);
          return row === undefined ? null : (Object.values(row)[0] ?? null);
        },
        { access },
      ),
  },
];

describe.each(FORMS)('$name', ({ run }) => {
  test('sets the role, the claims and the request in the database', async () => {
    const seen = JSON.parse((await run(SEEN, 'read write')) ?? '{}') as unknown;
    expect(seen).toEqual({ ...EXPECTED, readOnly: 'off' });
  });

  test('rejects writes in a read-only scope', async () => {
    const write = run(`insert into public.scope_notes values ('x')`, 'read only');
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  test('leaves no setting of the caller for the next transaction', async () => {
    await run(SEEN, 'read write');
    const stranger: ActingCaller = {
      caller: { role: 'anon', claims: { role: 'anon' }, token: null },
      request: { method: 'GET', path: '/', headers: {} },
    };
    const seen = JSON.parse((await run(SEEN, 'read only', stranger)) ?? '{}') as unknown;
    expect(seen).toMatchObject({
      role: 'anon',
      claims: { role: 'anon' },
      sub: '',
      headers: {},
      cookies: {},
    });
  });

  test('returns the same user id as the claims', async () => {
    const ownIdOf = (claims: ActingCaller['caller']['claims']): Promise<string | null> => {
      const caller = { role: 'service_role', claims, token: null };
      return run('select auth.uid()::text as own', 'read only', { ...acting, caller });
    };
    const sub = '6fe1ab51-ece7-4d5c-9d7f-0c5f3e0f0a11';
    expect(await ownIdOf({ role: 'service_role', sub })).toBe(sub);
    expect(await ownIdOf({ role: 'service_role' })).toBeNull();
  });

  test('cannot switch to a role that its login is not a member of', async () => {
    const owner = { ...acting, caller: { ...acting.caller, role: 'supabase_admin' } };
    await expect(run('select 1', 'read only', owner)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('A scope of several steps', () => {
  test('cancels statements that exceed the timeout of the role', async () => {
    const name = database.connection.database;
    await database.sql`alter role authenticated in database ${database.sql(name)} set statement_timeout = '60ms'`;
    try {
      const slow = withCaller(sql, acting, (tx) => tx`select pg_sleep(10)`);
      await expect(slow).rejects.toMatchObject({ code: '57014' });
    } finally {
      await database.sql`alter role authenticated in database ${database.sql(name)} reset statement_timeout`;
    }
  });

  test('commits all of its steps or none', async () => {
    const insert = (tx: Parameters<Parameters<typeof withCaller>[2]>[0]) =>
      tx`insert into public.scope_notes values ('mine')`;
    const failing = withCaller(sql, acting, async (tx) => {
      await insert(tx);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await database.sql`select from public.scope_notes`).toHaveLength(0);
    await withCaller(sql, acting, async (tx) => {
      await insert(tx);
      await insert(tx);
    });
    expect(await database.sql`select from public.scope_notes`).toHaveLength(2);
  });
});

test('No other code of the server switches to the role of a caller', async () => {
  const source = fileURLToPath(new URL('../src/', import.meta.url));
  const files = (await readdir(source, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const texts = await Promise.all(
    files.map(async (name) => ({ name, text: await readFile(`${source}/${name}`, 'utf8') })),
  );
  // Migrations run as the owner of the objects that they create, not as a caller.
  const allowed = ['migrations/migrate.ts', 'platform/identity/caller-settings.ts'];
  const becoming = /set (local |session )?role\b|set_config\('role'|\['role',/i;
  expect(
    texts
      .filter(({ text }) => becoming.test(text))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(allowed);
});
