import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  call,
  createBrowser,
  openLink,
  PASSWORD,
  readMail,
  uniqueEmail,
  waitForMails,
} from './auth-fixtures.ts';

const SITE = 'https://pay.example';

const clock = createFixedClock(new Date());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock,
    environment: {
      MAILER_AUTOCONFIRM: 'false',
      PUBLIC_URL: SITE,
      REDIRECT_ALLOW_LIST: 'https://*.preview.example/**,app.beacon://welcome',
    },
  });
});
afterAll(() => server.stop());

function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

/** Creates a user whose email address is not confirmed. */
async function signUpUnconfirmed(options: { emailRedirectTo?: string } = {}) {
  const browser = createBrowser(server);
  const email = uniqueEmail();
  const { data, error } = await browser.auth.signUp({ email, password: PASSWORD, options });
  if (error) throw error;
  await waitForMails(server);
  return { browser, email, user: data.user, session: data.session };
}

async function signUpConfirmed() {
  const account = await signUpUnconfirmed();
  const { code } = await readMail(server, account.email);
  const { data, error } = await account.browser.auth.verifyOtp({
    type: 'signup',
    email: account.email,
    token: code,
  });
  if (error) throw error;
  return { ...account, session: data.session, user: data.user };
}

function signIn(email: string) {
  return createBrowser(server).auth.signInWithPassword({ email, password: PASSWORD });
}

describe('A sign-up on a server that requires email confirmation', () => {
  /** @covers 7.1 */
  test('returns a user without a session and sends a mail with a code and a link', async () => {
    const { user, session, email } = await signUpUnconfirmed();
    expect(session).toBeNull();
    expect(user).toMatchObject({ email, role: 'authenticated' });
    expect(user?.identities).toHaveLength(1);
    expect(user).not.toHaveProperty('email_confirmed_at');
    const { link } = await readMail(server, email);
    expect(link.origin + link.pathname).toBe(`${SITE}/auth/v1/verify`);
    expect((await signIn(email)).error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
  });

  /** @covers 7.2 */
  test('is not disclosed as unconfirmed to a caller with a wrong password', async () => {
    const { email } = await signUpUnconfirmed();
    const { error } = await createBrowser(server).auth.signInWithPassword({
      email,
      password: 'not the password',
    });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });

  test('stores neither the code nor the token of the link in plain text', async () => {
    const { email, user } = await signUpUnconfirmed();
    const { code, link } = await readMail(server, email);
    const [row] = await server.sql<{ stored: string }[]>`
      select jsonb_build_array(to_jsonb(u), (
        select jsonb_agg(to_jsonb(t)) from backend_auth.one_time_tokens t where t.user_id = u.id
      ))::text as stored
      from auth.users u where id = ${user?.id ?? ''}`;
    expect(row?.stored).toContain('confirmation_token');
    expect(row?.stored).not.toContain(`"${code}"`);
    expect(row?.stored).not.toContain(link.searchParams.get('token'));
  });

  /** @covers 7.1 */
  test('does not disclose that an address is registered: it returns a fictional user', async () => {
    const { email, user } = await signUpConfirmed();
    await waitForMails(server);
    const before = server.mails.length;
    const { data, error } = await createBrowser(server).auth.signUp({
      email,
      password: 'another one',
      options: { data: { full_name: 'Eve' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email,
      identities: [],
      role: '',
      user_metadata: { full_name: 'Eve' },
    });
    expect(data.user?.id).not.toBe(user?.id);
    await waitForMails(server);
    expect(server.mails).toHaveLength(before);
    expect((await signIn(email)).error).toBeNull();
  });

  test('sends a new mail to an unconfirmed address after one minute', async () => {
    const { email, user } = await signUpUnconfirmed();
    const first = await readMail(server, email);
    const again = () => createBrowser(server).auth.signUp({ email, password: 'another one' });
    expect((await again()).error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
    });
    clock.advance(61_000);
    const { data, error } = await again();
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: user?.id });
    expect(data.user?.identities).toHaveLength(1);
    const second = await readMail(server, email);
    expect(second.link.href).not.toBe(first.link.href);
    expect(fragmentOf(await openLink(server, first.link))).toMatchObject({
      error_code: 'otp_expired',
    });
    await openLink(server, second.link);
    // The link confirms the password of the sign-up that it was sent for, not that of the earlier sign-up.
    expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' });
    const { error: withNewest } = await createBrowser(server).auth.signInWithPassword({
      email,
      password: 'another one',
    });
    expect(withNewest).toBeNull();
  });
});

