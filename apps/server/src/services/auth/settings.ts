import { z } from 'zod';
import {
  count,
  countBetween,
  duration,
  flag,
  list,
  positiveCount,
  webAddress,
} from '../../platform/setting-fields.ts';
import type { SmsSettings } from '../../platform/sms/settings.ts';
import type { CaptchaSettings } from './captcha/captcha.ts';
import { relyingPartyVariables, toRelyingParty } from './passkeys/relying-party.ts';
import { readProviderSettings } from './providers/settings.ts';
import { samlVariables, toSamlSettings } from './sso/settings.ts';

/** Clients refresh an access token 90 seconds before it expires. A shorter session would end at once. */
const MIN_SESSION_S = 300;
const sessionTime = count
  .refine((s) => s === 0 || s >= MIN_SESSION_S, `must be 0, or at least ${MIN_SESSION_S}`)
  .default(0)
  .transform((s) => (s === 0 ? null : s));

/** The minimum of Supabase Auth, which is also its default, and the maximum of bcrypt. */
const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 72;

/** Sets of characters, separated by colons. `\:` is a colon. */
const characterSets = z.string().transform((text) =>
  text
    .split(/(?<!\\):/)
    .map((set) => set.replaceAll('\\:', ':'))
    .filter((set) => set !== ''),
);

