import { PgBoss } from 'pg-boss';
import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import { createBossDatabase } from './boss-database.ts';
import type { Listener } from './listener.ts';

const SCHEMA = 'backend_jobs';
const MAINTENANCE_INTERVAL_S = 3600;

interface BossDeps {
  readonly sql: Sql;
  readonly listener: Pick<Listener, 'listen'>;
  readonly logger: Logger;
  readonly pollIntervalS?: number;
}

/** pg-boss on our Postgres client and on tables that a migration creates. */
export function createBoss({ sql, listener, logger, pollIntervalS = 15 }: BossDeps): PgBoss {
  const boss = new PgBoss({
    db: createBossDatabase(sql, listener),
    schema: SCHEMA,
    // A migration creates the tables; this role does not own them.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    superviseIntervalSeconds: pollIntervalS,
    monitorIntervalSeconds: pollIntervalS,
    cronMonitorIntervalSeconds: pollIntervalS,
    cronWorkerIntervalSeconds: pollIntervalS,
    maintenanceIntervalSeconds: MAINTENANCE_INTERVAL_S,
    // No job depends on another.
    flowIntervalSeconds: MAINTENANCE_INTERVAL_S,
  });
  boss.on('error', (error) => logger.warn({ err: error }, 'jobs: queue error'));
  boss.on('warning', ({ message }) => logger.warn({ reason: message }, 'jobs: queue warning'));
  return boss;
}
