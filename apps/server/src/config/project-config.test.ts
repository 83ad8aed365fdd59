import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadConfig } from './config.ts';
import { createLogger } from '../platform/logger.ts';
import { logProjectConfig, readProjectConfig } from './project-config.ts';

let workdir: string;

beforeEach(async () => {
  workdir = await mkdtemp(join(tmpdir(), 'backend-project-'));
  await mkdir(join(workdir, 'supabase'));
});
afterEach(() => rm(workdir, { recursive: true }));

const write = (text: string) => writeFile(join(workdir, 'supabase/config.toml'), text);
const load = (environment: Record<string, string> = {}) =>
  loadConfig({ SUPABASE_WORKDIR: workdir, ...environment });
const read = (environment: Record<string, string> = {}) =>
  readProjectConfig({ SUPABASE_WORKDIR: workdir, ...environment });

describe('Settings of config.toml', () => {
  test('reach every service under the keys of the Supabase CLI', async () => {
    await write(`
      project_id = "other"
      [api]
      port = 54321
      schemas = ["public", "shop"]
      max_rows = 50
      [storage]
      file_size_limit = "5MiB"
      [auth]
      site_url = "https://app.example.com"
      additional_redirect_urls = ["https://app.example.com/**"]
      jwt_expiry = 1800
      enable_signup = false
      enable_anonymous_sign_ins = true
      password_requirements = "lower_upper_letters_digits"
      [auth.rate_limit]
      sign_in_sign_ups = 7
      [auth.sessions]
      timebox = "24h"
      inactivity_timeout = "1h30m"
      [auth.email]
      max_frequency = "1s"
      enable_confirmations = false
      otp_expiry = 600
      [auth.email.smtp]
      host = "smtp.example.com"
      port = 465
      user = "api key"
      pass = "env(SMTP_PASSWORD)"
      admin_email = "shop@example.com"
      sender_name = "Shop"
      [auth.sms]
      enable_confirmations = false
      test_otp = { 4152127777 = "123456" }
      [auth.external.github]
      enabled = true
      client_id = "id"
      secret = "env(GITHUB_SECRET)"
      url = ""
      [auth.external.azure]
      enabled = false
      client_id = ""
      [edge_runtime.secrets]
      greeting = "hello"`);
    const config = load({ SMTP_PASSWORD: 'p/w', GITHUB_SECRET: 'hush' });
    expect(config.http).toMatchObject({ port: 54321, siteUrl: 'https://app.example.com' });
    expect(config.http.publicUrl).toBe('http://localhost:54321');
    expect(config.rest).toMatchObject({ schemas: ['public', 'shop'], maxRows: 50 });
    expect(config.storage.sizeLimitBytes).toBe(5 * 1024 * 1024);
    expect(config.mail.smtpUrl).toBe('smtps://api%20key:p%2Fw@smtp.example.com:465');
    expect(config.mail.from).toBe('Shop <shop@example.com>');
    expect(config.functions.secrets).toMatchObject({ GREETING: 'hello' });
    expect(config.auth).toMatchObject({
      siteUrl: 'https://app.example.com',
      apiUrl: 'http://localhost:54321',
      redirectAllowList: ['https://app.example.com/**'],
      jwtExpiryS: 1800,
      disableSignup: true,
      anonymousUsers: true,
      mailerAutoconfirm: true,
      smsAutoconfirm: true,
      otpExpiryS: 600,
      maxFrequencyS: 1,
      sessions: { timeBoxS: 86_400, inactivityS: 5400 },
      rateLimits: { authPer5Min: 7 },
      providers: [{ name: 'github', secret: 'hush', url: 'https://github.com' }],
      sms: { testCodes: { '4152127777': '123456' } },
    });
    expect(config.auth.passwordRequiredCharacters).toHaveLength(3);
  });

  test.each([
    ['[auth]\njwt_expirry = 1', ':2: auth.jwt_expirry is not a known setting'],
    ['[auth]\n\n# a [comment]\njwt_expiry = "1h"', ':4: auth.jwt_expiry must be a whole number'],
    ['auth.email.otp_length = true', ':1: auth.email.otp_length must be a whole number'],
    ['[auth]\nsessions = { timebox = "soon" }', ':2: auth.sessions.timebox must be a duration'],
    ['[api]\nschemas = "public"', ':2: api.schemas must be a list of texts'],
    ['[auth]\npassword_requirements = "none"', ':2: auth.password_requirements must be one of'],
    ['project_id = "a#[b]"\n[[auth]]\njwt_expiry = 1', ':3: auth.0.jwt_expiry is not a known'],
    ['[functions.hello]\nverify = 1', ':2: functions.hello.verify is not a known setting'],
    ['[auth]\njwt_expiry = 1\njwt_expiry = 2', ':3: '],
    ['[auth]\nsite_url = "ftp://x"', ':2: auth.site_url: must be an http(s) URL'],
    ['[auth\n', ':2: '],
  ])('fail the start with file, line and key for %j', async (text, problem) => {
    await write(text);
    expect(() => load()).toThrow(`config.toml${problem}`);
  });

  test('are all named when several are wrong', async () => {
    await write('[api]\nmax_rows = "many"\n[studios]\nport = 1');
    expect(() => load()).toThrow(/:2: api\.max_rows .*\n.*:4: studios\.port is not/);
  });

  test('are overridden by the environment, which the log shows at debug level', async () => {
    await write('[auth]\njwt_expiry = 1800\nsite_url = "https://app.example.com"');
    const environment = { JWT_EXPIRY_S: '900', PUBLIC_URL: 'https://api.example.com' };
    expect(load(environment).auth).toMatchObject({
      jwtExpiryS: 900,
      siteUrl: 'https://api.example.com',
    });
    const logger = createLogger('silent');
    const debug = vi.spyOn(logger, 'debug');
    logProjectConfig(read(environment), logger);
    expect(debug.mock.calls.map(([fields]) => fields)).toMatchObject([
      { variable: 'JWT_EXPIRY_S', key: 'auth.jwt_expiry', line: 2 },
      { variable: 'SITE_URL', key: 'auth.site_url', line: 3 },
    ]);
  });

  test('that the server cannot apply are logged as warnings', async () => {
    await write(`
      [auth.email]
      otp_length = 8
      double_confirm_changes = true
      [auth.hook.send_email]
      enabled = true
      [studio]
      port = 1`);
    const logger = createLogger('silent');
    const warn = vi.spyOn(logger, 'warn');
    logProjectConfig(read(), logger);
    expect(warn.mock.calls.map(([fields]) => fields)).toMatchObject([
      { key: 'auth.email.otp_length', line: 3 },
      { key: 'auth.hook.send_email.enabled', line: 6 },
    ]);
  });

  test('with env(NAME) are not set when the environment has no such variable', async () => {
    await write(
      '[auth.external.github]\nenabled = true\nclient_id = "id"\nsecret = "env(NO_SUCH)"',
    );
    expect(load().auth.providers).toMatchObject([{ name: 'github', secret: null }]);
  });
});
