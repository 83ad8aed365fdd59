import type { Clock } from '../../platform/clock.ts';
import { createRateLimiter, type RateLimiter } from '../../platform/http/rate-limit.ts';
import type { AuthConfig } from './auth-config.ts';
import { authErrors } from './errors.ts';
import type { ClientDetails } from './sessions/client-details.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;

export interface AuthRateLimits {
  readonly token: RateLimiter;
  readonly verify: RateLimiter;
  readonly otp: RateLimiter;
  readonly recover: RateLimiter;
  readonly resend: RateLimiter;
  readonly signup: RateLimiter;
  readonly updateUser: RateLimiter;
  readonly anonymous: RateLimiter;
  readonly mail: RateLimiter;
  /** Guesses of a code by address of the account, however many clients make them. */
  readonly codeGuesses: RateLimiter;
}

export function createAuthRateLimits(config: AuthConfig, clock: Clock): AuthRateLimits {
  const { tokenPer5Min, authPer5Min, anonymousPerHour, emailPerHour } = config.rateLimits;
  const per5Minutes = (limit: number) =>
    createRateLimiter({ limit, windowMs: FIVE_MINUTES_MS, clock });
  const perHour = (limit: number) => createRateLimiter({ limit, windowMs: HOUR_MS, clock });
  return {
    token: per5Minutes(tokenPer5Min),
    verify: per5Minutes(authPer5Min),
    otp: per5Minutes(authPer5Min),
    recover: per5Minutes(authPer5Min),
    resend: per5Minutes(authPer5Min),
    signup: per5Minutes(authPer5Min),
    updateUser: per5Minutes(authPer5Min),
    anonymous: perHour(anonymousPerHour),
    mail: perHour(emailPerHour),
    codeGuesses: per5Minutes(authPer5Min),
  };
}

/** @throws AuthError over_request_rate_limit */
export function limitRequests(client: ClientDetails, limiter: RateLimiter): void {
  const waitMs = limiter.take(client.limitKey);
  if (waitMs !== null) throw authErrors.overRequestRate(waitMs);
}

/** @throws AuthError over_email_send_rate_limit */
export function limitMails(client: ClientDetails, limits: AuthRateLimits): void {
  const waitMs = limits.mail.take(client.limitKey);
  if (waitMs !== null) throw authErrors.overEmailRate(waitMs);
}
