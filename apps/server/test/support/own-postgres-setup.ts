import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../../src/open-database.ts';
import { withConnection, type ConnectionSettings } from '../../src/platform/database/connection.ts';
import { prepareAsSuperuser } from '../../src/platform/database/preparation.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { findOwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { TEMPLATE_DATABASE } from './postgres-setup.ts';
import { SUPABASE_DIR } from './supabase-dir.ts';

const OWNER = 'beaconpay_owner';

async function prepareTemplate(superuser: ConnectionSettings): Promise<void> {
  await withConnection(superuser, 'test-setup', async (sql) => {
    // The tests act as the superuser, and the services' passwords are derived from its password.
    await sql.unsafe(`create role ${OWNER} login password '${superuser.password}'`);
    await sql.unsafe(`create database ${TEMPLATE_DATABASE} owner ${OWNER}`);
  });
  const owner = { ...superuser, username: OWNER, database: TEMPLATE_DATABASE };
  await prepareAsSuperuser(owner, superuser);
  await prepareDatabase(owner, SUPABASE_DIR, createLogger('error'));
}

/** The oldest Postgres of this machine as an external database: prepared by its superuser, migrated by an owner without superuser rights. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [oldest] = await findOwnPostgres();
  if (oldest === undefined) throw new Error('This machine has no Postgres 15 or later.');
  const postgres = await startOwnPostgres(oldest);
  try {
    await prepareTemplate(postgres.superuser);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  project.provide('testCluster', postgres.superuser);
  return () => postgres.stop();
}
