import type postgres from 'postgres';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import type { CleanUp } from './clean-up.ts';
import {
  hashLimitKey,
  UNLIMITED,
  type RateLimiter,
  type RateLimitRule,
  type RateLimits,
} from './rate-limits.ts';
import { within } from './within.ts';

/** How long Postgres may take to count before this process counts by itself. */
const COUNT_TIMEOUT_MS = 2000;

/** By far more than the clocks of two machines do. */
const CLOCKS_DIFFER_MS = 60_000;

interface PostgresRateLimitsDeps {
  /** Logged in as the role of shared state. */
  readonly sql: Sql;
  readonly logger: Logger;
}

interface StoreQuery {
  readonly text: string;
  readonly values: (string | number | null)[];
}

/** What the library calls a client, over our driver; it says when counting alone begins and ends. */
function createStoreClient({ sql, logger }: PostgresRateLimitsDeps) {
  let reached = true;
  return {
    async query({ text, values }: StoreQuery) {
      try {
        const rows = await within(
          COUNT_TIMEOUT_MS,
          sql.unsafe<postgres.Row[]>(text, values, { prepare: true }),
        );
        if (!reached) logger.info('limits are counted by Postgres again');
        reached = true;
        return { rows, rowCount: rows.count };
      } catch (error) {
        if (reached) logger.warn({ err: error }, 'limits are counted by this process alone');
        reached = false;
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
    schemaName: 'beaconpay_shared',
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
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const windowMs = allowance.duration * 1000;
        const latestMs = windowMs + Math.max(windowMs, CLOCKS_DIFFER_MS);
        if (refusal.msBeforeNext <= latestMs) return Math.max(1, refusal.msBeforeNext);
        // Only a clock that has been put back since began a window that ends so late: it would last
        // until that time comes again.
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
 * Limits that all processes and machines on one database share, counted in
 * fixed windows of whole seconds.
 *
 * Consistency: one statement takes one use, so however many processes ask at
 * once, no more than the limit pass within a window. Windows begin and end by
 * the clocks of the machines that ask, so they are off by as much as those are.
 * Counts outlive a restart of a server and of Postgres, but not its crash (the
 * table is unlogged). While Postgres fails or takes too long, each process
 * counts for itself, from zero: the gate stays, wider by the number of processes.
 */
export function createPostgresRateLimits(deps: PostgresRateLimitsDeps): RateLimits {
  const storeClient = createStoreClient(deps);
  return {
    define: (rule) => (rule.limit === 0 ? UNLIMITED : createPostgresRateLimiter(storeClient, rule)),
  };
}

/** Limits whose window is over count no more; this forgets them. */
export const rateLimitsCleanUp: CleanUp = {
  name: 'limits',
  cron: '*/15 * * * *',
  async run(sql) {
    await sql`
      delete from beaconpay_shared.rate_limits
      where expire < extract(epoch from now()) * 1000`;
  },
};