describe('A link in a mail', () => {
  test('confirms the address and redirects to the app with a session in the URL fragment', async () => {
    const { email, browser, user } = await signUpUnconfirmed();
    const target = await openLink(server, (await readMail(server, email)).link);
    expect(target.origin).toBe(SITE);
    const fragment = fragmentOf(target);
    expect(fragment).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' });
    const { data, error } = await browser.auth.setSession({
      access_token: fragment.access_token ?? '',
      refresh_token: fragment.refresh_token ?? '',
    });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user?.id);
    expect((await signIn(email)).error).toBeNull();
  });

  test('is accepted once, and its code is rejected afterwards', async () => {
    const { email } = await signUpUnconfirmed();
    const { link, code } = await readMail(server, email);
    const targets = await Promise.all([openLink(server, link), openLink(server, link)]);
    const outcomes = targets.map((target) =>
      Object.keys(fragmentOf(target)).includes('access_token'),
    );
    expect(outcomes.sort()).toEqual([false, true]);
    const byCode = await createBrowser(server).auth.verifyOtp({
      type: 'signup',
      email,
      token: code,
    });
    expect(byCode.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  test('stays valid after a HEAD request', async () => {
    const { email } = await signUpUnconfirmed();
    const { link } = await readMail(server, email);
    await fetch(`${server.url}${link.pathname}${link.search}`, { method: 'HEAD' });
    expect(fragmentOf(await openLink(server, link))).toHaveProperty('access_token');
  });

  test('is valid for one hour and then redirects with an error in the URL fragment', async () => {
    const { email } = await signUpUnconfirmed();
    clock.advance(3_601_000);
    const target = await openLink(server, (await readMail(server, email)).link);
    expect(target.search).toBe('');
    expect(fragmentOf(target)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
  });

  /** @covers 7.7 */
  test.each(['signup', 'recovery', 'magiclink', 'invite', 'email_change'])(
    'with an unknown token is rejected for type %s',
    async (type) => {
      const link = new URL(`${SITE}/auth/v1/verify?token=${'0'.repeat(64)}&type=${type}`);
      expect(fragmentOf(await openLink(server, link))).toMatchObject({ error_code: 'otp_expired' });
    },
  );

  test('of one type is rejected as another type', async () => {
    const { email } = await signUpUnconfirmed();
    const { link } = await readMail(server, email);
    const other = new URL(link);
    other.searchParams.set('type', 'recovery');
    expect(fragmentOf(await openLink(server, other))).toMatchObject({ error_code: 'otp_expired' });
    const unknown = new URL(link);
    unknown.searchParams.set('type', 'sms');
    expect(fragmentOf(await openLink(server, unknown))).toMatchObject({
      error: 'invalid_request',
      error_code: 'validation_failed',
    });
    expect(fragmentOf(await openLink(server, link))).toHaveProperty('access_token');
  });

  test('of a banned user is rejected', async () => {
    const { email, user } = await signUpUnconfirmed();
    await server.sql`
      update auth.users set banned_until = ${new Date(clock.now().getTime() + 60_000)}
      where id = ${user?.id ?? ''}`;
    expect(fragmentOf(await openLink(server, (await readMail(server, email)).link))).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    });
  });

  test.each([
    ['https://pay.example/personal?tab=1', 'https://pay.example/personal?tab=1'],
    ['https://one.preview.example/cards', 'https://one.preview.example/cards'],
    ['app.beacon://welcome', 'app.beacon://welcome'],
    ['https://evil.example/', 'https://pay.example/'],
    ['https://pay.example.evil.example/', 'https://pay.example/'],
    ['https://pay.example@evil.example/', 'https://pay.example/'],
    ['https://evil.example\\@pay.example/', 'https://pay.example/'],
    ['https://a.b.preview.example/', 'https://pay.example/'],
    ['https://evil.example/.preview.example/x', 'https://pay.example/'],
    ['http://pay.example/', 'https://pay.example/'],
    ['javascript:alert(1)', 'https://pay.example/'],
    ['//evil.example', 'https://pay.example/'],
    ['not an address', 'https://pay.example/'],
  ])('with the redirect URL %s redirects to %s', async (emailRedirectTo, expected) => {
    const { email } = await signUpUnconfirmed({ emailRedirectTo });
    const { link } = await readMail(server, email);
    // The server checks the redirect URL again when the link is opened, because a link can be edited.
    link.searchParams.set('redirect_to', emailRedirectTo);
    const target = await openLink(server, link);
    target.hash = '';
    expect(target.href).toBe(expected);
  });
});

describe('A code in a mail', () => {
  /** @covers 7.7 */
  test('signs the user in and confirms the address', async () => {
    const { session, user } = await signUpConfirmed();
    expect(session?.user.id).toBe(user?.id);
    expect(user?.email_confirmed_at).toBeDefined();
    expect(user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
  });

  /** @covers 7.7 */
  test('is rejected when it is wrong, expired or sent to another address', async () => {
    const { browser, email } = await signUpUnconfirmed();
    const other = await signUpUnconfirmed();
    const { code } = await readMail(server, email);
    const expectedError = { status: 403, code: 'otp_expired' };
    const verify = (address: string, token: string) =>
      browser.auth.verifyOtp({ type: 'signup', email: address, token });
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await verify(email, wrong)).error).toMatchObject(expectedError);
    expect((await verify(other.email, code)).error).toMatchObject(expectedError);
    expect((await verify(uniqueEmail(), code)).error).toMatchObject(expectedError);
    clock.advance(3_601_000);
    expect((await verify(email, code)).error).toMatchObject(expectedError);
  });

  /** @covers 7.7 */
  test('can be replaced by the token hash of the link', async () => {
    const { browser, email } = await signUpUnconfirmed();
    const tokenHash = (await readMail(server, email)).link.searchParams.get('token') ?? '';
    const { data, error } = await browser.auth.verifyOtp({
      type: 'email',
      token_hash: tokenHash,
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test.each([
    [{ token: '123456', email: 'a@example.com' }, 'validation_failed'],
    [{ type: 'signup', email: 'a@example.com' }, 'validation_failed'],
    [{ type: 'signup', token: '123456' }, 'validation_failed'],
    [{ type: 'other', token: '123456', email: 'a@example.com' }, 'validation_failed'],
    [{ type: '__proto__', token: '123456', email: 'a@example.com' }, 'validation_failed'],
    [{ type: 'signup', token_hash: 'x', email: 'a@example.com' }, 'validation_failed'],
    [{ type: 'sms', token: '123456', phone: '+15550100' }, 'phone_provider_disabled'],
  ])('is rejected with status 400 when the request body is %j', async (body, code) => {
    const response = await call(server, '/verify', { body });
    expect(response).toMatchObject({ status: 400, body: { error_code: code } });
  });
});

describe('A password reset', () => {
  /** @covers 7.12 */
  test('signs the user in through the link and accepts a new password', async () => {
    const { email } = await signUpConfirmed();
    const browser = createBrowser(server);
    const { error } = await browser.auth.resetPasswordForEmail(email, {
      redirectTo: `${SITE}/reset`,
    });
    expect(error).toBeNull();
    const target = await openLink(server, (await readMail(server, email)).link);
    expect(target.pathname).toBe('/reset');
    const { access_token, refresh_token, type } = fragmentOf(target);
    expect(type).toBe('recovery');
    await browser.auth.setSession({
      access_token: access_token ?? '',
      refresh_token: refresh_token ?? '',
    });
    expect((await browser.auth.updateUser({ password: 'a new password' })).error).toBeNull();
    expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' });
  });

  test('removes the password of an unconfirmed sign-up, which may be from another person', async () => {
    const { email } = await signUpUnconfirmed();
    await createBrowser(server).auth.resetPasswordForEmail(email);
    await openLink(server, (await readMail(server, email)).link);
    expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' });
  });

  /** @covers 7.12 */
  test('returns the same response for an unknown address and sends no mail', async () => {
    await waitForMails(server);
    const before = server.mails.length;
    const response = await call(server, '/recover', { body: { email: uniqueEmail() } });
    expect(response).toMatchObject({ status: 200, body: {} });
    await waitForMails(server);
    expect(server.mails).toHaveLength(before);
  });

  /** @covers 7.12 */
  test('can be requested once per minute', async () => {
    const { email } = await signUpConfirmed();
    const requestReset = () => createBrowser(server).auth.resetPasswordForEmail(email);
    const results = await Promise.all([requestReset(), requestReset(), requestReset()]);
    const codes = results.map(({ error }) => error?.code ?? 'sent').sort();
    expect(codes).toEqual(['over_email_send_rate_limit', 'over_email_send_rate_limit', 'sent']);
    clock.advance(60_000);
    expect((await requestReset()).error).toBeNull();
  });

  test.each([{}, { email: 'not-an-address' }])(
    'is rejected with status 400 when the request body is %j',
    async (body) => {
      const response = await call(server, '/recover', { body });
      expect(response).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    },
  );
});

describe('A sign-in by mail', () => {
  /** @covers 7.6 */
  test('signs in an existing user', async () => {
    const { email, user } = await signUpConfirmed();
    const browser = createBrowser(server);
    expect((await browser.auth.signInWithOtp({ email })).error).toBeNull();
    const { code, link } = await readMail(server, email);
    expect(link.searchParams.get('type')).toBe('magiclink');
    const { data, error } = await browser.auth.verifyOtp({ type: 'email', email, token: code });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user?.id);
  });

  /** @covers 7.6 */
  test('creates an account for a new user', async () => {
    const email = uniqueEmail();
    const browser = createBrowser(server);
    await browser.auth.signInWithOtp({ email, options: { data: { full_name: 'Ada' } } });
    const { data, error } = await browser.auth.verifyOtp({
      type: 'email',
      email,
      token: (await readMail(server, email)).code,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada' } });
    expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' });
  });

  /** @covers 7.6 */
  test('does not create a user when create_user is false', async () => {
    const { error } = await createBrowser(server).auth.signInWithOtp({
      email: uniqueEmail(),
      options: { shouldCreateUser: false },
    });
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled' });
  });

  test.each([
    [{}, 'validation_failed'],
    [{ email: 'a@example.com', phone: '+15550100' }, 'validation_failed'],
    [{ phone: '+15550100' }, 'phone_provider_disabled'],
  ])('is rejected with status 400 when the request body is %j', async (body, code) => {
    const response = await call(server, '/otp', { body });
    expect(response).toMatchObject({ status: 400, body: { error_code: code } });
  });
});

describe('POST /resend', () => {
  /** @covers 7.10 */
  test('sends the confirmation mail again after one minute', async () => {
    const { browser, email } = await signUpUnconfirmed();
    const resend = () => browser.auth.resend({ type: 'signup', email });
    expect((await resend()).error).toMatchObject({ code: 'over_email_send_rate_limit' });
    clock.advance(61_000);
    expect((await resend()).error).toBeNull();
    await openLink(server, (await readMail(server, email)).link);
    expect((await signIn(email)).error).toBeNull();
  });

  /** @covers 7.10 */
  test('sends no mail to unknown or confirmed addresses and returns the same response', async () => {
    const { email } = await signUpConfirmed();
    await waitForMails(server);
    const before = server.mails.length;
    for (const address of [email, uniqueEmail()]) {
      for (const type of ['signup', 'email_change']) {
        const response = await call(server, '/resend', { body: { type, email: address } });
        expect(response).toMatchObject({ status: 200, body: {} });
      }
    }
    await waitForMails(server);
    expect(server.mails).toHaveLength(before);
  });

  test.each([
    [{ email: 'a@example.com' }, 'validation_failed'],
    [{ type: 'recovery', email: 'a@example.com' }, 'validation_failed'],
    [{ type: 'signup' }, 'validation_failed'],
    [{ type: 'sms', phone: '+15550100' }, 'phone_provider_disabled'],
  ])('returns 400 when the request body is %j', async (body, code) => {
    const response = await call(server, '/resend', { body });
    expect(response).toMatchObject({ status: 400, body: { error_code: code } });
  });
});

describe('The PKCE flow', () => {
  async function openPkceLink() {
    const browser = createBrowser(server, { flowType: 'pkce' });
    const email = uniqueEmail();
    await browser.auth.signUp({ email, password: PASSWORD });
    const { link } = await readMail(server, email);
    const target = await openLink(server, link);
    return { browser, email, link, target, code: target.searchParams.get('code') ?? '' };
  }

  /** @covers 4.authentication.6, 7.3 */
  test('redirects to the app with an authorization code that the same browser can exchange', async () => {
    const { browser, email, target, code } = await openPkceLink();
    expect(target.hash).toBe('');
    const { data, error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const { data: claims } = await browser.auth.getClaims(data.session?.access_token ?? '');
    expect(claims?.claims.amr).toEqual([expect.objectContaining({ method: 'email/signup' })]);
  });

  /** @covers 7.12 */
  test('works for a password reset', async () => {
    const { email } = await signUpConfirmed();
    const browser = createBrowser(server, { flowType: 'pkce' });
    await browser.auth.resetPasswordForEmail(email);
    const target = await openLink(server, (await readMail(server, email)).link);
    const { error } = await browser.auth.exchangeCodeForSession(
      target.searchParams.get('code') ?? '',
    );
    expect(error).toBeNull();
  });

  function exchange(code: string, verifier: string) {
    return call(server, '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: verifier },
    });
  }

  /** @covers 7.3 */
  test('rejects a wrong code verifier and then deletes the authorization code', async () => {
    const { browser, code } = await openPkceLink();
    expect(await exchange(code, 'x'.repeat(56))).toMatchObject({
      status: 400,
      body: { error_code: 'bad_code_verifier' },
    });
    const { error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' });
  });

  /** @covers 7.3 */
  test('rejects an authorization code after five minutes', async () => {
    const { browser, code } = await openPkceLink();
    clock.advance(301_000);
    const { error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  /** @covers 7.3 */
  test('rejects an authorization code that was not issued', async () => {
    await createBrowser(server, { flowType: 'pkce' }).auth.signUp({
      email: uniqueEmail(),
      password: PASSWORD,
    });
    const [flow] = await server.sql<{ auth_code: string }[]>`
      select auth_code from auth.flow_state where auth_code_issued_at is null limit 1`;
    for (const code of [flow?.auth_code ?? '', 'unknown']) {
      expect(await exchange(code, 'x'.repeat(56))).toMatchObject({
        status: 404,
        body: { error_code: 'flow_state_not_found' },
      });
    }
  });

  test('returns errors in the query string and in the URL fragment', async () => {
    const { link } = await openPkceLink();
    const target = await openLink(server, link);
    expect(target.searchParams.get('error_code')).toBe('otp_expired');
    expect(fragmentOf(target)).toMatchObject({ error_code: 'otp_expired' });
  });

  test.each([{}, { auth_code: 'x' }, { code_verifier: 'x' }])(
    'returns 400 when the request body is %j',
    async (body) => {
      const response = await call(server, '/token?grant_type=pkce', { body });
      expect(response).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    },
  );
});
