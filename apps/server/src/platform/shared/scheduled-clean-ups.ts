import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import type { Jobs } from './jobs.ts';

/** A scheduled deletion. Each service declares its own and runs it as its own role. */
export interface CleanUp {
  /** Unique, such as `auth:sessions`. */
  readonly name: string;
  /** Schedule in UTC. */
  readonly cron: string;
  /** Must be safe to abort and to repeat. */
  run(sql: Sql): Promise<void>;
}

/** Schedules clean-ups in the background; the start does not wait for it. */
export function scheduleCleanUps(
  jobs: Pick<Jobs, 'schedule'>,
  cleanUps: readonly CleanUp[],
  sql: Sql,
  logger: Logger,
): void {
  for (const cleanUp of cleanUps) {
    jobs
      .schedule(cleanUp.name, cleanUp.cron, () => cleanUp.run(sql))
      .catch((error: unknown) => {
        logger.error({ err: error, name: cleanUp.name }, 'jobs: failed to schedule a clean-up');
      });
  }
}
