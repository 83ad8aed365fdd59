import type { RateLimiter, RateLimits } from '../../platform/runtime/rate-limiter.ts';
import { authErrors } from './errors.ts';
import type { ClientDetails } from './client-details.ts';
import type { AuthSettings } from './settings.ts';

const MINUTE_MS = 60_000;
/** Three of a million codes are valid at a time, so that 100 attempts succeed with a chance of 1 in 3000. */
const MAX_FACTOR_ATTEMPTS_PER_DAY = 100;

/** Endpoints with the same limit per network address. Each has its own counter. */
const ENDPOINTS = [
  'verify',
  'otp',
  'recover',
  'resend',
  'signup',
  'updateUser',
  'sso',
  'samlConsumer',
  'authorize',
  'passkey',
] as const;

export type AuthRateLimits = Readonly<ReturnType<typeof createAuthRateLimits>>;

export function createAuthRateLimits(config: AuthSettings, rateLimits: RateLimits) {
  const { tokenPer5Min, authPer5Min, anonymousPerHour, emailPerHour, smsPerHour, mfaPerMin } =
    config.rateLimits;
  const { maxFrequencyS } = config;
  const per = (windowMs: number) => (name: string, limit: number) =>
    rateLimits.define({ name: `auth:${name}`, limit, windowMs });
  const per5Minutes = per(5 * MINUTE_MS);
  const perHour = per(60 * MINUTE_MS);
  const perMinute = per(MINUTE_MS);
  const minInterval = (name: string) =>
    per(maxFrequencyS * 1000)(`spacing:${name}`, maxFrequencyS === 0 ? 0 : 1);
  const endpoints = ENDPOINTS.map((name) => [name, per5Minutes(name, authPer5Min)] as const);
  return {
    ...(Object.fromEntries(endpoints) as Record<(typeof ENDPOINTS)[number], RateLimiter>),
    token: per5Minutes('token', tokenPer5Min),
    anonymous: perHour('anonymous', anonymousPerHour),
    emailSent: perHour('mail', emailPerHour),
    smsSent: perHour('text', smsPerHour),
    /** The interval between codes to one phone number, with or without an account. */
    smsFrequency: minInterval('text'),
    /** Attempts to verify a code per address of an account, for all clients together. */
    codeGuesses: per5Minutes('code-guesses', authPer5Min),
    /** Challenges and codes of second factors per client. */
    mfa: perMinute('mfa', mfaPerMin),
    /** Codes of second factors per account, for all clients together. A correct code resets the counter. */
    factorTries: perMinute('factor-tries', mfaPerMin),
    factorTriesPerDay: per(24 * 60 * MINUTE_MS)(
      'factor-tries-per-day',
      MAX_FACTOR_ATTEMPTS_PER_DAY,
    ),
    /**
     * The interval between emails of one category to one address. Addresses without an account count too, so
     * that a rejected request does not reveal whether an address has an account.
     */
    emailFrequency: {
      signUp: minInterval('sign-up'),
      recovery: minInterval('recovery'),
      emailChange: minInterval('email-change'),
      reauthentication: minInterval('reauthentication'),
    },
  };
}

/** Emails of one category replace each other. */
export type EmailCategory = keyof AuthRateLimits['emailFrequency'];

/** @throws AuthError over_request_rate_limit */
export async function limitRequests(limiter: RateLimiter, key: string): Promise<void> {
  const waitMs = await limiter.take(key);
  if (waitMs !== null) throw authErrors.overRequestRate(waitMs);
}

async function limitSending(
  channel: 'email' | 'sms',
  { frequency, sent }: { readonly frequency: RateLimiter; readonly sent: RateLimiter },
  to: string,
  client: ClientDetails,
): Promise<void> {
  const intervalMs = await frequency.take(to);
  if (intervalMs !== null) {
    throw authErrors.sentTooRecently(channel, Math.ceil(intervalMs / 1000));
  }
  const waitMs = await sent.take(client.limitKey);
  if (waitMs === null) return;
  await frequency.clear(to);
  throw authErrors.overSendingRate(channel, waitMs);
}

/**
 * Counts an email to an address. It counts even if no email is sent.
 *
 * @throws AuthError over_email_send_rate_limit
 */
export function limitEmails(
  { emailFrequency, emailSent: sent }: AuthRateLimits,
  category: EmailCategory,
  address: string,
  client: ClientDetails,
): Promise<void> {
  return limitSending('email', { frequency: emailFrequency[category], sent }, address, client);
}

/**
 * Counts a code to a phone. It counts even if no SMS is sent.
 *
 * @throws AuthError over_sms_send_rate_limit
 */
export function limitSms(
  { smsFrequency: frequency, smsSent: sent }: AuthRateLimits,
  phone: string,
  client: ClientDetails,
): Promise<void> {
  return limitSending('sms', { frequency, sent }, phone, client);
}
