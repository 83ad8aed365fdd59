import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createMemoryRateLimits } from '../../src/platform/runtime/memory-rate-limits.ts';
import {
  createPostgresRateLimits,
  rateLimitsCleanUp,
} from '../../src/platform/shared/postgres-rate-limits.ts';
import type { RateLimitRule } from '../../src/platform/runtime/rate-limiter.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { until } from './until.ts';

const logger = createLogger('silent');
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let pools: Sql[];
beforeAll(async () => {
  database = await createTestDatabase();
  pools = ['first', 'second'].map((process) =>
    openPool(connectionAs(database.connection, SHARED_STATE_ROLE), {
      applicationName: `test-${process}`,
      maxConnections: 2,
    }),
  );
});
afterAll(async () => {
  await Promise.all(pools.map((sql) => sql.end({ timeout: 1 })));
  await database.drop();
});

/** The same limit in each of two processes. */
function defineInBoth(rule: RateLimitRule) {
  const limiters = pools.map((sql) => createPostgresRateLimits({ sql, logger }).define(rule));
  const [first, second] = limiters;
  if (first === undefined || second === undefined) throw new Error('There are two processes.');
  return [first, second] as const;
}

describe('limits that processes share', () => {
  test('hold across two processes under concurrent calls', async () => {
    const both = defineInBoth({ name: 'test:both', limit: 5, windowMs: HOUR_MS });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => both[index % 2 === 0 ? 0 : 1].take('same key')),
    );
    expect(answers.filter((waitMs) => waitMs === null)).toHaveLength(5);
    for (const waitMs of answers.filter((answer) => answer !== null)) {
      expect(waitMs).toBeGreaterThan(HOUR_MS - 60_000);
      expect(waitMs).toBeLessThanOrEqual(HOUR_MS);
    }
  });

  test('count each key and each name separately', async () => {
    const [some] = defineInBoth({ name: 'test:some', limit: 1, windowMs: HOUR_MS });
    const [other] = defineInBoth({ name: 'test:other', limit: 1, windowMs: HOUR_MS });
    expect(await some.take('a')).toBeNull();
    expect(await some.take('b')).toBeNull();
    expect(await other.take('a')).toBeNull();
    expect(await some.take('a')).not.toBeNull();
  });

  test('recover at once when the clock was set back by hours', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const beganAtMs = Date.now();
      const [first, second] = defineInBoth({ name: 'test:back', limit: 1, windowMs: HOUR_MS });
      expect(await first.take('a')).toBeNull();
      // Within the allowed clock skew, the limit holds.
      vi.setSystemTime(beganAtMs - 30_000);
      expect(await second.take('a')).toBeGreaterThan(HOUR_MS);
      vi.setSystemTime(beganAtMs - 6 * HOUR_MS);
      expect(await second.take('a')).toBe(1);
      expect(await second.take('a')).toBeNull();
      expect(await first.take('a')).not.toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test('allow a key again only after its window ends', async () => {
    // The test controls the clock of all processes.
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const beganAtMs = Date.now();
      const [first, second] = defineInBoth({ name: 'test:window', limit: 1, windowMs: HOUR_MS });
      expect(await first.take('a')).toBeNull();
      expect(await second.take('a')).toBe(HOUR_MS);
      vi.setSystemTime(beganAtMs + HOUR_MS - 1);
      expect(await second.take('a')).toBe(1);
      vi.setSystemTime(beganAtMs + HOUR_MS + 1);
      expect(await second.take('a')).toBeNull();
      expect(await first.take('a')).toBe(HOUR_MS);
    } finally {
      vi.useRealTimers();
    }
  });

  test('reset a key in all processes when one process clears it', async () => {
    const [first, second] = defineInBoth({ name: 'test:clear', limit: 1, windowMs: HOUR_MS });
    await first.take('a');
    expect(await second.take('a')).not.toBeNull();
    await second.clear('a');
    expect(await first.take('a')).toBeNull();
  });

  test('with a maximum of 0 are off', async () => {
    const [first] = defineInBoth({ name: 'test:none', limit: 0, windowMs: HOUR_MS });
    for (let taken = 0; taken < 3; taken += 1) expect(await first.take('a')).toBeNull();
  });

  test('count in memory while Postgres is unreachable', async () => {
    const gone = openPool(
      { ...connectionAs(database.connection, SHARED_STATE_ROLE), port: 1 },
      { applicationName: 'test-gone', maxConnections: 1 },
    );
    const limiter = createPostgresRateLimits({ sql: gone, logger }).define({
      name: 'test:gone',
      limit: 2,
      windowMs: HOUR_MS,
    });
    expect(await limiter.take('a')).toBeNull();
    expect(await limiter.take('a')).toBeNull();
    expect(await limiter.take('a')).toBeGreaterThan(HOUR_MS - 60_000);
    await gone.end({ timeout: 0 });
  });

  test('count in memory while Postgres does not respond', async () => {
    const [limiter] = defineInBoth({ name: 'test:locked', limit: 1, windowMs: HOUR_MS });
    await database.sql.begin(async (transaction) => {
      await transaction`lock table backend_shared.rate_limits in access exclusive mode`;
      expect(await limiter.take('a')).toBeNull();
      expect(await limiter.take('a')).toBeGreaterThan(HOUR_MS - 60_000);
    });
  });

  test('store no readable address and nothing of an expired window', async () => {
    const [limiter] = defineInBoth({ name: 'test:kept', limit: 1, windowMs: HOUR_MS });
    const [short] = defineInBoth({ name: 'test:over', limit: 1, windowMs: 1000 });
    await limiter.take('user@example.com');
    await short.take('user@example.com');
    const keys = async () => {
      const rows = await database.sql<{ key: string }[]>`
        select key from backend_shared.rate_limits where key ~ '^test:(kept|over)'`;
      return rows.map(({ key }) => key);
    };
    expect((await keys()).join()).not.toContain('user@');
    expect(await keys()).toHaveLength(2);
    await until(async () => {
      await rateLimitsCleanUp.run(pools[0] ?? database.sql);
      return (await keys()).length === 1;
    });
    expect((await keys())[0]).toMatch(/^test:kept/);
    expect(await limiter.take('user@example.com')).not.toBeNull();
  });
});

describe('limits of a single process', () => {
  test('follow the given clock', async () => {
    const clock = createFixedClock(new Date());
    const limiter = createMemoryRateLimits(clock).define({
      name: 'test',
      limit: 2,
      windowMs: HOUR_MS,
    });
    expect(await limiter.take('a')).toBeNull();
    expect(await limiter.take('a')).toBeNull();
    expect(await limiter.take('a')).toBe(HOUR_MS / 2);
    clock.advance(HOUR_MS / 2);
    expect(await limiter.take('a')).toBeNull();
  });

  test('reset a cleared key and evict the least recently used', async () => {
    const limits = createMemoryRateLimits(createFixedClock(new Date()), 2);
    const limiter = limits.define({ name: 'test', limit: 1, windowMs: HOUR_MS });
    await limiter.take('a');
    await limiter.clear('a');
    expect(await limiter.take('a')).toBeNull();
    await limiter.take('b');
    await limiter.take('c');
    expect(await limiter.take('c')).not.toBeNull();
    expect(await limiter.take('a')).toBeNull();
  });
});
