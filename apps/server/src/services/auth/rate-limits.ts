import type { RateLimiter, RateLimits } from '../../platform/runtime/rate-limiter.ts';
import { authErrors } from './errors.ts';
import type { ClientDetails } from './client-details.ts';
import type { AuthSettings } from './settings.ts';

const MINUTE_MS = 60_000;
/**
 * Three codes of a million are valid at any time. At this number of attempts per day, the chance of a guess
 * is 1 in 3000.
 */
const FACTOR_TRIES_PER_DAY = 100;

/** Endpoints with a limit of requests by client address. Each endpoint has its own count. */
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
  const spacing = (name: string) =>
    per(maxFrequencyS * 1000)(`spacing:${name}`, maxFrequencyS === 0 ? 0 : 1);
  const endpoints = ENDPOINTS.map((name) => [name, per5Minutes(name, authPer5Min)] as const);
  return {
    ...(Object.fromEntries(endpoints) as Record<(typeof ENDPOINTS)[number], RateLimiter>),
    token: per5Minutes('token', tokenPer5Min),
    anonymous: perHour('anonymous', anonymousPerHour),
    mail: perHour('mail', emailPerHour),
    text: perHour('text', smsPerHour),
    /** Codes to one number, with or without an account. */
    textSpacing: spacing('text'),
    /** Guesses of a code by address of the account, from all clients. */
    codeGuesses: per5Minutes('code-guesses', authPer5Min),
    /** Challenges and codes of second factors by client. */
    mfa: perMinute('mfa', mfaPerMin),
    /** Codes of second factors by account, from all clients. A valid code resets the count. */
    factorTries: perMinute('factor-tries', mfaPerMin),
    factorTriesPerDay: per(24 * 60 * MINUTE_MS)('factor-tries-per-day', FACTOR_TRIES_PER_DAY),
    /**
     * Mails of one kind to one address. Every requested address is counted, so that a rejection does not
     * disclose which addresses have an account.
     */
    spacing: {
      signUp: spacing('sign-up'),
      recovery: spacing('recovery'),
      emailChange: spacing('email-change'),
      reauthentication: spacing('reauthentication'),
    },
  };
}

/** Mails that replace each other. */
export type MailFamily = keyof AuthRateLimits['spacing'];

/** @throws AuthError over_request_rate_limit */
export async function limitRequests(limiter: RateLimiter, key: string): Promise<void> {
  const waitMs = await limiter.take(key);
  if (waitMs !== null) throw authErrors.overRequestRate(waitMs);
}

async function limitSending(
  way: 'email' | 'sms',
  { spacing, allowance }: { readonly spacing: RateLimiter; readonly allowance: RateLimiter },
  to: string,
  client: ClientDetails,
): Promise<void> {
  const spacingMs = await spacing.take(to);
  if (spacingMs !== null) throw authErrors.sentTooRecently(way, Math.ceil(spacingMs / 1000));
  const waitMs = await allowance.take(client.limitKey);
  if (waitMs === null) return;
  await spacing.clear(to);
  throw authErrors.overSendingRate(way, waitMs);
}

/**
 * Counts a mail to an address, whether or not one will be sent.
 *
 * @throws AuthError over_email_send_rate_limit
 */
export function limitMails(
  { spacing, mail }: AuthRateLimits,
  family: MailFamily,
  address: string,
  client: ClientDetails,
): Promise<void> {
  return limitSending('email', { spacing: spacing[family], allowance: mail }, address, client);
}

/**
 * Counts a code to a phone, whether or not one will be sent.
 *
 * @throws AuthError over_sms_send_rate_limit
 */
export function limitTexts(
  { textSpacing: spacing, text: allowance }: AuthRateLimits,
  phone: string,
  client: ClientDetails,
): Promise<void> {
  return limitSending('sms', { spacing, allowance }, phone, client);
}
