import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer } from '@beaconpay/server';
import {
  withConnection,
  type ConnectionSettings,
  type Sql,
} from '@beaconpay/server/platform/database/connection';
import { toDatabaseUrl } from '@beaconpay/server/platform/database/database-url';
import { createAdministrator, type Credentials } from '../../../scripts/administrators.ts';
import { PROJECT_DIR } from '../../../scripts/project-dir.ts';
import type { ApiBenchSettings } from '../settings.ts';
import { fillAccounts, fillOrders } from './fill.ts';

const APPLICATION_NAME = 'backend-bench';

/** The password of all accounts. It does not affect the measurements. */
export const ADMINISTRATOR: Credentials = {
  email: 'administrator@example.com',
  password: 'correct horse battery staple',
};

interface BenchDatabases {
  readonly large: ConnectionSettings;
  readonly small: ConnectionSettings;
}

const PASSWORD_HASHING_PATH = join(
  PROJECT_DIR,
  'apps/server/src/services/auth/passwords/password-hashing.ts',
);
const MIGRATION_DIRS = ['apps/server/migrations', 'supabase/migrations'];

/** Identifies the content of a filled database. */
async function fingerprintOf(settings: ApiBenchSettings): Promise<string> {
  const hash = createHash('sha256');
  const { users, orders, fewOrders, pendingOrders } = settings;
  hash.update(JSON.stringify([users, orders, fewOrders, pendingOrders]));
  hash.update(await readFile(new URL('./fill.ts', import.meta.url)));
  hash.update(await readFile(PASSWORD_HASHING_PATH));
  for (const dir of MIGRATION_DIRS) {
    for (const name of (await readdir(join(PROJECT_DIR, dir))).sort()) {
      hash.update(await readFile(join(PROJECT_DIR, dir, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** A database that the server has set up, with an administrator and customers. */
async function makeAccounts(
  connection: ConnectionSettings,
  dataDir: string,
  users: number,
): Promise<void> {
  const server = await createServer({
    environment: {
      DATABASE_URL: toDatabaseUrl(connection),
      DATA_DIR: dataDir,
      SUPABASE_WORKDIR: PROJECT_DIR,
      PORT: '0',
      LOG_LEVEL: 'warn',
    },
  });
  try {
    await createAdministrator(server.state.connection, ADMINISTRATOR);
  } finally {
    await server.close();
  }
  await withConnection(connection, APPLICATION_NAME, async (sql) => {
    await fillAccounts(sql, users, await administratorsHash(sql));
    await liftWaitingLimit(sql);
  });
}

/** Removes the limit of pending orders, because few customers create many orders here. */
async function liftWaitingLimit(sql: Sql): Promise<void> {
  await sql`
    create or replace function private.waiting_records_limit() returns integer
    language sql immutable as 'select 1000000'`;
}

/** The password hash of all accounts, created by the server. */
export async function administratorsHash(sql: Sql): Promise<string> {
  const [row] = await sql<{ encrypted_password: string }[]>`
    select encrypted_password from auth.users where email = ${ADMINISTRATOR.email}`;
  if (row === undefined) throw new Error('There is no administrator.');
  return row.encrypted_password;
}

/**
 * Creates a large and a small database with the same accounts, unless an earlier run has kept them.
 *
 * @param cluster as its superuser
 * @param dataDir the data folder of the server that sets them up
 */
export async function prepareDatabases(
  cluster: ConnectionSettings,
  dataDir: string,
  settings: ApiBenchSettings,
): Promise<BenchDatabases> {
  const fingerprint = await fingerprintOf(settings);
  const named = (kind: string): ConnectionSettings => ({
    ...cluster,
    database: `bench_${kind}_${fingerprint}`,
  });
  const [accounts, large, small] = [named('accounts'), named('large'), named('small')];
  await withConnection(cluster, APPLICATION_NAME, async (sql) => {
    const existing = await sql<{ datname: string }[]>`
      select datname from pg_database where datname like 'bench_%'`;
    const names = new Set(existing.map(({ datname }) => datname));
    // The small one is created last, so its existence means that both are complete.
    if (names.has(small.database)) return;
    for (const name of names) await sql`drop database ${sql(name)} with (force)`;
    await sql`create database ${sql(accounts.database)}`;
    await makeAccounts(accounts, dataDir, settings.users);
    const copies = [
      { copy: large, orders: settings.orders },
      { copy: small, orders: settings.fewOrders },
    ];
    for (const { copy, orders } of copies) {
      const unfinished = `${copy.database}_unfinished`;
      await sql`create database ${sql(unfinished)} template ${sql(accounts.database)}`;
      await withConnection({ ...copy, database: unfinished }, APPLICATION_NAME, (target) =>
        fillOrders(target, orders, settings.pendingOrders),
      );
      await sql`alter database ${sql(unfinished)} rename to ${sql(copy.database)}`;
    }
  });
  return { large, small };
}
