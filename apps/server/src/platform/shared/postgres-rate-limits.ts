import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import type { CleanUp } from './scheduled-clean-ups.ts';
import {
  hashLimitKey,
  UNLIMITED,
  type RateLimiter,
  type RateLimitRule,
  type RateLimits,
} from '../runtime/rate-limiter.ts';
import { within } from '../runtime/deadline.ts';

/** After this time the process counts in memory. */
const COUNT_TIMEOUT_MS = 2000;

/** Allowed clock difference between two machines. */
const MAX_CLOCK_SKEW_MS = 60_000;

interface PostgresRateLimitsDeps {
  /** Logged in as the role of shared state. */
  readonly sql: Sql;
  readonly logger: Logger;
}

interface StoreQuery {
  readonly text: string;
  readonly values: (string | number | null)[];
}

/** The client that the library expects. It logs when counting in memory begins and ends. */
function createStoreClient({ sql, logger }: PostgresRateLimitsDeps) {
  let isReachable = true;
  return {
    async query({ text, values }: StoreQuery) {
      try {
        const rows = await within(COUNT_TIMEOUT_MS, sql.unsafe(text, values));
        if (!isReachable) logger.info('limits: counting in Postgres again');
        isReachable = true;
        return { rows, rowCount: rows.count };
      } catch (error) {
        if (isReachable)
          logger.warn({ err: error }, 'limits: failed to count in Postgres, will count in memory');
        isReachable = false;
        throw error;
      }
    },
  };
}

function createPostgresRateLimiter(
  storeClient: ReturnType<typeof createStoreClient>,
  rule: RateLimitRule,
): RateLimiter {
  const allowance = {
    keyPrefix: rule.name,
    points: rule.limit,
    duration: Math.ceil(rule.windowMs / 1000),
  };
  const limiter = new RateLimiterPostgres({
    ...allowance,
    storeClient,
    storeType: 'client',
    schemaName: 'backend_shared',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(allowance),
  });
  return {
    async take(key) {
      try {
        await limiter.consume(hashLimitKey(key));
        return null;
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        const windowMs = allowance.duration * 1000;
        const latestMs = windowMs + Math.max(windowMs, MAX_CLOCK_SKEW_MS);
        if (rejection.msBeforeNext <= latestMs) return Math.max(1, rejection.msBeforeNext);
        // A window that ends this late began before a clock was set back. Without a reset it would
        // last until that time is reached again.
        await limiter.delete(hashLimitKey(key));
        return 1;
      }
    },
    async clear(key) {
      await limiter.delete(hashLimitKey(key));
    },
  };
}

/**
 * Limits across all processes and machines on one database, counted in fixed
 * windows of whole seconds.
 *
 * Consistency: one statement counts one use, so concurrent processes never exceed
 * the limit of a window. Windows follow the clocks of the machines, with their skew.
 * Counts survive a restart of a server and of Postgres, but not a crash of Postgres
 * (the table is unlogged). While Postgres fails or is slow, each process counts in
 * memory from zero: the effective limit is multiplied by the number of processes.
 */
export function createPostgresRateLimits(deps: PostgresRateLimitsDeps): RateLimits {
  const storeClient = createStoreClient(deps);
  return {
    define: (rule) => (rule.limit === 0 ? UNLIMITED : createPostgresRateLimiter(storeClient, rule)),
  };
}

/** Deletes the counts of expired windows. */
export const rateLimitsCleanUp: CleanUp = {
  name: 'limits',
  cron: '*/15 * * * *',
  async run(sql) {
    await sql`
      delete from backend_shared.rate_limits
      where expire < extract(epoch from now()) * 1000`;
  },
};
