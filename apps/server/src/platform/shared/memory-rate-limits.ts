import type { Clock } from '../clock.ts';
import { UNLIMITED, type RateLimiter, type RateLimitRule, type RateLimits } from './rate-limits.ts';

const DEFAULT_MAX_KEYS = 20_000;

/**
 * Limits by key with one number a key: the moment at which its allowance would
 * be whole again (the generic cell rate algorithm, a leaky bucket).
 */
function createMemoryRateLimiter(rule: RateLimitRule, clock: Clock, maxKeys: number): RateLimiter {
  const { limit, windowMs } = rule;
  const intervalMs = windowMs / limit;
  const wholeAgainAtMs = new Map<string, number>();

  const take = (key: string): number | null => {
    const nowMs = clock.now().getTime();
    const keptMs = wholeAgainAtMs.get(key) ?? nowMs;
    // Further away than a window is only what a clock counted that has been put back since.
    if (keptMs > nowMs + windowMs) wholeAgainAtMs.set(key, nowMs + windowMs);
    const nextMs = Math.max(Math.min(keptMs, nowMs + windowMs), nowMs) + intervalMs;
    // A millisecond of tolerance, because sums of fractions are not exact.
    const waitMs = nextMs - nowMs - windowMs;
    if (waitMs > 1) return waitMs;
    wholeAgainAtMs.delete(key);
    wholeAgainAtMs.set(key, nextMs);
    if (wholeAgainAtMs.size > maxKeys) {
      const longestUnseen = wholeAgainAtMs.keys().next().value;
      if (longestUnseen !== undefined) wholeAgainAtMs.delete(longestUnseen);
    }
    return null;
  };

  return {
    take: (key) => Promise.resolve(take(key)),
    clear(key) {
      wholeAgainAtMs.delete(key);
      return Promise.resolve();
    },
  };
}

/**
 * Limits of the only process there is: exact, and forgotten when it ends. Of
 * each limit so many keys are remembered; the longest unseen is forgotten first.
 * They follow the given clock, which the stores of `rate-limiter-flexible` do not.
 */
export function createMemoryRateLimits(clock: Clock, maxKeys = DEFAULT_MAX_KEYS): RateLimits {
  return {
    define: (rule) =>
      rule.limit === 0 ? UNLIMITED : createMemoryRateLimiter(rule, clock, maxKeys),
  };
}
