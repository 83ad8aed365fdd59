import { describe, expect, test } from 'vitest';
import { createFixedClock } from './clock.ts';
import { createMemoryRateLimits } from './memory-rate-limits.ts';

const MINUTE_MS = 60_000;

function createLimiter(limit: number, maxKeys?: number) {
  const clock = createFixedClock(new Date(0));
  const limits = createMemoryRateLimits(clock, maxKeys);
  const limiter = limits.define({ name: 'test', limit, windowMs: MINUTE_MS });
  const takeMany = async (key: string, count: number) => {
    const waits = await Promise.all(Array.from({ length: count }, () => limiter.take(key)));
    return waits.filter((waitMs) => waitMs === null).length;
  };
  return { clock, limiter, takeMany };
}

describe('a rate limiter of a single process', () => {
  test.each([1, 3, 7, 30, 150])('allows %i calls at once and rejects the next', async (limit) => {
    const { takeMany } = createLimiter(limit);
    expect(await takeMany('a', limit + 5)).toBe(limit);
  });

  test('restores the allowance evenly, and fully after a window', async () => {
    const { clock, takeMany } = createLimiter(6);
    await takeMany('a', 6);
    clock.advance(MINUTE_MS / 6);
    expect(await takeMany('a', 6)).toBe(1);
    clock.advance(MINUTE_MS * 10);
    expect(await takeMany('a', 10)).toBe(6);
  });

  test('returns the time until the next call is allowed', async () => {
    const { clock, limiter } = createLimiter(2);
    await limiter.take('a');
    await limiter.take('a');
    const waitMs = await limiter.take('a');
    expect(waitMs).toBe(MINUTE_MS / 2);
    clock.advance(waitMs ?? 0);
    expect(await limiter.take('a')).toBeNull();
  });

  test('does not count rejected calls', async () => {
    const { clock, limiter, takeMany } = createLimiter(1);
    await takeMany('a', 1000);
    clock.advance(MINUTE_MS);
    expect(await limiter.take('a')).toBeNull();
  });

  test('rejects a key for at most one window when the clock is set back by hours', async () => {
    const { clock, limiter, takeMany } = createLimiter(6);
    await takeMany('a', 3);
    clock.advance(-6 * 60 * MINUTE_MS);
    expect(await limiter.take('a')).toBeLessThanOrEqual(MINUTE_MS);
    clock.advance(MINUTE_MS);
    expect(await takeMany('a', 10)).toBe(6);
  });

  test('counts each key separately', async () => {
    const { limiter } = createLimiter(1);
    expect([await limiter.take('a'), await limiter.take('b')]).toEqual([null, null]);
  });

  test('allows everything when the limit is 0', async () => {
    expect(await createLimiter(0).takeMany('a', 1000)).toBe(1000);
  });

  test('stores at most maxKeys keys and evicts the least recently used', async () => {
    const { limiter } = createLimiter(2, 2);
    for (const key of ['a', 'b', 'a', 'c']) await limiter.take(key);
    expect(await limiter.take('a')).not.toBeNull();
    expect(await limiter.take('b')).toBeNull();
    expect(await limiter.take('b')).toBeNull();
  });
});
