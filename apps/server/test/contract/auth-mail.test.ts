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

/** A person whose address is not confirmed yet. */
async function signUpUnconfirmed(options: { emailRedirectTo?: string } = {}) {
  const browser = createBrowser(server);
  const email = uniqueEmail();
  const { data, error } = await browser.auth.signUp({ email, password: PASSWORD, options });
  if (error) throw error;
  await waitForMails(server);
  return { browser, email, user: data.user, session: data.session };
}

async function signUpConfirmed() {
  const person = await signUpUnconfirmed();
  const { code } = await readMail(server, person.email);
  const { data, error } = await person.browser.auth.verifyOtp({
    type: 'signup',
    email: person.email,
    token: code,
  });
  if (error) throw error;
  return { ...person, session: data.session, user: data.user };
}

function signIn(email: string) {
  return createBrowser(server).auth.signInWithPassword({ email, password: PASSWORD });
}

describe('signing up where addresses have to be confirmed', () => {
  /** @covers 7.1 */
  test('gives the bare user, no session, and a mail with a code and a link', async () => {
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
  test('reports a wrong password before an unconfirmed address', async () => {
    const { email } = await signUpUnconfirmed();
    const { error } = await createBrowser(server).auth.signInWithPassword({
      email,
      password: 'not the password',
    });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });

  test('stores neither the code nor the token of the link', async () => {
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
  test('returns a fictional user for a confirmed address, which does not disclose that it is registered', async () => {
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

  test('sends the mail again to an unconfirmed address, after a minute', async () => {
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
    // The link confirms what the sign-up set that it was mailed for, and nothing from before.
    expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' });
    const { error: withNewest } = await createBrowser(server).auth.signInWithPassword({
      email,
      password: 'another one',
    });
    expect(withNewest).toBeNull();
  });
});

describe('a link in a mail', () => {
  test('confirms the address and leads to the app with a session in the fragment', async () => {
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

  test('works once', async () => {
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

  test('is not used up by a HEAD request', async () => {
    const { email } = await signUpUnconfirmed();
    const { link } = await readMail(server, email);
    await fetch(`${server.url}${link.pathname}${link.search}`, { method: 'HEAD' });
    expect(fragmentOf(await openLink(server, link))).toHaveProperty('access_token');
  });

  test('is valid for an hour; after that the redirect’s fragment contains the error', async () => {
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
    'that was made up is refused for type %s',
    async (type) => {
      const link = new URL(`${SITE}/auth/v1/verify?token=${'0'.repeat(64)}&type=${type}`);
      expect(fragmentOf(await openLink(server, link))).toMatchObject({ error_code: 'otp_expired' });
    },
  );

  test('of one kind does not work as another', async () => {
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

  test('of a banned user is refused', async () => {
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
  ])('asked to lead to %s leads to %s', async (emailRedirectTo, expected) => {
    const { email } = await signUpUnconfirmed({ emailRedirectTo });
    const { link } = await readMail(server, email);
    // The choice is made when the link is opened, too: it can be edited on the way.
    link.searchParams.set('redirect_to', emailRedirectTo);
    const target = await openLink(server, link);
    target.hash = '';
    expect(target.href).toBe(expected);
  });
});

describe('a code in a mail', () => {
  /** @covers 7.7 */
  test('signs in with the address it was sent to', async () => {
    const { session, user } = await signUpConfirmed();
    expect(session?.user.id).toBe(user?.id);
    expect(user?.email_confirmed_at).toBeDefined();
    expect(user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
  });

  /** @covers 7.7 */
  test('is refused when it is wrong, expired or of another address', async () => {
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
  test('can be replaced by the token of the link', async () => {
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
  ])('answers 400 to %j', async (body, code) => {
    const answer = await call(server, '/verify', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: code } });
  });
});

describe('a forgotten password', () => {
  /** @covers 7.12 */
  test('is replaced through the link', async () => {
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

  test('removes the password of a user who signed up with another’s address', async () => {
    const { email } = await signUpUnconfirmed();
    await createBrowser(server).auth.resetPasswordForEmail(email);
    await openLink(server, (await readMail(server, email)).link);
    expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' });
  });

  /** @covers 7.12 */
  test('returns the same response for an unknown address, and sends nothing', async () => {
    await waitForMails(server);
    const before = server.mails.length;
    const answer = await call(server, '/recover', { body: { email: uniqueEmail() } });
    expect(answer).toMatchObject({ status: 200, body: {} });
    await waitForMails(server);
    expect(server.mails).toHaveLength(before);
  });

  /** @covers 7.12 */
  test('can be requested once a minute', async () => {
    const { email } = await signUpConfirmed();
    const ask = () => createBrowser(server).auth.resetPasswordForEmail(email);
    const results = await Promise.all([ask(), ask(), ask()]);
    const codes = results.map(({ error }) => error?.code ?? 'sent').sort();
    expect(codes).toEqual(['over_email_send_rate_limit', 'over_email_send_rate_limit', 'sent']);
    clock.advance(60_000);
    expect((await ask()).error).toBeNull();
  });

  test.each([{}, { email: 'not-an-address' }])('answers 400 to %j', async (body) => {
    const answer = await call(server, '/recover', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });
});

describe('a sign-in by mail', () => {
  /** @covers 7.6 */
  test('signs a known user in', async () => {
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
  test('signs a new user up', async () => {
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
  ])('answers 400 to %j', async (body, code) => {
    const answer = await call(server, '/otp', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: code } });
  });
});

describe('POST /resend', () => {
  /** @covers 7.10 */
  test('sends the confirmation again after a minute', async () => {
    const { browser, email } = await signUpUnconfirmed();
    const resend = () => browser.auth.resend({ type: 'signup', email });
    expect((await resend()).error).toMatchObject({ code: 'over_email_send_rate_limit' });
    clock.advance(61_000);
    expect((await resend()).error).toBeNull();
    await openLink(server, (await readMail(server, email)).link);
    expect((await signIn(email)).error).toBeNull();
  });

  /** @covers 7.10 */
  test('sends nothing to unknown or confirmed addresses, with the same response', async () => {
    const { email } = await signUpConfirmed();
    await waitForMails(server);
    const before = server.mails.length;
    for (const address of [email, uniqueEmail()]) {
      for (const type of ['signup', 'email_change']) {
        const answer = await call(server, '/resend', { body: { type, email: address } });
        expect(answer).toMatchObject({ status: 200, body: {} });
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
  ])('answers 400 to %j', async (body, code) => {
    const answer = await call(server, '/resend', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: code } });
  });
});

describe('a code exchange (PKCE)', () => {
  async function openPkceLink() {
    const browser = createBrowser(server, { flowType: 'pkce' });
    const email = uniqueEmail();
    await browser.auth.signUp({ email, password: PASSWORD });
    const { link } = await readMail(server, email);
    const target = await openLink(server, link);
    return { browser, email, link, target, code: target.searchParams.get('code') ?? '' };
  }

  /** @covers 4.authentication.6, 7.3 */
  test('leads to the app with a code that only the same browser can exchange', async () => {
    const { browser, email, target, code } = await openPkceLink();
    expect(target.hash).toBe('');
    const { data, error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const { data: claims } = await browser.auth.getClaims(data.session?.access_token ?? '');
    expect(claims?.claims.amr).toEqual([expect.objectContaining({ method: 'email/signup' })]);
  });

  /** @covers 7.12 */
  test('works for a forgotten password', async () => {
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
  test('refuses another verifier, and the code is gone afterwards', async () => {
    const { browser, code } = await openPkceLink();
    expect(await exchange(code, 'x'.repeat(56))).toMatchObject({
      status: 400,
      body: { error_code: 'bad_code_verifier' },
    });
    const { error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' });
  });

  /** @covers 7.3 */
  test('refuses a code after five minutes', async () => {
    const { browser, code } = await openPkceLink();
    clock.advance(301_000);
    const { error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  /** @covers 7.3 */
  test('refuses a code that was never issued', async () => {
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

  test('puts errors into the query and the fragment', async () => {
    const { link } = await openPkceLink();
    const target = await openLink(server, link);
    expect(target.searchParams.get('error_code')).toBe('otp_expired');
    expect(fragmentOf(target)).toMatchObject({ error_code: 'otp_expired' });
  });

  test.each([{}, { auth_code: 'x' }, { code_verifier: 'x' }])('answers 400 to %j', async (body) => {
    const answer = await call(server, '/token?grant_type=pkce', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });
});
