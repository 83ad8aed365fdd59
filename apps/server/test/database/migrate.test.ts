/** @covers security.limits.11 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../src/migrations/migrate.ts';
import { openPool, type Sql } from '../../src/platform/database/connection.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

const logger = createLogger('silent');

let database: TestDatabase;
let dir: string;
let sql: Sql;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  sql = openPool(database.connection, { applicationName: 'test', maxConnections: 1 });
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-migrations-'));
});
afterEach(async () => {
  await sql.end();
  await database.drop();
  await rm(dir, { recursive: true });
});

const add = (fileName: string, statements: string) => writeFile(join(dir, fileName), statements);
const run = () => migrate(sql, [{ name: 'tried', path: dir, role: null }], logger);

async function tables(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;
  return rows.map(({ name }) => name);
}

describe('An upgrade of a database', () => {
  test('that fails names the file and rolls back all files, including the earlier ones', async () => {
    await add('0001.sql', 'create table public.kept ();');
    await run();
    await add('0002.sql', 'create table public.new ();');
    await add('0003.sql', 'create table public.newer (); select 1 / 0;');
    await expect(run()).rejects.toThrow(/tried\/0003\.sql failed.* division by zero/);
    expect(await tables()).toEqual(['kept']);

    // The old version still starts. The new version starts once its migration is fixed.
    await add('0003.sql', 'create table public.newer ();');
    await run();
    expect(await tables()).toEqual(['kept', 'new', 'newer']);
  });

  test('changes nothing when the content of an applied file has changed, even if there are new files', async () => {
    await add('0002.sql', 'create table public.kept ();');
    await run();
    await add('0001.sql', 'create table public.earlier ();');
    await add('0002.sql', 'create table public.other ();');
    await expect(run()).rejects.toThrow('tried/0002.sql was changed after it had been applied');
    expect(await tables()).toEqual(['kept']);
  });

  test('by a newer version makes an older version refuse to start, without a change', async () => {
    await add('0001.sql', 'create table public.kept ();');
    await add('0003.sql', 'create table public.newer ();');
    await run();
    await rm(join(dir, '0003.sql'));
    await add('0002.sql', 'create table public.branched_off ();');
    await expect(run()).rejects.toThrow(/newer version of BeaconPay.* tried\/0003\.sql/);
    expect(await tables()).toEqual(['kept', 'newer']);
  });

  test('can change a table whose rows an earlier file has changed', async () => {
    await add(
      '0001.sql',
      `create table public.kept (id int primary key,
         parent int references public.kept deferrable initially deferred);`,
    );
    await run();
    await add('0002.sql', 'insert into public.kept values (1, 1);');
    await add('0003.sql', 'alter table public.kept add column name text;');
    await run();
    expect(await sql`select * from public.kept`).toEqual([{ id: 1, parent: 1, name: null }]);
  });

  test('is not limited by the statement timeout of the role', async () => {
    await sql.unsafe("set statement_timeout = '50ms'; set transaction_timeout = '100ms'");
    await add('0001.sql', 'select pg_sleep(0.2); create table public.kept ();');
    await run();
    expect(await tables()).toEqual(['kept']);
  });
});
