import type { Clock } from '../clock.ts';
import {
  connectionAs,
  openPool,
  type ConnectionSettings,
  type PoolOptions,
} from '../database/connection.ts';
import { SHARED_STATE_ROLE } from '../database/service-roles.ts';
import type { Logger } from '../logger.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { scheduleCleanUps } from './clean-up.ts';
import { createLeadership, type Leadership } from './leadership.ts';
import { createListener } from './listener.ts';
import { createMemoryRateLimits } from './memory-rate-limits.ts';
import { createNotices, type Notices } from './notices.ts';
import { createPostgresRateLimits, rateLimitsCleanUp } from './postgres-rate-limits.ts';
import type { RateLimits } from './rate-limits.ts';

/** Statements that count limits are short; more would only take connections from the services. */
const RATE_LIMIT_CONNECTIONS = 2;

export interface SharedStateDeps {
  /** As the owner of the database; the role of shared state is derived from it. */
  readonly connection: ConnectionSettings;
  /** How many processes this server has. */
  readonly processes: number;
  /** True when servers on other machines may use the database too. */
  readonly isSharedDatabase: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface SharedState {
  readonly limits: RateLimits;
  readonly notices: Notices;
  readonly leadership: Leadership;
  readonly jobs: Jobs;
  /** Ends the jobs under way, waiting for them until the deadline, then everything else. */
  close(deadline: AbortSignal): Promise<void>;
}

/**
 * What this process shares with all others on its database. Nothing connects
 * before it is used; then there is one connection to work on jobs, one to
 * listen, one for each thing it leads, and up to two to count limits.
 */
export function createSharedState(deps: SharedStateDeps): SharedState {
  const { clock, logger } = deps;
  const isShared = deps.processes > 1 || deps.isSharedDatabase;
  const connection = connectionAs(deps.connection, SHARED_STATE_ROLE);
  const open = (purpose: string, options: Partial<PoolOptions> = {}) =>
    openPool(connection, {
      applicationName: `beaconpay-${purpose}`,
      maxConnections: 1,
      ...options,
    });
  const listener = createListener(open('notices', { keepSession: true }), logger);
  const limitsSql = open('limits', { maxConnections: RATE_LIMIT_CONNECTIONS });
  const jobs = createJobs({ sql: open('jobs'), listener, logger });
  const leadership = createLeadership({
    openSession: (onClose) => open('leadership', { keepSession: true, onClose }),
    logger,
  });
  if (isShared) scheduleCleanUps(jobs, [rateLimitsCleanUp], limitsSql, logger);

  return {
    limits: isShared
      ? createPostgresRateLimits({ sql: limitsSql, logger })
      : createMemoryRateLimits(clock),
    notices: createNotices(listener, logger),
    leadership,
    jobs,
    async close(deadline) {
      await Promise.all([jobs.close(deadline), leadership.close(deadline)]);
      await Promise.all([listener.end(), limitsSql.end({ timeout: 1 })]);
    },
  };
}
