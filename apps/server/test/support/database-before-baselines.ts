import { readFile } from 'node:fs/promises';
import type { AppliedMigration } from '../../src/migrations/baselines.ts';
import { migrationFoldersOf } from '../../src/open-database.ts';
import { migrate } from '../../src/migrations/migrate.ts';
import { findMigrationsSchema } from '../../src/platform/database/migrations-schema.ts';
import type { Sql } from '../../src/platform/database/connection.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { SUPABASE_DIR } from './supabase-dir.ts';

const LEDGER = new URL('../fixtures/ledger-652d40a.json', import.meta.url);

/** The ledger of a database that version 652d40a made, the last one before the baselines. */
export async function readOldLedger(): Promise<AppliedMigration[]> {
  return JSON.parse(await readFile(LEDGER, 'utf8')) as AppliedMigration[];
}

export async function writeLedger(sql: Sql, ledger: readonly AppliedMigration[]): Promise<void> {
  const schema = sql(await findMigrationsSchema(sql));
  await sql`truncate ${schema}.applied`;
  for (const { folder, fileName, checksum } of ledger) {
    await sql`
      insert into ${schema}.applied (folder, file_name, checksum)
      values (${folder}, ${fileName}, ${checksum})`;
  }
}

/** Makes an empty database one of version 652d40a: the schema of the baselines, and a ledger of the migrations that they replace. */
export async function makeDatabaseBeforeBaselines(sql: Sql): Promise<void> {
  const baselinesOnly = migrationFoldersOf(SUPABASE_DIR).map((folder) => ({
    ...folder,
    includes: (fileName: string) => fileName.endsWith('_baseline.sql'),
  }));
  await migrate(sql, baselinesOnly, createLogger('error'));
  await writeLedger(sql, await readOldLedger());
  await sql`alter schema backend_migrations rename to beaconpay_migrations`;
}
