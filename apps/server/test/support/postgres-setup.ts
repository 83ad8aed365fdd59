import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../../src/open-database.ts';
import { withConnection, type ConnectionSettings } from '../../src/platform/database/connection.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { SUPABASE_DIR } from './supabase-dir.ts';

/** The template database: migrated once, and copied for each test. */
export const TEMPLATE_DATABASE = 'beaconpay_template';

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: ConnectionSettings;
    /** The folder for the prepared data folder that the first test creates and the others copy. */
    preparedDataDir: string;
  }
}

/** Starts one real, temporary Postgres for all database tests of a run. The first project that needs it starts it. */
export default async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  const isStarted = 'testCluster' in vitest.getRootProject().getProvidedContext();
  if (isStarted) return () => Promise.resolve();
  const dir = await mkdtemp(join(tmpdir(), 'beaconpay-test-'));
  // Postgres may run as another user, who needs access to its folder through this one.
  await chmod(dir, 0o711);
  const postgres = await startEmbeddedPostgres({
    clusterDir: join(dir, 'cluster'),
    password: 'test-cluster',
    ephemeral: true,
    extraSettings: {
      max_connections: '400',
      max_replication_slots: '50',
      max_wal_senders: '50',
    },
  });
  await withConnection(
    postgres.connection,
    'test-setup',
    (sql) => sql`create database ${sql(TEMPLATE_DATABASE)}`,
  );
  await prepareDatabase(
    { ...postgres.connection, database: TEMPLATE_DATABASE },
    SUPABASE_DIR,
    createLogger('error'),
  );
  vitest.provide('testCluster', postgres.connection);
  vitest.provide('preparedDataDir', join(dir, 'prepared-data'));
  return async () => {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
}
