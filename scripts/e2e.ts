/** `npm run e2e [-- <Playwright arguments>]`: the browser tests against the built product with a temporary database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '@beaconpay/server';
import { findFreePort } from '@beaconpay/server/platform/free-port';
import { startCaptchaProvider } from '@beaconpay/server/testing/captcha';
import { startSmtpSink } from '@beaconpay/server/testing/mail-host';
import { CLIENT_ID, CLIENT_SECRET, startTestProvider } from '@beaconpay/server/testing/provider';
import { startTwilio } from '@beaconpay/server/testing/sms';
import { createAdministrator, generatePassword } from './administrators.ts';
import { buildWebIfStale, WEB_BUILD_DIR } from './build-web.ts';
import { CHROMIUM_ARGUMENTS, findTestChromium, TEST_CHROMIUM_ARGUMENTS } from './chromium.ts';
import { findFirefox } from './firefox.ts';
import { PROJECT_DIR } from './project-dir.ts';

const chromiumPath = await findTestChromium();
// Pictures use the regular appearance, with blur.
const chromiumArguments =
  process.env.PICTURES_DIR === undefined ? TEST_CHROMIUM_ARGUMENTS : CHROMIUM_ARGUMENTS;
const firefoxPath = await findFirefox();
if (firefoxPath === null) {
  console.log('No Firefox found, so its tests are skipped (Debian: firefox-esr).');
}
if (process.env.E2E_SKIP_BUILD === undefined) await buildWebIfStale();
async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-e2e-'));
  // Postgres runs as another user if this runs as root, and needs access to its folder.
  await chmod(dataDir, 0o711);
  return dataDir;
}

const settings = {
  SUPABASE_WORKDIR: PROJECT_DIR,
  HOST: '127.0.0.1',
  WEB_DIR: process.env.E2E_WEB_DIR ?? WEB_BUILD_DIR,
  LOG_LEVEL: 'error',
  // All test users share one IP address.
  RATE_LIMIT_TOKEN_PER_5_MIN: '100000',
  RATE_LIMIT_AUTH_PER_5_MIN: '100000',
  RATE_LIMIT_MFA_PER_MIN: '100000',
  RATE_LIMIT_UPLOADS_PER_HOUR: '100000',
};

/** A server that confirms email addresses by mail. Links in mails and passkeys need its port in advance. */
async function startMailingServer(dataDir: string, further: Record<string, string>) {
  const port = String(await findFreePort());
  return createServer({
    environment: {
      ...settings,
      DATA_DIR: dataDir,
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      MAILER_AUTOCONFIRM: 'false',
      MAX_FREQUENCY_S: '0',
      RATE_LIMIT_EMAIL_PER_HOUR: '100000',
      ...further,
    },
  });
}

const google = await startTestProvider();
const texts = await startTwilio();
const mailHost = await startSmtpSink();
const captchas = await startCaptchaProvider();
/** Sends SMS to the test provider, without a limit. */
const smsSettings = {
  SMS_PROVIDER: 'twilio',
  SMS_TWILIO_ACCOUNT_SID: 'AC1',
  SMS_TWILIO_AUTH_TOKEN: 'hush',
  SMS_TWILIO_SERVICE_SID: 'MG1',
  SMS_TWILIO_URL: texts.url,
  MAX_FREQUENCY_S: '0',
  RATE_LIMIT_SMS_PER_HOUR: '100000',
};
const googleSettings = {
  EXTERNAL_GOOGLE_CLIENT_ID: CLIENT_ID,
  EXTERNAL_GOOGLE_SECRET: CLIENT_SECRET,
  EXTERNAL_GOOGLE_URL: google.url,
};
/** The product's own mails. Those of the auth service are files. */
const mailSettings = {
  FUNCTIONS_SECRET_SMTP_URL: mailHost.url,
  FUNCTIONS_SECRET_MAIL_FROM: 'BeaconPay <pay@example.com>',
  FUNCTIONS_ALLOW_NET: mailHost.host,
};
const captchaSettings = {
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SITE_KEY: 'the site',
  CAPTCHA_SECRET: 'hush',
  CAPTCHA_URL: captchas.url,
};
const dataDir = await makeDataDir();
const mailDataDir = await makeDataDir();
const captchaDataDir = await makeDataDir();
const [server, mailingServer, captchaServer] = await Promise.all([
  createServer({ environment: { ...settings, ...smsSettings, DATA_DIR: dataDir, PORT: '0' } }),
  startMailingServer(mailDataDir, { ...googleSettings, ...smsSettings, ...mailSettings }),
  startMailingServer(captchaDataDir, captchaSettings),
]);
const url = `http://127.0.0.1:${String(server.port)}`;
const administrator = { email: 'admin@example.com', password: generatePassword() };
// For tests that change the sign-in of an administrator.
const guardedAdministrator = { ...administrator, email: 'guarded-admin@example.com' };
const secondAdministrator = { ...administrator, email: 'second-admin@example.com' };
try {
  await createAdministrator(server.state.connection, administrator);
  await createAdministrator(server.state.connection, secondAdministrator);
  await createAdministrator(server.state.connection, guardedAdministrator);
  await createAdministrator(mailingServer.state.connection, administrator);
  await createAdministrator(mailingServer.state.connection, guardedAdministrator);
  await createAdministrator(captchaServer.state.connection, administrator);
  const playwright = spawn(
    process.execPath,
    [
      join(PROJECT_DIR, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--config',
      'e2e/playwright.config.ts',
      ...process.argv.slice(2),
    ],
    {
      cwd: PROJECT_DIR,
      stdio: 'inherit',
      env: {
        ...process.env,
        CHROMIUM_PATH: chromiumPath,
        ...(firefoxPath === null ? {} : { FIREFOX_PATH: firefoxPath }),
        CHROMIUM_ARGUMENTS: chromiumArguments.join(' '),
        E2E_URL: url.replace('127.0.0.1', 'localhost'),
        E2E_PUBLISHABLE_KEY: server.state.apiKeys.publishableKey,
        E2E_MAIL_URL: `http://localhost:${String(mailingServer.port)}`,
        E2E_SMS_URL: texts.url,
        E2E_INBOX_URL: mailHost.inboxUrl,
        E2E_MAIL_PUBLISHABLE_KEY: mailingServer.state.apiKeys.publishableKey,
        E2E_MAIL_DIR: join(mailDataDir, 'mail'),
        E2E_CAPTCHA_URL: `http://localhost:${String(captchaServer.port)}`,
        E2E_CAPTCHA_MAIL_DIR: join(captchaDataDir, 'mail'),
        E2E_ADMIN_EMAIL: administrator.email,
        E2E_SECOND_ADMIN_EMAIL: secondAdministrator.email,
        E2E_GUARDED_ADMIN_EMAIL: guardedAdministrator.email,
        E2E_ADMIN_PASSWORD: administrator.password,
      },
    },
  );
  const [code] = (await once(playwright, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  const parts = [server, mailingServer, captchaServer, google, texts, captchas, mailHost];
  await Promise.all(parts.map((part) => part.close()));
  for (const dir of [dataDir, mailDataDir, captchaDataDir]) {
    await rm(dir, { recursive: true, force: true });
  }
}
