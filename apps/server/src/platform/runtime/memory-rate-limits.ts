import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';
import {
  UNLIMITED,
  type RateLimiter,
  type RateLimitRule,
  type RateLimits,
} from './rate-limiter.ts';

const DEFAULT_MAX_KEYS = 20_000;

/**
 * Generic cell rate algorithm (a leaky bucket): it stores one time per key, at which
 * the full allowance is available again.
 */
function createMemoryRateLimiter(rule: RateLimitRule, clock: Clock, maxKeys: number): RateLimiter {
  const { limit, windowMs } = rule;
  const intervalMs = windowMs / limit;
  // Bounded by size and not by `max`, which would reserve the memory of all keys at the start.
  const fullAtMs = new LRUCache<string, number>({ maxSize: maxKeys, sizeCalculation: () => 1 });

  const take = (key: string): number | null => {
    const nowMs = clock.now().getTime();
    const storedMs = fullAtMs.get(key) ?? nowMs;
    // A time beyond one window means that the clock was set back.
    if (storedMs > nowMs + windowMs) fullAtMs.set(key, nowMs + windowMs);
    const nextMs = Math.max(Math.min(storedMs, nowMs + windowMs), nowMs) + intervalMs;
    // One millisecond of tolerance for rounding errors.
    const waitMs = nextMs - nowMs - windowMs;
    if (waitMs > 1) return waitMs;
    fullAtMs.set(key, nextMs);
    return null;
  };

  return {
    take: (key) => Promise.resolve(take(key)),
    clear(key) {
      fullAtMs.delete(key);
      return Promise.resolve();
    },
  };
}

/**
 * Limits for a single process, kept in memory. Each limit stores at most `maxKeys`
 * keys and evicts the least recently used. Unlike the stores of
 * `rate-limiter-flexible`, they use the given clock.
 */
export function createMemoryRateLimits(clock: Clock, maxKeys = DEFAULT_MAX_KEYS): RateLimits {
  return {
    define: (rule) =>
      rule.limit === 0 ? UNLIMITED : createMemoryRateLimiter(rule, clock, maxKeys),
  };
}
