import {
  findBaselines,
  findReplaceable,
  IncompleteBaselineError,
  withBaselines,
  type AppliedMigration,
  type Baseline,
} from './baselines.ts';
import {
  identityOf,
  readMigrations,
  type Migration,
  type MigrationFolder,
} from './migration-files.ts';
import { ADVISORY_LOCKS } from '../platform/database/advisory-locks.ts';
import type { Logger } from '../platform/logger.ts';
import type { Database, Transaction, Sql } from '../platform/database/connection.ts';
import {
  ensureMigrationsSchema,
  findMigrationsSchema,
} from '../platform/database/migrations-schema.ts';
import { PROJECT_ROLE } from '../platform/database/owner-rights.ts';
import { SHARED_STATE_ROLE } from '../platform/database/service-roles.ts';

/** The ledger of a database that the server has prepared. */
export async function listApplied(sql: Database): Promise<AppliedMigration[]> {
  return sql<AppliedMigration[]>`
    select folder, file_name as "fileName", checksum
    from ${sql(await findMigrationsSchema(sql))}.applied
    order by folder, file_name`;
}

/** One server at a time migrates the database. The lock ends with the transaction. */
async function lock(transaction: Transaction): Promise<void> {
  // The limits that an operator set for the role are meant for requests. Postgres 17 added the last one.
  await transaction`
    select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout',
      'transaction_timeout')`;
  await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migrations})`;
}

async function makeRecord(transaction: Transaction): Promise<void> {
  await ensureMigrationsSchema(transaction);
  await transaction`revoke all on schema backend_migrations from public`;
  await transaction`
    create table if not exists backend_migrations.applied (
      folder text not null,
      file_name text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      primary key (folder, file_name)
    )`;
}

/**
 * The ledger in which baselines have the place of the files that they replace.
 *
 * @throws Error when the database has only some of these files
 */
async function adoptBaselines(
  transaction: Transaction,
  migrations: readonly Migration[],
): Promise<AppliedMigration[]> {
  const ledger = await listApplied(transaction);
  const adopted = findReplaceableOf(findBaselines(migrations), ledger);
  for (const { entry, replaced } of adopted) {
    await transaction`
      delete from backend_migrations.applied
      where folder = ${entry.folder} and file_name = any(${replaced.map((one) => one.fileName)})`;
    await record(transaction, entry);
  }
  return withBaselines(ledger, adopted);
}

/** @throws Error with the missing migrations and what an operator can do */
function findReplaceableOf(
  baselines: readonly Baseline[],
  ledger: readonly AppliedMigration[],
): Baseline[] {
  try {
    return findReplaceable(baselines, ledger);
  } catch (error) {
    if (!(error instanceof IncompleteBaselineError)) throw error;
    throw new Error(
      `The database is older than this version of BeaconPay can upgrade. ${error.message} ` +
        `Start version ${error.lastVersion} once and then this one, or restore a backup made by ` +
        `version ${error.lastVersion} or later. Nothing was changed in the database.`,
      { cause: error },
    );
  }
}

async function record(transaction: Transaction, entry: AppliedMigration): Promise<void> {
  await transaction`
    insert into backend_migrations.applied (folder, file_name, checksum)
    values (${entry.folder}, ${entry.fileName}, ${entry.checksum})`;
}

/**
 * The migrations that are not applied yet, in order.
 *
 * @throws Error when the database was made, or changed, by other files than these
 */
function findMissing(
  migrations: readonly Migration[],
  folderNames: ReadonlySet<string>,
  applied: readonly AppliedMigration[],
): Migration[] {
  const kept = new Map(
    applied.map(({ folder, fileName, checksum }) => [identityOf(folder, fileName), checksum]),
  );
  const known = new Set(migrations.map((one) => identityOf(one.folder.name, one.fileName)));
  const unknown = applied
    .filter(({ folder }) => folderNames.has(folder))
    .map(({ folder, fileName }) => identityOf(folder, fileName))
    .filter((identity) => !known.has(identity));
  if (unknown.length > 0) {
    throw new Error(
      'The database was changed by a newer version of BeaconPay, which knows the migrations ' +
        `${unknown.join(', ')}. Start that version or a later one, or restore a backup made by this one.`,
    );
  }
  return migrations.filter(({ folder, fileName, checksum }) => {
    const identity = identityOf(folder.name, fileName);
    const keptChecksum = kept.get(identity);
    if (keptChecksum === undefined || keptChecksum === checksum) return keptChecksum === undefined;
    throw new Error(
      `The migration ${identity} was changed after it had been applied. Start the version of ` +
        'BeaconPay whose file was applied; nothing was changed in the database.',
    );
  });
}

/** The role's name until 0064_backend_names.sql, as earlier files create it and grant to it. */
const FORMER_SHARED_STATE_ROLE = /(?<=\bto |')beaconpay_shared(?![\w.])/g;

/**
 * The files name `postgres` as the owner of the product, as on a hosted project.
 * On other servers that role is usually a superuser. There, a connection without
 * superuser rights uses another role.
 */
function withProjectRole(statements: string): string {
  return statements
    .replaceAll(/(?<!\w)postgres(?!\w)/g, PROJECT_ROLE)
    .replaceAll(FORMER_SHARED_STATE_ROLE, SHARED_STATE_ROLE);
}

async function isSuperuser(sql: Sql): Promise<boolean> {
  const [role] = await sql<{ rolsuper: boolean }[]>`
    select rolsuper from pg_roles where rolname = current_user`;
  return role?.rolsuper === true;
}

/**
 * Runs a file that changes the owner of objects in a schema that it creates.
 * Without superuser rights this works only while the new owner has CREATE on
 * that schema, so the right is granted and then revoked.
 */
async function runAsOwner(transaction: Transaction, statements: string): Promise<void> {
  const product = transaction(PROJECT_ROLE);
  await transaction`alter default privileges grant create on schemas to ${product}`;
  await transaction.unsafe(withProjectRole(statements)).simple();
  await transaction`alter default privileges revoke create on schemas from ${product}`;
  const schemas = await transaction<{ name: string }[]>`
    select nspname as name from pg_namespace
    where nspowner = current_user::regrole and has_schema_privilege(${PROJECT_ROLE}, oid, 'CREATE')`;
  for (const { name } of schemas) {
    await transaction`revoke create on schema ${transaction(name)} from ${product}`;
  }
}

/** @throws Error that names the file */
async function runFile(
  transaction: Transaction,
  { folder, fileName, statements }: Migration,
  asSuperuser: boolean,
): Promise<void> {
  await runStatements(transaction, folder, statements, asSuperuser).catch((cause: unknown) => {
    throw new Error(
      `The migration ${identityOf(folder.name, fileName)} failed, and the database is as it was: ` +
        String(cause),
      { cause },
    );
  });
}

async function runStatements(
  transaction: Transaction,
  folder: MigrationFolder,
  statements: string,
  asSuperuser: boolean,
): Promise<void> {
  if (folder.role !== null) {
    const role = asSuperuser ? folder.role : withProjectRole(folder.role);
    await transaction`set local role ${transaction(role)}`;
    await transaction.unsafe(asSuperuser ? statements : withProjectRole(statements)).simple();
  } else if (asSuperuser) {
    await transaction.unsafe(statements).simple();
  } else {
    await runAsOwner(transaction, statements);
  }
  await transaction`reset role`;
  // A deferred constraint would block later files from changing the same tables.
  await transaction`set constraints all immediate`;
}

/**
 * Applies the missing files of each folder in order, in one transaction. Concurrent starts wait for each other.
 *
 * @param seed run after the migrations if the database has none yet
 * @throws Error if a file fails, if an applied file has changed, or if an applied file is missing here
 */
export async function migrate(
  sql: Sql,
  folders: readonly MigrationFolder[],
  logger: Logger,
  seed: readonly Migration[] = [],
): Promise<void> {
  const asSuperuser = await isSuperuser(sql);
  const migrations = await readMigrations(folders);
  const folderNames = new Set(folders.map(({ name }) => name));
  const missing = await sql.begin(async (transaction) => {
    await lock(transaction);
    await makeRecord(transaction);
    const applied = await adoptBaselines(transaction, migrations);
    const found = findMissing(migrations, folderNames, applied);
    for (const migration of found) {
      await runFile(transaction, migration, asSuperuser);
      const { folder, fileName, checksum } = migration;
      await record(transaction, { folder: folder.name, fileName, checksum });
    }
    const seeded = applied.length === 0 ? seed : [];
    for (const file of seeded) await runFile(transaction, file, asSuperuser);
    return [...found, ...seeded];
  });
  if (missing.length > 0) {
    const names = missing.map(({ folder, fileName }) => identityOf(folder.name, fileName));
    logger.info({ count: names.length, migrations: names }, 'migrations: applied');
  }
  await sql`notify pgrst, 'reload schema'`;
}

/** Runs seed files in an existing database, in one transaction. The ledger does not list them. */
export async function runSeedFiles(sql: Sql, files: readonly Migration[]): Promise<void> {
  const asSuperuser = await isSuperuser(sql);
  await sql.begin(async (transaction) => {
    for (const file of files) await runFile(transaction, file, asSuperuser);
  });
}
