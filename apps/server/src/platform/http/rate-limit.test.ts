import { describe, expect, test } from 'vitest';
import { createFixedClock } from '../clock.ts';
import { createRateLimiter, rateLimitKeyOfAddress } from './rate-limit.ts';

const MINUTE_MS = 60_000;

function createLimiter(limit: number, maxKeys?: number) {
  const clock = createFixedClock(new Date(0));
  const options = { limit, windowMs: MINUTE_MS, clock };
  const limiter = createRateLimiter(maxKeys === undefined ? options : { ...options, maxKeys });
  const takeMany = (key: string, count: number) =>
    Array.from({ length: count }, () => limiter.take(key)).filter((waitMs) => waitMs === null)
      .length;
  return { clock, limiter, takeMany };
}

describe('a rate limiter', () => {
  test.each([1, 3, 7, 30, 150])('lets %i calls pass at once, and not one more', (limit) => {
    const { takeMany } = createLimiter(limit);
    expect(takeMany('a', limit + 5)).toBe(limit);
  });

  test('gives the allowance back evenly, and all of it after a window', () => {
    const { clock, takeMany } = createLimiter(6);
    takeMany('a', 6);
    clock.advance(MINUTE_MS / 6);
    expect(takeMany('a', 6)).toBe(1);
    clock.advance(MINUTE_MS * 10);
    expect(takeMany('a', 10)).toBe(6);
  });

  test('tells after how long the next call may pass', () => {
    const { clock, limiter } = createLimiter(2);
    limiter.take('a');
    limiter.take('a');
    const waitMs = limiter.take('a');
    expect(waitMs).toBe(MINUTE_MS / 2);
    clock.advance(waitMs ?? 0);
    expect(limiter.take('a')).toBeNull();
  });

  test('does not count refused calls', () => {
    const { clock, limiter, takeMany } = createLimiter(1);
    takeMany('a', 1000);
    clock.advance(MINUTE_MS);
    expect(limiter.take('a')).toBeNull();
  });

  test('counts each key by itself', () => {
    const { limiter } = createLimiter(1);
    expect([limiter.take('a'), limiter.take('b')]).toEqual([null, null]);
  });

  test('limits nothing when the limit is 0', () => {
    expect(createLimiter(0).takeMany('a', 1000)).toBe(1000);
  });

  test('remembers no more keys than it may, and forgets the longest unseen', () => {
    const { limiter } = createLimiter(2, 2);
    for (const key of ['a', 'b', 'a', 'c']) limiter.take(key);
    expect(limiter.take('a')).not.toBeNull();
    expect(limiter.take('b')).toBeNull();
    expect(limiter.take('b')).toBeNull();
  });
});

describe('the key of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['in-process', 'in-process'],
  ])('of %s is %s', (address, key) => {
    expect(rateLimitKeyOfAddress(address)).toBe(key);
  });
});
