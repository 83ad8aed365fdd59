import { describe, expect, test } from 'vitest';
import { createFixedClock } from '../clock.ts';
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

describe('a rate limiter of the only process', () => {
  test.each([1, 3, 7, 30, 150])('lets %i calls pass at once, and not one more', async (limit) => {
    const { takeMany } = createLimiter(limit);
    expect(await takeMany('a', limit + 5)).toBe(limit);
  });

  test('gives the allowance back evenly, and all of it after a window', async () => {
    const { clock, takeMany } = createLimiter(6);
    await takeMany('a', 6);
    clock.advance(MINUTE_MS / 6);
    expect(await takeMany('a', 6)).toBe(1);
    clock.advance(MINUTE_MS * 10);
    expect(await takeMany('a', 10)).toBe(6);
  });

  test('tells after how long the next call may pass', async () => {
    const { clock, limiter } = createLimiter(2);
    await limiter.take('a');
    await limiter.take('a');
    const waitMs = await limiter.take('a');
    expect(waitMs).toBe(MINUTE_MS / 2);
    clock.advance(waitMs ?? 0);
    expect(await limiter.take('a')).toBeNull();
  });

  test('does not count refused calls', async () => {
    const { clock, limiter, takeMany } = createLimiter(1);
    await takeMany('a', 1000);
    clock.advance(MINUTE_MS);
    expect(await limiter.take('a')).toBeNull();
  });

  test('keeps nobody out for longer than a window when the clock is put back by hours', async () => {
    const { clock, limiter, takeMany } = createLimiter(6);
    await takeMany('a', 3);
    clock.advance(-6 * 60 * MINUTE_MS);
    expect(await limiter.take('a')).toBeLessThanOrEqual(MINUTE_MS);
    clock.advance(MINUTE_MS);
    expect(await takeMany('a', 10)).toBe(6);
  });

  test('counts each key by itself', async () => {
    const { limiter } = createLimiter(1);
    expect([await limiter.take('a'), await limiter.take('b')]).toEqual([null, null]);
  });

  test('limits nothing when the limit is 0', async () => {
    expect(await createLimiter(0).takeMany('a', 1000)).toBe(1000);
  });

  test('remembers no more keys than it may, and forgets the longest unseen', async () => {
    const { limiter } = createLimiter(2, 2);
    for (const key of ['a', 'b', 'a', 'c']) await limiter.take(key);
    expect(await limiter.take('a')).not.toBeNull();
    expect(await limiter.take('b')).toBeNull();
    expect(await limiter.take('b')).toBeNull();
  });
});
