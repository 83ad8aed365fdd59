import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  call,
  createBrowser,
  PASSWORD,
  readMail,
  signUp,
  uniqueEmail,
  waitForBlocked,
  waitForMails,
} from './auth-fixtures.ts';

const NEW_PASSWORD = 'another staple 8';

const clock = createFixedClock(new Date());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { MAILER_AUTOCONFIRM: 'true' } });
});
afterAll(() => server.stop());

function signIn(email: string, password: string) {
  return createBrowser(server).auth.signInWithPassword({ email, password });
}

/** @covers security.sessions.5 */
test.each([
  ['/user', 'PUT', { password: NEW_PASSWORD }],
  ['/user', 'PUT', { data: { nickname: 'Eve' } }],
  ['/factors', 'POST', { factor_type: 'totp', friendly_name: 'hers' }],
])(
  'A session that ends during its request changes nothing: %s %s %j',
  async (path, method, body) => {
    const { email, userId, session } = await signUp(server);
    const answered = await server.sql.begin(async (sql) => {
      await sql`select 1 from auth.users where id = ${userId} for update`;
      const asked = call(server, path, { method, body, token: session.access_token });
      await waitForBlocked(server, 1);
      await sql`delete from auth.sessions where user_id = ${userId}`;
      return () => asked;
    });
    expect(await answered()).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    });
    const { data } = await signIn(email, PASSWORD);
    expect(data.user?.user_metadata.nickname).toBeUndefined();
    expect(data.user?.factors ?? []).toEqual([]);
  },
);

