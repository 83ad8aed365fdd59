import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from './platform/logger.ts';
import type { Sql } from './platform/database/connection.ts';

/** Any number, as long as every BeaconPay server uses the same one. */
const MIGRATION_LOCK_ID = 7_226_373_729;

export interface MigrationFolder {
  /** Part of a migration's identity, so that folders may use the same file names. */
  readonly name: string;
  readonly path: string;
  /** The role that runs and owns what the folder makes; the connection's own when null. */
  readonly role: string | null;
  /** Leaves files out, as a restore does with those that are newer than its backup. */
  readonly includes?: (fileName: string) => boolean;
}

export interface AppliedMigration {
  readonly folder: string;
  readonly fileName: string;
  readonly checksum: string;
}

interface Migration {
  readonly folder: MigrationFolder;
  readonly fileName: string;
  readonly statements: string;
  readonly checksum: string;
}

async function readFolder(folder: MigrationFolder): Promise<Migration[]> {
  const includes = folder.includes ?? (() => true);
  const fileNames = (await readdir(folder.path))
    .filter((name) => name.endsWith('.sql') && includes(name))
    .sort();
  return Promise.all(
    fileNames.map(async (fileName) => {
      const statements = await readFile(join(folder.path, fileName), 'utf8');
      const checksum = createHash('sha256').update(statements).digest('hex');
      return { folder, fileName, statements, checksum };
    }),
  );
}

/** What was applied to a database that the server has prepared. */
export async function listApplied(sql: Sql): Promise<AppliedMigration[]> {
  return sql<AppliedMigration[]>`
    select folder, file_name as "fileName", checksum from beaconpay_migrations.applied
    order by folder, file_name`;
}

async function readApplied(sql: Sql): Promise<Map<string, string>> {
  await sql`create schema if not exists beaconpay_migrations`;
  await sql`revoke all on schema beaconpay_migrations from public`;
  await sql`
    create table if not exists beaconpay_migrations.applied (
      folder text not null,
      file_name text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      primary key (folder, file_name)
    )`;
  const applied = await listApplied(sql);
  return new Map(applied.map((row) => [`${row.folder}/${row.fileName}`, row.checksum]));
}

async function apply(sql: Sql, migration: Migration): Promise<void> {
  const { folder, fileName, statements, checksum } = migration;
  await sql`begin`;
  try {
    if (folder.role !== null) await sql`set local role ${sql(folder.role)}`;
    await sql.unsafe(statements).simple();
    await sql`reset role`;
    await sql`
      insert into beaconpay_migrations.applied (folder, file_name, checksum)
      values (${folder.name}, ${fileName}, ${checksum})`;
    await sql`commit`;
  } catch (cause) {
    await sql`rollback`;
    throw new Error(`The migration ${folder.name}/${fileName} failed: ${String(cause)}`, { cause });
  }
}

/**
 * Applies what is missing of each folder, in order, each file once and in its
 * own transaction. Servers that start together wait for one another.
 *
 * @throws Error when a file fails, or when an applied file has changed since
 */
export async function migrate(
  pool: Sql,
  folders: readonly MigrationFolder[],
  logger: Logger,
): Promise<void> {
  // A session-level lock needs one connection throughout.
  const sql = await pool.reserve();
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK_ID})`;
    const applied = await readApplied(sql);
    for (const folder of folders) {
      for (const migration of await readFolder(folder)) {
        const identity = `${folder.name}/${migration.fileName}`;
        const checksum = applied.get(identity);
        if (checksum === undefined) {
          await apply(sql, migration);
          logger.info({ migration: identity }, 'migration applied');
        } else if (checksum !== migration.checksum) {
          throw new Error(`The migration ${identity} was changed after it had been applied.`);
        }
      }
    }
    await sql`notify pgrst, 'reload schema'`;
  } finally {
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK_ID})`.catch(() => undefined);
    sql.release();
  }
}
