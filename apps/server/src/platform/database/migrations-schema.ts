import type { Database } from './connection.ts';

/** Contains the ledger of migrations and the secret of the service roles. */
const SCHEMA = 'backend_migrations';
/** The name of the schema in databases and backups from before 0064_backend_names.sql. */
const FORMER_SCHEMA = 'beaconpay_migrations';

async function hasSchema(sql: Database, name: string): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`
    select to_regnamespace(${name}) is not null as exists`;
  return row?.exists === true;
}

/** The name of the schema in this database. */
export async function findMigrationsSchema(sql: Database): Promise<string> {
  return (await hasSchema(sql, FORMER_SCHEMA)) ? FORMER_SCHEMA : SCHEMA;
}

/** Creates the schema, or gives it its current name. */
export async function ensureMigrationsSchema(sql: Database): Promise<void> {
  if (await hasSchema(sql, FORMER_SCHEMA)) {
    await sql`alter schema ${sql(FORMER_SCHEMA)} rename to ${sql(SCHEMA)}`;
  }
  await sql`create schema if not exists ${sql(SCHEMA)}`;
}

/** Gives the schema the name that the tables of a backup have. */
export async function matchMigrationsSchema(
  sql: Database,
  tables: readonly { readonly schema: string }[],
): Promise<void> {
  if (!tables.some(({ schema }) => schema === FORMER_SCHEMA)) return;
  await sql`alter schema ${sql(SCHEMA)} rename to ${sql(FORMER_SCHEMA)}`;
}
