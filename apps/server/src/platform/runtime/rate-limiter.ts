import { createHash } from 'node:crypto';

/** A number of uses per window. */
export interface RateLimitRule {
  /** Unique, such as `auth:token`. */
  readonly name: string;
  /** Uses per window; 0 means no limit. */
  readonly limit: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /**
   * Counts one use by `key`.
   *
   * @returns null within the limit, otherwise the milliseconds to wait
   */
  take(key: string): Promise<number | null>;
  /** Resets the uses of `key`. */
  clear(key: string): Promise<void>;
}

/** The limiter of a rule with limit 0. */
export const UNLIMITED: RateLimiter = {
  take: () => Promise.resolve(null),
  clear: () => Promise.resolve(),
};

/** Limits across all processes and machines that share the database. */
export interface RateLimits {
  define(rule: RateLimitRule): RateLimiter;
}

/** The stored form of a limit key: of fixed length, without a readable address. */
export function hashLimitKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