describe('a password change', () => {
  /** @covers 7.11 */
  test('replaces the old password', async () => {
    const { browser, email, userId } = await signUp(server);
    const { data, error } = await browser.auth.updateUser({ password: NEW_PASSWORD });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    expect((await signIn(email, PASSWORD)).error).toMatchObject({ code: 'invalid_credentials' });
    expect((await signIn(email, NEW_PASSWORD)).error).toBeNull();
  });

  /** @covers 7.11 */
  test('ends every other session and keeps this one', async () => {
    const { browser, email, session } = await signUp(server);
    const { data: second } = await signIn(email, PASSWORD);
    const { error } = await browser.auth.updateUser({ password: NEW_PASSWORD });
    expect(error).toBeNull();
    const other = await call(server, '/user', { token: second.session?.access_token ?? '' });
    expect(other).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    const refreshed = await call(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: second.session?.refresh_token },
    });
    expect(refreshed).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    });
    expect((await call(server, '/user', { token: session.access_token })).status).toBe(200);
    expect((await browser.auth.refreshSession()).error).toBeNull();
  });

  test('ends a session that is created concurrently with the old password', async () => {
    const { browser, email, userId } = await signUp(server);
    const { signedIn, changed } = await server.sql.begin(async (sql) => {
      await sql`select 1 from auth.users where id = ${userId} for update`;
      const signingIn = signIn(email, PASSWORD);
      await waitForBlocked(server, 1);
      const changing = browser.auth.updateUser({ password: NEW_PASSWORD });
      await waitForBlocked(server, 2);
      return { signedIn: () => signingIn, changed: () => changing };
    });
    expect((await signedIn()).error).toBeNull();
    expect((await changed()).error).toBeNull();
    const sessions = await server.sql`select id from auth.sessions where user_id = ${userId}`;
    expect(sessions).toHaveLength(1);
  });

  test('rejects a sign-in whose password was replaced after its check', async () => {
    const { email, userId } = await signUp(server);
    const signedIn = await server.sql.begin(async (sql) => {
      await sql`select 1 from auth.users where id = ${userId} for update`;
      const signingIn = signIn(email, PASSWORD);
      await waitForBlocked(server, 1);
      await sql`update auth.users set encrypted_password = 'replaced' where id = ${userId}`;
      return () => signingIn;
    });
    expect((await signedIn()).error).toMatchObject({ code: 'invalid_credentials' });
  });

  /** @covers 7.11 */
  test('needs a different password than the current one', async () => {
    const { browser } = await signUp(server);
    const { error } = await browser.auth.updateUser({ password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: 'same_password' });
  });

  /** @covers 7.11 */
  test.each(['', '12345', 'x'.repeat(73)])(
    'rejects the password "%s" as weak',
    async (password) => {
      const { browser, email } = await signUp(server);
      const { error } = await browser.auth.updateUser({ password });
      expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
      expect((await signIn(email, PASSWORD)).error).toBeNull();
    },
  );

  test('checks the current password if the request contains it', async () => {
    const { browser, email } = await signUp(server);
    const change = (currentPassword: string) =>
      browser.auth.updateUser({ password: NEW_PASSWORD, current_password: currentPassword });
    expect((await change('a wrong one')).error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
    });
    expect((await signIn(email, PASSWORD)).error).toBeNull();
    expect((await change(PASSWORD)).error).toBeNull();
  });

  test('invalidates an earlier recovery link', async () => {
    const { browser, email } = await signUp(server);
    await browser.auth.resetPasswordForEmail(email);
    const { code, link } = await readMail(server, email);
    await browser.auth.updateUser({ password: NEW_PASSWORD });
    const byCode = await createBrowser(server).auth.verifyOtp({
      type: 'recovery',
      email,
      token: code,
    });
    expect(byCode.error).toMatchObject({ status: 403, code: 'otp_expired' });
    const byLink = await createBrowser(server).auth.verifyOtp({
      type: 'recovery',
      token_hash: link.searchParams.get('token') ?? '',
    });
    expect(byLink.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  /** @covers 7.11 */
  test('needs AAL2 once a second factor is verified', async () => {
    const { browser, userId } = await signUp(server);
    await server.sql`
      insert into auth.mfa_factors
        (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values (gen_random_uuid(), ${userId}, 'phone', 'totp', 'verified', 'SECRET', now(), now())`;
    const { error } = await browser.auth.updateUser({ password: NEW_PASSWORD });
    expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const { data } = await browser.auth.updateUser({ data: { theme: 'dark' } });
    expect(data.user?.factors).toEqual([
      expect.objectContaining({ factor_type: 'totp', status: 'verified', friendly_name: 'phone' }),
    ]);
    expect(JSON.stringify(data)).not.toContain('SECRET');
  });
});

describe('a nonce from an email', () => {
  /** @covers 7.9 */
  test('is accepted once for a password change', async () => {
    const { browser, email } = await signUp(server);
    expect((await browser.auth.reauthenticate()).error).toBeNull();
    await waitForMails(server);
    const mail = server.mails.findLast((candidate) => candidate.to === email);
    const nonce = /Your code: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(mail?.text).not.toContain('/verify');
    const change = (given: string, password: string) =>
      browser.auth.updateUser({ password, nonce: given });
    const expectedError = { status: 422, code: 'reauthentication_not_valid' };
    const wrong = nonce === '000000' ? '000001' : '000000';
    expect((await change(wrong, NEW_PASSWORD)).error).toMatchObject(expectedError);
    expect((await change(nonce, NEW_PASSWORD)).error).toBeNull();
    expect((await change(nonce, 'a third one')).error).toMatchObject(expectedError);
  });

  /** @covers 7.9 */
  test('is not accepted after an hour', async () => {
    const { browser, email } = await signUp(server);
    await browser.auth.reauthenticate();
    await waitForMails(server);
    const mail = server.mails.findLast((candidate) => candidate.to === email);
    const nonce = /Your code: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? '';
    clock.advance(3_601_000);
    await browser.auth.refreshSession();
    const { error } = await browser.auth.updateUser({ password: NEW_PASSWORD, nonce });
    expect(error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
  });

  test('is sent only to a request with a bearer token', async () => {
    const answer = await call(server, '/reauthenticate');
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
  });
});

describe('a metadata change', () => {
  /** @covers 7.11 */
  test('adds and replaces members, and removes members that are null', async () => {
    const { browser } = await signUp(server);
    await browser.auth.updateUser({ data: { name: 'Ada', city: 'London', list: [null] } });
    const { data, error } = await browser.auth.updateUser({ data: { city: null, name: 'A. L.' } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ name: 'A. L.', list: [null] });
    const { data: refreshed } = await browser.auth.refreshSession();
    expect(refreshed.user?.user_metadata).toEqual({ name: 'A. L.', list: [null] });
  });

  test('cannot change app metadata, role or id', async () => {
    const { session, userId } = await signUp(server);
    const put = (body: unknown) =>
      call(server, '/user', { method: 'PUT', body, token: session.access_token });
    expect(await put({ app_metadata: { role: 'admin' } })).toMatchObject({
      status: 403,
      body: { error_code: 'not_admin' },
    });
    const answer = await put({
      id: '00000000-0000-4000-8000-000000000000',
      role: 'service_role',
      raw_app_meta_data: { role: 'admin' },
      data: { role: 'admin' },
    });
    expect(answer.body).toMatchObject({
      id: userId,
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
  });

  test.each([
    [{ data: [] }, 'validation_failed'],
    [{ email: 'not-an-address' }, 'validation_failed'],
    [{ password: 7 }, 'validation_failed'],
    [{ phone: '+15550100' }, 'phone_provider_disabled'],
  ])('returns 400 for %j', async (body, code) => {
    const { session } = await signUp(server);
    const token = session.access_token;
    const answer = await call(server, '/user', { method: 'PUT', body, token });
    expect(answer).toMatchObject({ status: 400, body: { error_code: code } });
  });

  test('needs a bearer token', async () => {
    const answer = await call(server, '/user', { method: 'PUT', body: { data: {} } });
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
  });
});

describe('an email change', () => {
  /** @covers 7.11 */
  test('is applied when both addresses have confirmed it, in either order', async () => {
    for (const isNewFirst of [true, false]) {
      const { browser, email, userId } = await signUp(server);
      const newEmail = uniqueEmail();
      const { data, error } = await browser.auth.updateUser({ email: newEmail.toUpperCase() });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, new_email: newEmail });
      const order = isNewFirst ? [newEmail, email] : [email, newEmail];
      const verify = async (address: string) =>
        call(server, '/verify', {
          body: {
            type: 'email_change',
            email: address,
            token: (await readMail(server, address)).code,
          },
        });
      const firstConfirmation = await verify(order[0] ?? '');
      expect(firstConfirmation).toMatchObject({ status: 200, body: { code: '200' } });
      expect((await signIn(newEmail, PASSWORD)).error).not.toBeNull();
      const secondConfirmation = await verify(order[1] ?? '');
      expect(secondConfirmation.status).toBe(200);
      expect(secondConfirmation.body.user).toMatchObject({ id: userId, email: newEmail });
      expect(secondConfirmation.body.user).not.toHaveProperty('new_email');
      const { data: signedIn } = await signIn(newEmail, PASSWORD);
      expect(signedIn.user?.identities?.[0]?.identity_data).toMatchObject({ email: newEmail });
      expect((await signIn(email, PASSWORD)).error).not.toBeNull();
    }
  });

  test('needs a confirmation from each address, not two from one address', async () => {
    const { browser, email } = await signUp(server);
    const newEmail = uniqueEmail();
    await browser.auth.updateUser({ email: newEmail });
    const { code } = await readMail(server, newEmail);
    const body = { type: 'email_change', email: newEmail, token: code };
    expect((await call(server, '/verify', { body })).status).toBe(200);
    expect(await call(server, '/verify', { body })).toMatchObject({
      status: 403,
      body: { error_code: 'otp_expired' },
    });
    expect((await signIn(email, PASSWORD)).error).toBeNull();
  });

  test('cannot use the address of another user', async () => {
    const { email: taken } = await signUp(server);
    const { browser } = await signUp(server);
    const { error } = await browser.auth.updateUser({ email: taken });
    expect(error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test('fails when another user got the address before the confirmation', async () => {
    const { browser, email } = await signUp(server);
    const newEmail = uniqueEmail();
    await browser.auth.updateUser({ email: newEmail });
    await createBrowser(server).auth.signUp({ email: newEmail, password: PASSWORD });
    const verify = async (address: string) =>
      call(server, '/verify', {
        body: {
          type: 'email_change',
          email: address,
          token: (await readMail(server, address)).code,
        },
      });
    await verify(email);
    expect(await verify(newEmail)).toMatchObject({
      status: 422,
      body: { error_code: 'email_exists' },
    });
  });

  test('can be requested again only after a minute', async () => {
    const { browser, email } = await signUp(server);
    const newEmail = uniqueEmail();
    await browser.auth.updateUser({ email: newEmail });
    const again = () => createBrowser(server).auth.resend({ type: 'email_change', email });
    const rejected = await again();
    expect(rejected.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(rejected.error?.message).toMatch(/after 60 seconds/);
    await waitForMails(server);
    const before = server.mails.length;
    clock.advance(60_000);
    expect((await again()).error).toBeNull();
    await waitForMails(server);
    expect(
      server.mails
        .slice(before)
        .map((mail) => mail.to)
        .sort(),
    ).toEqual([email, newEmail].sort());
  });

  test('to the current address changes nothing and sends no email', async () => {
    const { browser, email } = await signUp(server);
    await waitForMails(server);
    const before = server.mails.length;
    const { data, error } = await browser.auth.updateUser({ email });
    expect(error).toBeNull();
    expect(data.user).not.toHaveProperty('new_email');
    await waitForMails(server);
    expect(server.mails).toHaveLength(before);
  });
});