/** The URL that verifies tokens, and the hosts of the widget's scripts and frames. */
const CAPTCHA_PROVIDERS = {
  turnstile: {
    url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    widgetHosts: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    url: 'https://api.hcaptcha.com/siteverify',
    widgetHosts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
};

export const authVariables = z.object({
  MAILER_AUTOCONFIRM: flag.optional(),
  SMS_AUTOCONFIRM: flag.default(false),
  DISABLE_SIGNUP: flag.default(false),
  ANONYMOUS_USERS: flag.default(false),
  MANUAL_LINKING: flag.default(false),
  PASSWORD_MIN_LENGTH: countBetween(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH).default(
    MIN_PASSWORD_LENGTH,
  ),
  PASSWORD_REQUIRED_CHARACTERS: characterSets.default([]),
  PASSWORD_HIBP_ENABLED: flag.default(false),
  PASSWORD_HIBP_FAIL_CLOSED: flag.default(false),
  PASSWORD_HIBP_URL: webAddress.default('https://api.pwnedpasswords.com'),
  CAPTCHA_PROVIDER: z.enum(['turnstile', 'hcaptcha']).optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_URL: webAddress.optional(),
  OTP_EXPIRY_S: duration.default(3600),
  SMS_OTP_EXPIRY_S: duration.default(300),
  JWT_EXPIRY_S: duration.default(3600),
  SESSIONS_TIMEBOX_S: sessionTime,
  SESSIONS_INACTIVITY_TIMEOUT_S: sessionTime,
  SESSIONS_SINGLE_PER_USER: flag.default(false),
  REFRESH_REUSE_INTERVAL_S: count.default(10),
  MAX_FREQUENCY_S: count.default(60),
  REDIRECT_ALLOW_LIST: list.default([]),
  RATE_LIMIT_TOKEN_PER_5_MIN: count.default(150),
  RATE_LIMIT_AUTH_PER_5_MIN: count.default(30),
  RATE_LIMIT_ANONYMOUS_PER_HOUR: count.default(30),
  RATE_LIMIT_EMAIL_PER_HOUR: count.default(30),
  RATE_LIMIT_SMS_PER_HOUR: count.default(30),
  RATE_LIMIT_MFA_PER_MIN: count.default(15),
  MFA_MAX_FACTORS: positiveCount.default(10),
  ...relyingPartyVariables,
  ...samlVariables,
});

/** Settings of other parts of the server. */
interface ServerSettings {
  readonly siteUrl: string;
  readonly apiUrl: string;
  /** False when emails are only written to files, so that users cannot confirm an address. */
  readonly mailIsSent: boolean;
  readonly sms: SmsSettings;
  /** The variables of the environment and of config.toml. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** @throws Error that names the missing variables */
function toCaptchaSettings(env: z.output<typeof authVariables>): CaptchaSettings | null {
  const {
    CAPTCHA_PROVIDER: provider,
    CAPTCHA_SITE_KEY: siteKey,
    CAPTCHA_SECRET: secret,
    CAPTCHA_URL: url,
  } = env;
  const given = { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret };
  if (Object.values(given).every((value) => value === undefined)) return null;
  if (provider === undefined || siteKey === undefined || secret === undefined) {
    const missing = Object.entries(given)
      .filter(([, value]) => value === undefined)
      .map(([name]) => `  ${name}: required, because other captcha variables are set`);
    throw new Error(['The configuration is not valid:', ...missing].join('\n'));
  }
  const { url: ownUrl, widgetHosts } = CAPTCHA_PROVIDERS[provider];
  return { provider, siteKey, secret, url: url ?? ownUrl, widgetHosts };
}

/** The settings of the auth service. A rate limit of 0 means no limit. */
export type AuthSettings = Readonly<ReturnType<typeof toAuthSettings>>;

export function toAuthSettings(
  env: z.output<typeof authVariables>,
  { siteUrl, apiUrl, mailIsSent, sms, environment }: ServerSettings,
) {
  return {
    /** The URL of the web application, without a trailing slash. */
    siteUrl,
    /** The public URL of this server, without a trailing slash. */
    apiUrl,
    /** Whether email addresses are confirmed at sign-up. */
    mailerAutoconfirm: env.MAILER_AUTOCONFIRM ?? !mailIsSent,
    smsAutoconfirm: env.SMS_AUTOCONFIRM,
    sms: {
      /** Whether an SMS provider or a test number is configured. */
      isOn: sms.twilio !== null || Object.keys(sms.testCodes).length > 0,
      provider: sms.twilio?.product ?? '',
      /** Fixed codes by phone number, without the leading plus. No SMS is sent to these numbers. */
      testCodes: sms.testCodes,
      expiryS: env.SMS_OTP_EXPIRY_S,
    },
    disableSignup: env.DISABLE_SIGNUP,
    anonymousUsers: env.ANONYMOUS_USERS,
    /** Whether users can link and unlink identities. */
    manualLinking: env.MANUAL_LINKING,
    providers: readProviderSettings(environment),
    saml: toSamlSettings(env),
    /** The WebAuthn relying party. Null when browsers would reject it. */
    passkeyParty: toRelyingParty(env, siteUrl),
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    passwordRequiredCharacters: env.PASSWORD_REQUIRED_CHARACTERS,
    /** Null when new passwords are not compared with breached ones. */
    breachList: env.PASSWORD_HIBP_ENABLED
      ? {
          url: env.PASSWORD_HIBP_URL.replace(/\/+$/, ''),
          failsClosed: env.PASSWORD_HIBP_FAIL_CLOSED,
        }
      : null,
    /** Null when captchas are disabled. */
    captcha: toCaptchaSettings(env),
    otpExpiryS: env.OTP_EXPIRY_S,
    jwtExpiryS: env.JWT_EXPIRY_S,
    sessions: {
      timeBoxS: env.SESSIONS_TIMEBOX_S,
      inactivityS: env.SESSIONS_INACTIVITY_TIMEOUT_S,
      singlePerUser: env.SESSIONS_SINGLE_PER_USER,
    },
    refreshReuseIntervalS: env.REFRESH_REUSE_INTERVAL_S,
    /** The minimum interval between two messages of one kind to one address. */
    maxFrequencyS: env.MAX_FREQUENCY_S,
    rateLimits: {
      tokenPer5Min: env.RATE_LIMIT_TOKEN_PER_5_MIN,
      authPer5Min: env.RATE_LIMIT_AUTH_PER_5_MIN,
      anonymousPerHour: env.RATE_LIMIT_ANONYMOUS_PER_HOUR,
      emailPerHour: env.RATE_LIMIT_EMAIL_PER_HOUR,
      smsPerHour: env.RATE_LIMIT_SMS_PER_HOUR,
      mfaPerMin: env.RATE_LIMIT_MFA_PER_MIN,
    },
    /** The maximum number of second factors of an account. */
    mfaMaxFactors: env.MFA_MAX_FACTORS,
    /** Patterns of further redirect URLs, with `*` and `**` as in Supabase. */
    redirectAllowList: env.REDIRECT_ALLOW_LIST,
  };
}
