import { resolve } from 'node:path';
import { z } from 'zod';

const flag = z.stringbool({
  truthy: ['true', '1', 'yes', 'on'],
  falsy: ['false', '0', 'no', 'off'],
});
const count = z.coerce.number().int().nonnegative();
const seconds = z.coerce.number().int().positive();
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const testOtp = list.transform((pairs) => {
  const codeByPhone: Record<string, string> = {};
  for (const pair of pairs) {
    const [phone, code] = pair.split('=').map((part) => part.trim());
    if (phone && code) codeByPhone[phone] = code;
  }
  return codeByPhone;
});

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATA_DIR: z.string().default('.data'),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  WEB_DIR: z.string().optional(),

  PUBLISHABLE_KEY: z.string().startsWith('sb_publishable_').optional(),
  SECRET_KEY: z.string().startsWith('sb_secret_').optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SIGNING_KEYS_FILE: z.string().optional(),
  REQUIRE_API_KEY: flag.default(true),

  DB_SCHEMAS: list.default(['public']),
  DB_EXTRA_SEARCH_PATH: list.default(['public', 'extensions']),
  DB_MAX_ROWS: count.default(1000),
  DB_PLAN_ENABLED: flag.default(false),
  DB_AGGREGATES_ENABLED: flag.default(true),
  DB_PRE_REQUEST: z.string().optional(),
  DB_MAX_RESPONSE_BYTES: count.default(10_000_000),
  DB_TX_END: z.enum(['commit', 'commit-allow-override', 'rollback']).default('commit'),
  DB_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(16),
  BODY_LIMIT_BYTES: z.coerce.number().int().positive().default(1_048_576),

  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().default('BeaconPay <no-reply@beaconpay.example>'),
  MAILER_AUTOCONFIRM: flag.optional(),
  SMS_AUTOCONFIRM: flag.optional(),
  DISABLE_SIGNUP: flag.default(false),
  ANONYMOUS_USERS: flag.default(false),
  MANUAL_LINKING: flag.default(false),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(72).default(6),
  OTP_EXPIRY_S: seconds.default(3600),
  JWT_EXPIRY_S: seconds.default(3600),
  REFRESH_REUSE_INTERVAL_S: count.default(10),
  MAX_FREQUENCY_S: count.default(60),
  RATE_LIMIT_TOKEN_PER_5_MIN: count.default(150),
  RATE_LIMIT_AUTH_PER_5_MIN: count.default(30),
  RATE_LIMIT_ANONYMOUS_PER_HOUR: count.default(30),
  RATE_LIMIT_MFA_PER_MIN: count.default(15),
  RATE_LIMIT_EMAIL_PER_HOUR: count.default(30),
  MFA_MAX_FACTORS: count.default(10),
  MFA_PHONE: flag.default(false),
  SMS_TEST_OTP: testOtp.default({}),
  SAML_ENABLED: flag.default(false),
  REDIRECT_ALLOW_LIST: list.default([]),

  STORAGE_DIR: z.string().optional(),
  STORAGE_FILE_SIZE_LIMIT: z.coerce.number().int().positive().default(52_428_800),
});

type Environment = z.output<typeof environmentSchema>;

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) deepFreeze(part as object);
  }
  return Object.freeze(value);
}

function authSection(env: Environment, siteUrl: string) {
  const withoutMail = env.SMTP_URL === undefined;
  return {
    siteUrl,
    mailerAutoconfirm: env.MAILER_AUTOCONFIRM ?? withoutMail,
    smsAutoconfirm: env.SMS_AUTOCONFIRM ?? withoutMail,
    disableSignup: env.DISABLE_SIGNUP,
    anonymousUsers: env.ANONYMOUS_USERS,
    manualLinking: env.MANUAL_LINKING,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    otpExpiryS: env.OTP_EXPIRY_S,
    jwtExpiryS: env.JWT_EXPIRY_S,
    refreshReuseIntervalS: env.REFRESH_REUSE_INTERVAL_S,
    maxFrequencyS: env.MAX_FREQUENCY_S,
    rateLimits: {
      tokenPer5Min: env.RATE_LIMIT_TOKEN_PER_5_MIN,
      authPer5Min: env.RATE_LIMIT_AUTH_PER_5_MIN,
      anonymousPerHour: env.RATE_LIMIT_ANONYMOUS_PER_HOUR,
      mfaPerMin: env.RATE_LIMIT_MFA_PER_MIN,
      emailPerHour: env.RATE_LIMIT_EMAIL_PER_HOUR,
    },
    mfaMaxFactors: env.MFA_MAX_FACTORS,
    mfaPhone: env.MFA_PHONE,
    smsTestOtp: env.SMS_TEST_OTP,
    samlEnabled: env.SAML_ENABLED,
    redirectAllowList: env.REDIRECT_ALLOW_LIST,
  };
}

/**
 * The environment as one validated, frozen object.
 *
 * @throws Error naming every variable that is wrong and why
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>) {
  // An empty value in an .env file means "not set".
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `  ${issue.path.join('.')}: ${issue.message}`,
    );
    throw new Error(`The configuration is not valid:\n${problems.join('\n')}`);
  }
  const env = parsed.data;
  const dataDir = resolve(env.DATA_DIR);
  const siteUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return deepFreeze({
    http: {
      port: env.PORT,
      host: env.HOST,
      siteUrl,
      trustProxy: env.TRUST_PROXY,
      workers: env.WORKERS,
      bodyLimitBytes: env.BODY_LIMIT_BYTES,
      webDir: env.WEB_DIR === undefined ? null : resolve(env.WEB_DIR),
    },
    logLevel: env.LOG_LEVEL,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePoolSize: env.DB_POOL_SIZE,
    keys: {
      publishableKey: env.PUBLISHABLE_KEY ?? null,
      secretKey: env.SECRET_KEY ?? null,
      jwtSecret: env.JWT_SECRET ?? null,
      signingKeysFile: env.SIGNING_KEYS_FILE ?? null,
      requireApiKey: env.REQUIRE_API_KEY,
    },
    rest: {
      schemas: env.DB_SCHEMAS,
      extraSearchPath: env.DB_EXTRA_SEARCH_PATH,
      maxRows: env.DB_MAX_ROWS,
      planEnabled: env.DB_PLAN_ENABLED,
      aggregatesEnabled: env.DB_AGGREGATES_ENABLED,
      txEnd: env.DB_TX_END,
      preRequest: env.DB_PRE_REQUEST ?? null,
      maxResponseBytes: env.DB_MAX_RESPONSE_BYTES,
    },
    auth: authSection(env, siteUrl),
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: env.MAIL_FROM,
      outboxDir: resolve(dataDir, 'mail'),
    },
    storage: {
      dir: resolve(env.STORAGE_DIR ?? resolve(dataDir, 'storage')),
      fileSizeLimitBytes: env.STORAGE_FILE_SIZE_LIMIT,
    },
  });
}

export type Config = ReturnType<typeof loadConfig>;
export type AuthConfig = Config['auth'];
export type RestConfig = Config['rest'];
