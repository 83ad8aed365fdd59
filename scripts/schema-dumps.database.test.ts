import { readFile } from 'node:fs/promises';
import { dumpSchema, renderDump, type DumpStatement } from '@beaconpay/database/schema-dump';
import { createTestDatabase, type TestDatabase } from '@beaconpay/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeDifference } from './schema-dumps.ts';
import { readSchemaFolders } from './schema-files.ts';

class RollBack extends Error {}

describe('A dump of the schema', () => {
  let database: TestDatabase;
  let before: readonly DumpStatement[];

  /** The statements of the dump after a change, which is rolled back, that were not in it before. */
  async function changedBy(change: string): Promise<string[]> {
    const lines = (dump: readonly DumpStatement[]) =>
      dump.map(({ object, statement }) => `${object}: ${statement}`);
    const known = new Set(lines(before));
    let after: DumpStatement[] = [];
    await database.sql
      .begin(async (transaction) => {
        await transaction.unsafe(change).simple();
        after = await dumpSchema((query) => transaction.unsafe(query));
        throw new RollBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RollBack)) throw error;
      });
    const added = lines(after).filter((line) => !known.has(line));
    // A removed statement is a change too.
    return after.length < before.length ? ['(fewer statements)', ...added] : added;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    before = await database.sql.begin((transaction) =>
      dumpSchema((query) => transaction.unsafe(query)),
    );
  });
  afterAll(() => database.drop());

  test.each([
    ['a column', 'alter table public.orders add column extra text'],
    ['a default', 'alter table public.orders alter column currency set default $$EUR$$'],
    ['not null', 'alter table public.orders alter column admin_notes set not null'],
    ['a check', 'alter table public.orders add check (amount < 100)'],
    ['an index', 'drop index public.orders_undecided_user_id_idx'],
    ['a foreign key', 'alter table public.orders drop constraint orders_user_id_fkey'],
    [
      'a policy',
      'alter policy "Customers insert their own orders" on public.orders with check (true)',
    ],
    ['row level security', 'alter table public.orders disable row level security'],
    ['a table grant', 'grant delete on public.orders to authenticated'],
    ['a column grant', 'grant update (amount) on public.orders to authenticated'],
    ['a disabled trigger', 'alter table public.orders disable trigger prepare_order'],
    ['the owner of a table', 'alter table public.orders owner to service_role'],
    ['the replica identity', 'alter table public.orders replica identity full'],
    ['a view', 'alter view public.account_directory reset (security_invoker)'],
    ['the right to call a function', 'grant execute on function private.is_admin() to public'],
    ['a search path', 'alter function private.is_admin() reset search_path'],
    ['a comment', 'comment on function private.is_admin() is $$other$$'],
    ['a value of a type', 'create type public.mood as enum ($$calm$$)'],
    ['a right on a schema', 'grant create on schema private to authenticated'],
    ['the publication', 'alter publication supabase_realtime drop table public.orders'],
    ['an event trigger', 'drop event trigger pgrst_drop_watch'],
    ['an inserted row', 'delete from public.support_contact'],
  ])('changes with %s', async (_, change) => {
    expect(await changedBy(change)).not.toEqual([]);
  });

  test('does not depend on the time or on the order in which objects were created', async () => {
    const changed = await changedBy(`
      drop policy "Customers insert their own orders" on public.orders;
      create policy "Customers insert their own orders" on public.orders for insert to authenticated
        with check (user_id = (select auth.uid()));
      revoke select on public.orders from authenticated;
      grant select on public.orders to authenticated;`);
    expect(changed).toEqual([]);
  });

  test('is a file with the statements of an object together', () => {
    const statements = [
      { object: 'table a', statement: 'create table a ();' },
      { object: 'table a', statement: 'grant select on a to b;' },
      { object: 'view c', statement: 'create view c as select 1;' },
    ];
    expect(renderDump('-- heading', statements)).toBe(
      '-- heading\n\ncreate table a ();\ngrant select on a to b;\n\ncreate view c as select 1;\n',
    );
  });
});

test('A difference between two schemas is reported by its first line', () => {
  expect(describeDifference('a\nb\nc', 'a\nx\nc')).toBe('line 2\n  - b\n  + x');
  expect(describeDifference('a', 'a\nb')).toBe('line 2\n  - (end of file)\n  + b');
});

test('The files by subject define each function, policy and trigger once', async () => {
  const found = new Map<string, number>();
  for (const { path, fileNames } of await readSchemaFolders()) {
    for (const name of fileNames) {
      const text = await readFile(new URL(`../${path}/${name}`, import.meta.url), 'utf8');
      for (const [definition] of text.matchAll(
        /^create (?:function [\w.]+\([^)]*|policy "[^"]+"\s+on [\w.]+|trigger \w+\s[^;]*?\son [\w.]+)/gim,
      )) {
        // A function is identified by its name and its parameters, because pg_cron has overloads. A trigger is
        // identified by its name and its table, whatever its events are.
        const identity = definition.replace(/^(create trigger \w+)\s[^;]*\son /i, '$1 on ');
        found.set(identity, (found.get(identity) ?? 0) + 1);
      }
    }
  }
  expect(found.size).toBeGreaterThan(150);
  expect([...found].filter(([, count]) => count > 1)).toEqual([]);
});
