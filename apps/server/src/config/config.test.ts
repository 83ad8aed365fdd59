import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';

describe('The configuration', () => {
  test('needs no variables', () => {
    const config = loadConfig({});
    expect(config.http).toMatchObject({ port: 3000, host: '127.0.0.1', workers: 1 });
    expect(config.rest).toMatchObject({ schemas: ['public'], maxRows: 1000, txEnd: 'commit' });
    expect(config.database.url).toBeNull();
  });

  test('confirms sign-ups automatically without a mail host, unless the variable is set', () => {
    expect(loadConfig({}).auth.mailerAutoconfirm).toBe(true);
    expect(loadConfig({ SMTP_URL: 'smtp://localhost' }).auth.mailerAutoconfirm).toBe(false);
    expect(
      loadConfig({ SMTP_URL: 'smtp://localhost', MAILER_AUTOCONFIRM: 'true' }).auth
        .mailerAutoconfirm,
    ).toBe(true);
  });

  test('reads the minimum length of passwords from config.toml, unless the environment sets it', async () => {
    expect(loadConfig({}).auth.passwordMinLength).toBe(8);
    expect(loadConfig({ PASSWORD_MIN_LENGTH: '12' }).auth.passwordMinLength).toBe(12);
    const project = await mkdtemp(join(tmpdir(), 'beaconpay-project-'));
    const FUNCTIONS_DIR = join(project, 'functions');
    const write = (text: string) => writeFile(join(project, 'config.toml'), text);
    try {
      expect(loadConfig({ FUNCTIONS_DIR }).auth.passwordMinLength).toBe(6);
      await write('[auth]\nminimum_password_length = 10');
      expect(loadConfig({ FUNCTIONS_DIR }).auth.passwordMinLength).toBe(10);
      for (const [wrong, problem] of [
        ['minimum_password_length = 5', /config\.toml:2: auth\.minimum_password_length: Too small/],
        ['minimum_password_length = "ten"', /:2: auth\.minimum_password_length must be a whole/],
        ['[', /config\.toml:2: /],
      ] as const) {
        await write(`[auth]\n${wrong}`);
        expect(() => loadConfig({ FUNCTIONS_DIR })).toThrow(problem);
      }
    } finally {
      await rm(project, { recursive: true });
    }
  });

  test('marks functions as in production when the server listens on a public address', () => {
    expect(loadConfig({}).functions.secrets.NODE_ENV).toBeUndefined();
    expect(loadConfig({ HOST: '0.0.0.0' }).functions.secrets.NODE_ENV).toBe('production');
    expect(
      loadConfig({ HOST: '0.0.0.0', NODE_ENV: 'development' }).functions.secrets.NODE_ENV,
    ).toBe('development');
  });

  test('treats an empty value as not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '' }).http.port).toBe(3000);
  });

  test('treats spaces as not set, never as a limit of 0', () => {
    const { auth, rest } = loadConfig({ RATE_LIMIT_TOKEN_PER_5_MIN: ' ', DB_MAX_ROWS: ' ' });
    expect(auth.rateLimits.tokenPer5Min).toBe(150);
    expect(rest.maxRows).toBe(1000);
  });

  test('names every invalid variable and the reason', () => {
    const load = () => loadConfig({ PORT: 'many', DATABASE_URL: 'mysql://x', WORKERS: '0' });
    for (const problem of [
      / PORT: ./,
      / DATABASE_URL: must start with postgres:\/\//,
      / WORKERS: ./,
    ]) {
      expect(load).toThrow(problem);
    }
  });

  test('requires all variables of a provider, and fewer for Google, GitHub and Apple', () => {
    const { providers } = loadConfig({
      EXTERNAL_GOOGLE_CLIENT_ID: 'web, phone',
      EXTERNAL_GOOGLE_SECRET: 'hush',
      EXTERNAL_OUR_OWN_CLIENT_ID: 'x',
      EXTERNAL_OUR_OWN_URL: 'https://login.example.com/',
      EXTERNAL_OUR_OWN_SCOPES: 'openid staff',
      EXTERNAL_IP: '192.0.2.1',
    }).auth;
    expect(providers).toMatchObject([
      { name: 'google', clientIds: ['web', 'phone'], url: 'https://accounts.google.com' },
      { name: 'our_own', url: 'https://login.example.com', scopes: ['openid', 'staff'] },
    ]);
  });

  test.each([
    [{ EXTERNAL_GOOGLE_SECRET: 'hush' }, /EXTERNAL_GOOGLE_CLIENT_ID: is missing/],
    [{ EXTERNAL_OURS_CLIENT_ID: 'x' }, /EXTERNAL_OURS_URL: is missing/],
    [
      { EXTERNAL_OURS_CLIENT_ID: 'x', EXTERNAL_OURS_URL: 'http://login.example.com' },
      /EXTERNAL_OURS_URL: must begin with https/,
    ],
    [{ EXTERNAL_EMAIL_CLIENT_ID: 'x' }, /email is not the name of a provider/],
    [
      { EXTERNAL_GOOGLE_CLIENT_ID: 'x', EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: 'perhaps' },
      /SKIP_NONCE_CHECK: must be true or false/,
    ],
  ])('refuses a provider with invalid settings: %o', (environment, problem) => {
    expect(() => loadConfig(environment)).toThrow(problem);
  });

  test('is refused when SAML is enabled without its key', () => {
    expect(() => loadConfig({ SAML_ENABLED: 'true' })).toThrow(/ {2}SAML_PRIVATE_KEY: /);
  });

  test('cannot be changed', () => {
    const config = loadConfig({});
    expect(() => {
      (config.auth.rateLimits as { tokenPer5Min: number }).tokenPer5Min = 0;
    }).toThrow(TypeError);
  });

  test('refuses keys that could be guessed', () => {
    expect(() =>
      loadConfig({ SECRET_KEY: 'sb_secret_short', PUBLISHABLE_KEY: 'sb_publishable_x' }),
    ).toThrow(/PUBLISHABLE_KEY: must be.*\n.*SECRET_KEY: must be sb_secret_ and at least 22/);
    expect(loadConfig({ SECRET_KEY: `sb_secret_${'k'.repeat(22)}` }).keys.secretKey).not.toBeNull();
  });

  test.each([
    ['PUBLIC_URL', 'ftp://example.com'],
    ['MAIL_FROM', 'not an address'],
    ['SMTP_URL', 'smtp://'],
    ['TRUST_PROXY', 'perhaps'],
    ['DB_SCHEMAS', ' , '],
    ['METRICS_PORT', '99999'],
    ['JWT_EXPIRY_S', '1.5'],
    // Beyond the range of a date or a timer.
    ['JWT_EXPIRY_S', '9007199254740991'],
    ['FUNCTIONS_IDLE_TIMEOUT_S', '2592000'],
    ['FUNCTIONS_WORKER_LIFETIME_S', '2592000'],
    ['FUNCTIONS_MEMORY_MB', '1e9'],
    ['SAML_PRIVATE_KEY', 'a secret'],
    ['SAML_ENABLED', 'perhaps'],
  ])('refuses %s=%j by its name', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(`  ${name}: `);
  });

  test.each(['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'])(
    'names %s as missing when the rest of the captcha is set',
    (name) => {
      const captcha = {
        CAPTCHA_PROVIDER: 'hcaptcha',
        CAPTCHA_SITE_KEY: 'site',
        CAPTCHA_SECRET: 'secret',
      };
      expect(loadConfig(captcha).auth.captcha).toMatchObject({ siteKey: 'site' });
      const { [name as keyof typeof captcha]: _missing, ...rest } = captcha;
      expect(() => loadConfig(rest)).toThrow(`  ${name}: required`);
    },
  );

  test('names SMS_PROVIDER as missing when the rest of Twilio is set', () => {
    expect(() => loadConfig({ SMS_TWILIO_ACCOUNT_SID: 'AC1' })).toThrow('  SMS_PROVIDER: required');
  });

  test('ignores unknown variables', () => {
    expect(loadConfig({ MFA_PHONE: 'perhaps', GOTRUE_SITE_URL: 'x' })).toEqual(loadConfig({}));
  });
});
