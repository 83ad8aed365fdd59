import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import {
  openPool,
  type ConnectionSettings,
  type Sql,
} from '../../src/platform/database/connection.ts';
import { TEMPLATE_DATABASE } from './postgres-setup.ts';

export interface TestDatabase {
  readonly connection: ConnectionSettings;
  /** The connection settings as a URL. */
  readonly url: string;
  /** A pool of the cluster's superuser. Row level security does not apply to the superuser. */
  readonly sql: Sql;
  drop(): Promise<void>;
}

interface TestDatabaseOptions {
  /** Copies the migrated database unless false: then the database is empty. */
  readonly migrated?: boolean;
  /** Old migrations rename the roles of the cluster, so one test at a time applies them. */
  readonly changesRoles?: boolean;
}

/** The key of an advisory lock. */
const ROLES_LOCK = 7_202_611;

/** Creates a database for one test on the Postgres of the run. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const cluster = inject('testCluster');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const template = options.migrated === false ? 'template0' : TEMPLATE_DATABASE;
  const admin = openPool(cluster, {
    applicationName: 'test-admin',
    maxConnections: 1,
    keepSession: true,
  });
  // It ends with the connection.
  if (options.changesRoles === true) await admin`select pg_advisory_lock(${ROLES_LOCK})`;
  await admin`create database ${admin(database)} template ${admin(template)}`;
  const connection = { ...cluster, database };
  const sql = openPool(connection, { applicationName: 'test', maxConnections: 5 });
  const { username, password, host, port } = connection;
  return {
    connection,
    url: `postgres://${username}:${password}@${host}:${String(port)}/${database}`,
    sql,
    async drop() {
      await sql.end({ timeout: 1 });
      // `force` disconnects no reader of a replication slot. A closed one can take a moment to end.
      await admin`
        select pg_terminate_backend(active_pid, 5000) from pg_replication_slots
        where database = ${database} and active_pid is not null`;
      await admin`drop database ${admin(database)} with (force)`;
      await admin.end({ timeout: 1 });
    },
  };
}
