import { createHash } from 'node:crypto';

/** How often something may be done. */
export interface RateLimitRule {
  /** Names the limit among all, such as `auth:token`. */
  readonly name: string;
  /** Points within one window; 0 means no limit. */
  readonly limit: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /**
   * Counts one use by `key`.
   *
   * @returns null when it is within the limit, else how many milliseconds to wait
   */
  take(key: string): Promise<number | null>;
  /** Forgets the uses of `key`. */
  clear(key: string): Promise<void>;
}

/** Of a rule whose limit is 0. */
export const UNLIMITED: RateLimiter = {
  take: () => Promise.resolve(null),
  clear: () => Promise.resolve(),
};

/** Limits that hold for all processes and machines that share the database. */
export interface RateLimits {
  define(rule: RateLimitRule): RateLimiter;
}

/** How a limit key is kept in the database: bounded in length, and no address in clear. */
export function hashLimitKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
