import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBaselines } from '../../src/migrations/baselines.ts';
import { migrationFoldersOf } from '../../src/open-database.ts';
import { listApplied, migrate } from '../../src/migrations/migrate.ts';
import { readMigrations } from '../../src/migrations/migration-files.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { openPool, type Sql } from '../../src/platform/database/connection.ts';
import {
  makeDatabaseBeforeBaselines,
  readOldLedger,
  writeLedger,
} from '../support/database-before-baselines.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { SUPABASE_DIR } from '../support/supabase-dir.ts';

const FOLDERS = migrationFoldersOf(SUPABASE_DIR);
const logger = createLogger('silent');

let database: TestDatabase;
let sql: Sql;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false, changesRoles: true });
  sql = openPool(database.connection, { applicationName: 'test', maxConnections: 1 });
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const run = () => migrate(sql, FOLDERS, logger);

async function appliedFiles(): Promise<string[]> {
  return (await listApplied(sql)).map(({ folder, fileName }) => `${folder}/${fileName}`);
}

async function currentFiles(): Promise<string[]> {
  const migrations = await readMigrations(FOLDERS);
  return migrations.map(({ folder, fileName }) => `${folder.name}/${fileName}`).sort();
}

/** Whether a table of a migration after the baseline exists. */
async function hasLaterTable(): Promise<boolean> {
  const [row] = await sql`select to_regclass('backend_shared.leases') is not null as is_there`;
  return row?.is_there === true;
}

/** The schemas, and the functions of the backend, that contain the name of the product. */
async function namesOfProduct(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select nspname::text as name from pg_namespace where nspname ~ 'beaconpay'
    union all
    select oid::regprocedure::text from pg_proc
    where prosrc ~ 'beaconpay' and pronamespace in
      (select oid from pg_namespace where nspname in ('private', 'public') or nspname ~ '^backend_')`;
  return rows.map(({ name }) => name);
}

test('The baselines list exactly the migrations of the last version before them', async () => {
  const baselines = findBaselines(await readMigrations(FOLDERS));
  const replaced = baselines.flatMap((one) => one.replaced);
  expect(replaced).toHaveLength(54);
  expect(replaced).toEqual(expect.arrayContaining(await readOldLedger()));
  expect(baselines.map(({ lastVersion }) => lastVersion)).toEqual(['652d40a', '652d40a']);
});

test('A fresh database gets the baselines and the later migrations', async () => {
  await run();
  expect(await appliedFiles()).toEqual(await currentFiles());
});

describe('A database with all replaced migrations', () => {
  beforeEach(() => makeDatabaseBeforeBaselines(sql));

  test('keeps its rows, counts the baselines as applied and gets the later migrations', async () => {
    await sql`
      insert into auth.users (id, email, raw_user_meta_data)
      values (gen_random_uuid(), 'early@example.com', '{"full_name":"Early"}')`;
    expect(await hasLaterTable()).toBe(false);
    await run();
    expect(await hasLaterTable()).toBe(true);
    expect(await appliedFiles()).toEqual(await currentFiles());
    expect(await namesOfProduct()).toEqual([]);
    expect(
      await sql`select full_name, email from public.profiles join public.users using (id)`,
    ).toEqual([{ full_name: 'Early', email: 'early@example.com' }]);

    const ledger = await listApplied(sql);
    await run();
    expect(await listApplied(sql)).toEqual(ledger);
  });

  test('is refused and not changed if one of them was applied with different content', async () => {
    await sql`
      update beaconpay_migrations.applied set checksum = 'other'
      where file_name = '20261121100400_orders.sql'`;
    const before = await listApplied(sql);
    await expect(run()).rejects.toThrow(
      /product\/20261121100400_orders\.sql was applied with another content.* nothing was changed/,
    );
    expect(await listApplied(sql)).toEqual(before);
    expect(await hasLaterTable()).toBe(false);
  });
});

describe('A database with some of the replaced migrations', () => {
  test.each([
    {
      name: 'of an older version',
      isApplied: (fileName: string) => !/^(0046|0047|2026112[5-9])/.test(fileName),
      missing: [
        'server/0046_caller_id.sql, server/0047_folded_device.sql',
        'product/20261128100000_bounded_looks_at_texts.sql',
      ],
    },
    {
      name: 'with a gap',
      isApplied: (fileName: string) => fileName !== '20261121100600_review.sql',
      missing: ['product/20261121100600_review.sql'],
    },
  ])(
    '$name is refused with the names of the missing files, and not changed',
    async ({ isApplied, missing }) => {
      await makeDatabaseBeforeBaselines(sql);
      await writeLedger(
        sql,
        (await readOldLedger()).filter(({ fileName }) => isApplied(fileName)),
      );
      const before = await listApplied(sql);
      const errorText = await run().catch((error: unknown) => String(error));
      for (const name of missing) expect(errorText).toContain(name);
      expect(errorText).toContain(
        'Start version 652d40a once and then this one, or restore a backup made by version 652d40a or later. ' +
          'Nothing was changed in the database.',
      );
      expect(await listApplied(sql)).toEqual(before);
      expect(await hasLaterTable()).toBe(false);
    },
  );

  test('with later migrations only is refused', async () => {
    await makeDatabaseBeforeBaselines(sql);
    const fileName = '20261206100000_support_contact.sql';
    const server = (await readOldLedger()).filter(({ folder }) => folder === 'server');
    await writeLedger(sql, [...server, { folder: 'product', fileName, checksum: 'any' }]);
    await expect(run()).rejects.toThrow('product/20261121100000_card_secrets.sql');
  });
});
