import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../src/platform/mail/mailer.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  call,
  createBrowser,
  createOperator,
  openLink,
  PASSWORD,
  readMail,
  uniqueEmail,
  waitForMails,
} from './auth-fixtures.ts';

/** How the mail host handles a mail. A test may replace it. */
let handleMail: (mail: Mail) => Promise<void>;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { MAILER_AUTOCONFIRM: 'false', MAX_FREQUENCY_S: '0' },
    takeMail: (mail) => handleMail(mail),
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  handleMail = () => Promise.resolve();
});

const never = () => new Promise<void>(() => undefined);

async function signUpConfirmed() {
  const browser = createBrowser(server);
  const email = uniqueEmail();
  await browser.auth.signUp({ email, password: PASSWORD });
  const { code } = await readMail(server, email);
  const { data, error } = await browser.auth.verifyOtp({ type: 'signup', email, token: code });
  if (error) throw error;
  return { browser, email, userId: data.user?.id ?? '' };
}

describe('A mail host that returns errors', () => {
  test('does not make a sign-up fail, and the mail is sent when the host accepts it', async () => {
    const email = uniqueEmail();
    let failures = 0;
    handleMail = () => {
      failures += 1;
      return failures === 1 ? Promise.reject(new Error('421 try later')) : Promise.resolve();
    };
    const response = await call(server, '/signup', { body: { email, password: PASSWORD } });
    expect(response.status).toBe(200);
    const { link } = await readMail(server, email);
    expect(failures).toBe(2);
    expect((await openLink(server, link)).hash).toContain('access_token=');
  });

  test('leaves the link of the earlier mail valid until the next mail is sent', async () => {
    const { email } = await signUpConfirmed();
    await call(server, '/recover', { body: { email } });
    const first = await readMail(server, email);
    let refused = 0;
    handleMail = () => {
      refused += 1;
      return Promise.reject(new Error('451 greylisted'));
    };
    await call(server, '/recover', { body: { email } });
    await expect.poll(() => refused).toBeGreaterThan(0);
    expect((await openLink(server, first.link)).hash).toContain('access_token=');
    handleMail = () => Promise.resolve();
    await waitForMails(server);
  });

  test('reverts neither a new password nor the request to change the email address', async () => {
    handleMail = () => Promise.reject(new Error('550 no'));
    const email = uniqueEmail();
    const { data: created } = await createOperator(server).auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
    });
    const browser = createBrowser(server);
    await browser.auth.signInWithPassword({ email, password: PASSWORD });
    const newEmail = uniqueEmail();
    const { data, error } = await browser.auth.updateUser({
      email: newEmail,
      password: 'another staple 8',
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: created.user?.id, email, new_email: newEmail });
    const signedIn = await createBrowser(server).auth.signInWithPassword({
      email,
      password: 'another staple 8',
    });
    expect(signedIn.error).toBeNull();
    handleMail = () => Promise.resolve();
    await waitForMails(server);
    expect((await readMail(server, newEmail)).code).toHaveLength(6);
  });
});

describe('A mail host that does not respond', () => {
  test('delays no request, and the user can still sign in', async () => {
    const { email } = await signUpConfirmed();
    let hanging = 0;
    handleMail = () => {
      hanging += 1;
      return never();
    };
    const responses = await Promise.all([
      call(server, '/recover', { body: { email } }),
      call(server, '/otp', { body: { email: uniqueEmail() } }),
      call(server, '/signup', { body: { email: uniqueEmail(), password: PASSWORD } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(() => hanging).toBeGreaterThan(0);
    const signedIn = await createBrowser(server).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(signedIn.error).toBeNull();
    await server.sql`delete from backend_auth.outbox`;
  });
});

describe('A queued message', () => {
  /** @covers security.personal-data.4 */
  test('is not readable in any table and is deleted after it is sent', async () => {
    const email = uniqueEmail();
    let sending: Mail | undefined;
    let release = (): void => undefined;
    handleMail = (mail) => {
      sending = mail;
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    await call(server, '/recover', { body: { email: (await createConfirmedUser()).email } });
    await expect.poll(() => sending).toBeDefined();
    const code = /Your code: (\d{6})/.exec(sending?.text ?? '')?.[1] ?? 'none';
    const token = /token=(\w+)/.exec(sending?.text ?? '')?.[1] ?? 'none';
    const rows = await server.sql<{ row: string }[]>`
      select encode(sealed, 'escape') || to_jsonb(o)::text as row from backend_auth.outbox o
      union all select to_jsonb(t)::text from backend_auth.one_time_tokens t
      union all select to_jsonb(j)::text from backend_jobs.job j`;
    expect(rows.length).toBeGreaterThan(1);
    const everything = rows.map(({ row }) => row).join('\n');
    for (const secret of [`"${code}"`, `:${code}`, token, email]) {
      expect(everything).not.toContain(secret);
    }
    release();
    await waitForMails(server);
  });

  async function createConfirmedUser() {
    const email = uniqueEmail();
    await createOperator(server).auth.admin.createUser({ email, email_confirm: true });
    return { email };
  }
});
