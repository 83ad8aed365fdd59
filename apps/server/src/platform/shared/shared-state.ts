import type { Clock } from '../runtime/clock.ts';
import {
  connectionAs,
  openPool,
  type ConnectionSettings,
  type PoolOptions,
} from '../database/connection.ts';
import { SHARED_STATE_ROLE } from '../database/service-roles.ts';
import type { Logger } from '../logger.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { scheduleCleanUps } from './scheduled-clean-ups.ts';
import { createLeadership, type Leadership } from './leadership.ts';
import { createListener } from './listener.ts';
import { createMemoryRateLimits } from '../runtime/memory-rate-limits.ts';
import { createPubSub, type PubSub } from './pub-sub.ts';
import { createPostgresRateLimits, rateLimitsCleanUp } from './postgres-rate-limits.ts';
import type { RateLimits } from '../runtime/rate-limiter.ts';

/** The statements are short, so two connections are enough. */
const RATE_LIMIT_CONNECTIONS = 2;

export interface SharedStateDeps {
  /** The settings of the database owner. Those of the shared-state role are derived from them. */
  readonly connection: ConnectionSettings;
  /** Number of processes of this server. */
  readonly processes: number;
  /** Whether servers on other machines may use the database. */
  readonly isSharedDatabase: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface SharedState {
  readonly limits: RateLimits;
  readonly pubSub: PubSub;
  readonly leadership: Leadership;
  readonly jobs: Jobs;
  /** Waits for running jobs until the deadline, then closes everything. */
  close(deadline: AbortSignal): Promise<void>;
}

/**
 * The state that this process shares with all others on its database. Connections
 * open on first use: one for jobs, one to listen, one per lease and up to two for
 * rate limits.
 */
export function createSharedState(deps: SharedStateDeps): SharedState {
  const { clock, logger } = deps;
  const isShared = deps.processes > 1 || deps.isSharedDatabase;
  const connection = connectionAs(deps.connection, SHARED_STATE_ROLE);
  const open = (purpose: string, options: Partial<PoolOptions> = {}) =>
    openPool(connection, {
      applicationName: `backend-${purpose}`,
      maxConnections: 1,
      ...options,
    });
  const listener = createListener(open('pub-sub', { keepSession: true }), logger);
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
    pubSub: createPubSub(listener, logger),
    leadership,
    jobs,
    async close(deadline) {
      await Promise.all([jobs.close(deadline), leadership.close(deadline)]);
      await Promise.all([listener.end(), limitsSql.end({ timeout: 1 })]);
    },
  };
}
