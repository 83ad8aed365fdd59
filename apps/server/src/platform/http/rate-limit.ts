import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.ts';

const DEFAULT_MAX_KEYS = 20_000;

export interface RateLimitOptions {
  /** Calls a key may make at once and, after that, evenly spread over each window; 0 means any number. */
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
  /** Keys remembered at most; the longest unseen is forgotten first. */
  readonly maxKeys?: number;
}

export interface RateLimiter {
  /** Counts one call. Null when it may go on, else the milliseconds until the next one may. */
  take(key: string): number | null;
}

/**
 * Limits calls by key with one number a key: the moment at which its allowance
 * would be whole again (the generic cell rate algorithm, a leaky bucket).
 */
export function createRateLimiter(options: RateLimitOptions): RateLimiter {
  const { limit, windowMs, clock, maxKeys = DEFAULT_MAX_KEYS } = options;
  if (limit === 0) return { take: () => null };
  const intervalMs = windowMs / limit;
  const wholeAgainAtMs = new Map<string, number>();

  return {
    take(key) {
      const nowMs = clock.now().getTime();
      const nextMs = Math.max(wholeAgainAtMs.get(key) ?? nowMs, nowMs) + intervalMs;
      // Half an interval of tolerance, because sums of fractions are not exact.
      const waitMs = nextMs - nowMs - windowMs;
      if (waitMs > intervalMs / 2) return waitMs;
      wholeAgainAtMs.delete(key);
      wholeAgainAtMs.set(key, nextMs);
      if (wholeAgainAtMs.size > maxKeys) {
        const longestUnseen = wholeAgainAtMs.keys().next().value;
        if (longestUnseen !== undefined) wholeAgainAtMs.delete(longestUnseen);
      }
      return null;
    },
  };
}

/** One household usually owns a whole /64 of IPv6 addresses, so those count as one. */
export function rateLimitKeyOfAddress(address: string): string {
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mappedIpv4?.[1] !== undefined) return mappedIpv4[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const headGroups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - headGroups.length - tailGroups.length;
  const groups = [...headGroups, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...tailGroups];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
