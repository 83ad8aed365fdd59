import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import type { Jobs } from './jobs.ts';

/** What a room forgets on a schedule. Each room states its own and does it as its own role. */
export interface CleanUp {
  /** Names it among all, such as `auth:sessions`. */
  readonly name: string;
  /** When, in UTC. */
  readonly cron: string;
  /** May be ended at any moment and repeated at the next. */
  run(sql: Sql): Promise<void>;
}

/** Puts a room's clean-ups on the schedule, without making the start wait for it. */
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
        logger.error({ err: error, name: cleanUp.name }, 'a clean-up could not be scheduled');
      });
  }
}
