import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationFoldersOf } from '@beaconpay/server/database';
import { migrate } from '@beaconpay/server/migrations/migrate';
import {
  withConnection,
  type ConnectionSettings,
} from '@beaconpay/server/platform/database/connection';
import { createLogger } from '@beaconpay/server/platform/logger';
import { PROJECT_DIR } from '../../scripts/project-dir.ts';
import type { BenchOptions } from '../options.ts';
import { startCluster } from '../shared/cluster.ts';
import { currentLoad, describeMachine } from '../shared/machine.ts';
import { writeMarkdown } from '../shared/markdown.ts';
import { fillAccounts, fillRecords } from './fill.ts';
import { measureAudit } from './measure-audit.ts';
import { measureFigures } from './measure-figures.ts';
import { createClock, measureInserts, measureQueue, measureSearches } from './measure.ts';
import { adminReport } from './report.ts';
import { FULL_RUN, QUICK_RUN, type AdminBenchSettings } from './settings.ts';

const APPLICATION_NAME = 'admin-bench';

/** A database with the product's migrations and many records, unless an earlier run has kept it. */
async function prepareDatabase(
  cluster: ConnectionSettings,
  settings: AdminBenchSettings,
): Promise<ConnectionSettings> {
  const database = `bench_admin_${String(settings.records)}`;
  const unfinished = `${database}_unfinished`;
  await withConnection(cluster, APPLICATION_NAME, async (sql) => {
    if ((await sql`select from pg_database where datname = ${database}`).length > 0) return;
    await sql`drop database if exists ${sql(unfinished)}`;
    await sql`create database ${sql(unfinished)}`;
    await withConnection({ ...cluster, database: unfinished }, APPLICATION_NAME, async (target) => {
      const folders = migrationFoldersOf(join(PROJECT_DIR, 'supabase'));
      await migrate(target, folders, createLogger('error'));
      await fillAccounts(target, settings.users);
      await fillRecords(target, settings);
    });
    await sql`alter database ${sql(unfinished)} rename to ${sql(database)}`;
  });
  return { ...cluster, database };
}

/** Measures the search, the queue and the cost of a submission with many records. */
export async function runAdminBench(options: BenchOptions): Promise<void> {
  const settings = options.isQuick ? QUICK_RUN : FULL_RUN;
  const machine = describeMachine(currentLoad(), {});
  const dataDir = join(options.dataDir, 'admin');
  if (!options.keepsData) await rm(dataDir, { recursive: true, force: true });
  const cluster = await startCluster(dataDir);
  try {
    const connection = await prepareDatabase(cluster.connection, settings);
    const report = await withConnection(connection, APPLICATION_NAME, async (sql) => {
      const [row] = await sql<{ id: string }[]>`
        select id from public.profiles where account_type = 'admin'`;
      if (row === undefined) throw new Error('There is no administrator.');
      const clock = await createClock(sql);
      const searches = await measureSearches(sql, clock, row.id, settings);
      const queue = await measureQueue(sql, clock, row.id, settings);
      const inserts = await measureInserts(sql, clock, settings);
      const figures = await measureFigures(sql, clock, row.id);
      const audit = await withConnection(connection, APPLICATION_NAME, (other) =>
        measureAudit(sql, other, clock, row.id, {
          calls: settings.insertsOfRound,
          rounds: settings.insertRounds,
        }),
      );
      return adminReport({ machine, settings, searches, queue, inserts, figures, audit });
    });
    console.log(report);
    await writeMarkdown(join(options.resultsDir, 'RESULTS-admin.md'), report);
  } finally {
    await cluster.stop();
    if (!options.keepsData) await rm(dataDir, { recursive: true, force: true });
  }
}
