import { AuthError, unavailable } from './auth-error.ts';

/** The errors of rate limits and of message providers. */
export const rateLimitErrors = {
  overRequestRate: (waitMs: number) =>
    new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
      retryAfterS: Math.ceil(waitMs / 1000),
    }),
  overSendingRate: (kind: 'email' | 'sms', waitMs: number) =>
    new AuthError(
      429,
      `over_${kind}_send_rate_limit`,
      `${kind === 'sms' ? 'SMS' : kind} rate limit exceeded`,
      { retryAfterS: Math.ceil(waitMs / 1000) },
    ),
  sentTooRecently: (kind: 'email' | 'sms', waitS: number) =>
    new AuthError(
      429,
      `over_${kind}_send_rate_limit`,
      `For security purposes, you can only request this after ${waitS} seconds.`,
      { retryAfterS: waitS },
    ),
  smsCredentialsRefused: () =>
    new AuthError(
      422,
      'sms_send_failed',
      'Error sending OTP to provider: the provider refused the credentials',
    ),
  smsProviderUnavailable: (cause: unknown) =>
    unavailable("We can't check the code right now. Please try again shortly.", cause),
  /** A 503, because every client library retries it, and the queue is shorter then. */
  tooManySignIns: () =>
    new AuthError(
      503,
      'over_request_rate_limit',
      'Too many sign-ins at once. Please try again shortly.',
      {
        retryAfterS: 2,
      },
    ),
} as const;
