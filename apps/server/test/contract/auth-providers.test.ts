/** @covers security.sessions.19 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { createProviders } from '../../src/services/auth/providers/providers.ts';
import { readProviderSettings } from '../../src/services/auth/providers/settings.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startTestProvider,
  startTestServer,
  type Claims,
  type TestProvider,
  type TestServer,
} from '../support/index.ts';
import {
  call,
  createBrowser,
  createOperator,
  PASSWORD,
  readMail,
  uniqueEmail,
  waitForMails,
} from './auth-fixtures.ts';
import { FlowBrowser, fragmentOf } from './auth-provider-fixtures.ts';

let provider: TestProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startTestProvider();
  server = await startTestServer({
    environment: {
      PUBLIC_URL: 'http://localhost:3000',
      MAILER_AUTOCONFIRM: 'false',
      EXTERNAL_GOOGLE_CLIENT_ID: CLIENT_ID,
      EXTERNAL_GOOGLE_SECRET: CLIENT_SECRET,
      EXTERNAL_GOOGLE_URL: provider.url,
      EXTERNAL_GITHUB_CLIENT_ID: CLIENT_ID,
      EXTERNAL_GITHUB_SECRET: CLIENT_SECRET,
      EXTERNAL_GITHUB_URL: provider.url,
      EXTERNAL_APPLE_CLIENT_ID: CLIENT_ID,
      EXTERNAL_APPLE_SECRET: CLIENT_SECRET,
      EXTERNAL_APPLE_URL: provider.url,
      EXTERNAL_AWAY_CLIENT_ID: CLIENT_ID,
      EXTERNAL_AWAY_URL: 'http://127.0.0.1:9',
    },
  });
});
afterEach(() => {
  provider.intercept = null;
});
afterAll(async () => {
  await server.stop();
  await provider.close();
});

const HOME = 'http://localhost:3000/';

function person(claims: Partial<Claims> = {}): Claims {
  return { sub: randomUUID(), email: uniqueEmail(), email_verified: true, ...claims };
}

async function departureOf(
  supabase: ReturnType<typeof createBrowser>,
  tab: FlowBrowser,
  options: { name?: string; scopes?: string; queryParams?: Record<string, string> } = {},
): Promise<URL> {
  const { name = 'google', ...given } = options;
  const { data, error } = await supabase.auth.signInWithOAuth({
    provider: name as 'google',
    options: { redirectTo: `${HOME}cards`, skipBrowserRedirect: true, ...given },
  });
  if (error) throw error;
  return tab.open(data.url);
}

/** Signs in through the provider, implicitly, and answers what the app finds in its address. */
async function signInThere(claims: Claims, name = 'google'): Promise<Record<string, string>> {
  const tab = new FlowBrowser(server);
  const departure = await departureOf(createBrowser(server), tab, { name });
  return fragmentOf(await tab.open(provider.consent(departure, claims)));
}

async function userOf(accessToken: string | undefined) {
  const { data, error } = await createBrowser(server).auth.getUser(accessToken);
  if (error) throw error;
  return data.user;
}

async function signUpByMail(email: string, isConfirmed: boolean) {
  const { error } = await createBrowser(server).auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  const { code } = await readMail(server, email);
  if (!isConfirmed) return null;
  const supabase = createBrowser(server);
  const { data } = await supabase.auth.verifyOtp({ type: 'signup', email, token: code });
  return data.user;
}

describe('Signing in through a provider', () => {
  /** @covers 7.13 */
  test('asks the provider for a code by state, nonce and PKCE, and for what the app adds', async () => {
    const url = await departureOf(createBrowser(server), new FlowBrowser(server), {
      scopes: 'calendar email',
      queryParams: {
        prompt: 'consent',
        client_id: 'stranger',
        redirect_uri: 'https://stranger.example',
      },
    });
    expect(url.href.startsWith(`${provider.url}/authorize?`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT_ID,
      redirect_uri: 'http://localhost:3000/auth/v1/callback',
      response_type: 'code',
      scope: 'openid email profile calendar',
      prompt: 'consent',
      code_challenge_method: 'S256',
    });
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/);
  });

  /** @covers 7.13 */
  test('makes an account of a verified address and hands the provider’s tokens on', async () => {
    const claims = person({ name: 'Ada Lovelace', picture: 'https://img.example/ada.png' });
    const fragment = await signInThere(claims);
    expect(fragment).toMatchObject({ token_type: 'bearer' });
    expect(fragment.provider_token).toMatch(/^access-/);
    expect(fragment.provider_refresh_token).toMatch(/^refresh-/);
    const user = await userOf(fragment.access_token);
    expect(user).toMatchObject({
      email: claims.email,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Ada Lovelace', avatar_url: 'https://img.example/ada.png' },
      is_anonymous: false,
    });
    expect(user.email_confirmed_at).toBeDefined();
    expect(user.identities).toMatchObject([
      { provider: 'google', id: claims.sub, email: claims.email },
    ]);
  });

  /** @covers 7.3 */
  test('by PKCE, gives a code that is worth a session and the tokens to the verifier alone', async () => {
    const supabase = createBrowser(server, { flowType: 'pkce' });
    const tab = new FlowBrowser(server);
    const departure = await departureOf(supabase, tab);
    const landed = await tab.open(provider.consent(departure, person()));
    expect(landed.href).toMatch(/^http:\/\/localhost:3000\/cards\?code=[\w-]+$/);
    const code = landed.searchParams.get('code') ?? '';
    const [stored] = await server.sql`
      select provider_access_token as token from auth.flow_state where auth_code = ${code}`;
    expect(stored?.token).not.toContain('access-');
    const { data, error } = await supabase.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.session?.provider_token).toMatch(/^access-/);
    expect(data.session?.provider_refresh_token).toMatch(/^refresh-/);
    const again = await call(server, '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'v'.repeat(43) },
    });
    expect(again.body.error_code).toBe('flow_state_not_found');
  });

  test('recognizes a user by the provider’s id, even with a changed address', async () => {
    const claims = person();
    const first = await userOf((await signInThere(claims)).access_token);
    const moved = await signInThere({ ...claims, email: uniqueEmail(), email_verified: false });
    expect(await userOf(moved.access_token)).toMatchObject({ id: first.id, email: claims.email });
  });

  test('links an account whose address both sides have verified, and its owner gets a mail', async () => {
    const email = uniqueEmail();
    const known = await signUpByMail(email, true);
    const fragment = await signInThere(person({ email }));
    const user = await userOf(fragment.access_token);
    expect(user.id).toBe(known?.id);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] });
    const { data } = await createBrowser(server).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(data.user?.id).toBe(known?.id);
    await waitForMails(server);
    expect(
      server.mails.some(
        ({ to, subject }) => to === email && subject.includes('sign-in method was added'),
      ),
    ).toBe(true);
  });

  test('replaces an account that another person left unconfirmed, without its password', async () => {
    const email = uniqueEmail();
    await signUpByMail(email, false);
    const fragment = await signInThere(person({ email }));
    const user = await userOf(fragment.access_token);
    expect(user.identities).toMatchObject([{ provider: 'google' }]);
    expect(user.app_metadata).toEqual({ provider: 'google', providers: ['google'] });
    const { error } = await createBrowser(server).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(error?.code).toBe('invalid_credentials');
  });

  test.each([
    ['claims that it is not', { email_verified: false }],
    ['has no such claim', { email_verified: undefined }],
    ['has another value than true', { email_verified: 'yes' }],
    ['names no address', { email: undefined }],
    ['names something that is no address', { email: 'nobody' }],
  ])(
    'makes and joins no account by an address that is not verified: the provider %s',
    async (_what, claims) => {
      const email = uniqueEmail();
      await signUpByMail(email, true);
      const fragment = await signInThere(person({ email, ...claims }));
      expect(fragment).toMatchObject({
        error: 'invalid_request',
        error_code: 'provider_email_needs_verification',
      });
      expect(fragment.access_token).toBeUndefined();
      const linked = await server.sql`
      select 1 from auth.identities i join auth.users u on u.id = i.user_id
      where u.email = ${email} and i.provider <> 'email'`;
      expect(linked).toHaveLength(0);
    },
  );

  test('reads Apple’s answer, which its page posts as a form, with the name beside it', async () => {
    const tab = new FlowBrowser(server);
    const departure = await departureOf(createBrowser(server), tab, { name: 'apple' });
    expect(departure.searchParams.get('response_mode')).toBe('form_post');
    const claims = person({ email_verified: 'true' });
    const back = provider.consent(departure, claims);
    const form = new URLSearchParams(back.search);
    form.set('user', JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } }));
    const fragment = fragmentOf(await tab.open(`${back.origin}${back.pathname}`, form));
    expect(await userOf(fragment.access_token)).toMatchObject({
      email: claims.email,
      user_metadata: { full_name: 'Ada Lovelace' },
    });
  });

  test('reads the user and the verified primary address from GitHub’s API', async () => {
    const email = uniqueEmail();
    const claims = {
      sub: '583231',
      login: 'ada',
      name: 'Ada',
      emails: [
        { email: uniqueEmail(), primary: false, verified: true },
        { email, primary: true, verified: true },
      ],
    };
    const user = await userOf((await signInThere(claims, 'github')).access_token);
    expect(user).toMatchObject({ email, user_metadata: { user_name: 'ada', full_name: 'Ada' } });
    expect(user.identities).toMatchObject([{ provider: 'github', id: '583231' }]);
    const unverified = { ...claims, sub: '7', emails: [{ email, primary: true, verified: false }] };
    expect((await signInThere(unverified, 'github')).error_code).toBe(
      'provider_email_needs_verification',
    );
  });

  test('rejects a banned user', async () => {
    const claims = person();
    const user = await userOf((await signInThere(claims)).access_token);
    await createOperator(server).auth.admin.updateUserById(user.id, { ban_duration: '1h' });
    const fragment = await signInThere(claims);
    expect(fragment).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  });

  test('makes one account when two tabs finish at once for the first time', async () => {
    const claims = person();
    const fragment = await Promise.all(Array.from({ length: 4 }, () => signInThere(claims)));
    const ids = await Promise.all(
      fragment.map(async ({ access_token: token }) => (await userOf(token)).id),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test('is offered by /settings for the providers that are set up and no other', async () => {
    const { body } = await call(server, '/settings');
    expect(body.external).toMatchObject({ google: true, github: true, apple: true, azure: false });
  });
});

describe('An answer that no provider gave to this browser', () => {
  async function setOut() {
    const tab = new FlowBrowser(server);
    const departure = await departureOf(createBrowser(server), tab);
    return { tab, departure, back: provider.consent(departure, person()) };
  }

  test('is rejected without a state and with a forged state', async () => {
    const { tab, back } = await setOut();
    const forged = new URL(back);
    forged.searchParams.set('state', 'x'.repeat(43));
    const missing = new URL(back);
    missing.searchParams.delete('state');
    for (const address of [forged, missing]) {
      const landed = await tab.open(address);
      expect(landed.origin).toBe('http://localhost:3000');
      expect(fragmentOf(landed)).toMatchObject({ error_code: 'bad_oauth_state' });
    }
  });

  /** @covers security.sessions.20 */
  test('is refused in another browser than the one that set out', async () => {
    const { back, tab } = await setOut();
    const stranger = new FlowBrowser(server);
    expect(fragmentOf(await stranger.open(back)).error_code).toBe('bad_oauth_state');
    await departureOf(createBrowser(server), stranger);
    expect(fragmentOf(await stranger.open(back)).error_code).toBe('bad_oauth_state');
    expect(fragmentOf(await tab.open(back)).access_token).toBeDefined();
  });

  /** @covers security.sessions.20 */
  test('counts once, also when two tabs bring it at the same moment', async () => {
    const { back, tab } = await setOut();
    const landed = await Promise.all([tab.open(back), tab.open(back)]);
    const fragment = landed.map(fragmentOf);
    expect(fragment.filter(({ access_token: token }) => token !== undefined)).toHaveLength(1);
    expect(fragment.find(({ error }) => error !== undefined)?.error_code).toBe(
      'flow_state_already_used',
    );
  });

  test('counts for ten minutes', async () => {
    const { back, tab } = await setOut();
    await server.sql`
      update backend_auth.provider_flows set expires_at = now() - interval '1 second'
      where used_at is null`;
    expect(fragmentOf(await tab.open(back)).error_code).toBe('bad_oauth_state');
  });

  test.each([
    ['of another nonce', { nonce: 'n'.repeat(43) }],
    ['for another client', { aud: 'another client' }],
    ['by another issuer', { iss: 'https://another.example' }],
    ['that is over', { iat: 1_700_000_000, exp: 1_700_000_300 }],
  ])('is refused when its id token is one %s', async (_what, claims) => {
    const fragment = await signInThere(person(claims));
    expect(fragment).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_callback' });
    expect(fragment.access_token).toBeUndefined();
  });

  test.each([
    ['google', ''],
    ['google', ' '],
    ['google', '\u200b'],
    ['github', '0'],
  ])('is refused when the id that %s gives is %j', async (name, sub) => {
    const email = uniqueEmail();
    const emails = [{ email, primary: true, verified: true }];
    const answer = await signInThere(person({ sub, email, emails, login: 'ada' }), name);
    expect(answer.error).toBeDefined();
    expect(answer.access_token).toBeUndefined();
    expect(await server.sql`select from auth.users where email = ${email}`).toEqual([]);
  });

  test('is rejected when the provider does not know the code', async () => {
    const { back, tab } = await setOut();
    back.searchParams.set('code', randomUUID());
    expect(fragmentOf(await tab.open(back)).error_code).toBe('bad_oauth_callback');
  });

  test('never repeats the words of an address', async () => {
    const { departure, tab } = await setOut();
    const state = departure.searchParams.get('state') ?? '';
    const errorRedirect = new URLSearchParams({
      state,
      error: 'access_denied',
      error_description: 'Call +1 555 now',
    });
    const landed = await tab.open(`${HOME}auth/v1/callback?${errorRedirect.toString()}`);
    expect(landed.pathname).toBe('/cards');
    expect(fragmentOf(landed)).toEqual({
      error: 'access_denied',
      error_code: 'access_denied',
      error_description: "The provider didn't sign you in",
    });
  });
});

describe('A provider that is out of order', () => {
  test('leads the browser back to the app with the reason when it cannot be reached', async () => {
    const tab = new FlowBrowser(server);
    const landed = await departureOf(createBrowser(server), tab, { name: 'away' });
    expect(landed.pathname).toBe('/cards');
    expect(fragmentOf(landed)).toMatchObject({ error: 'temporarily_unavailable' });
  });

  test.each(['/token', '/userinfo'])('leads back when %s fails', async (path) => {
    provider.intercept = (request, response) => {
      if (request.url !== path) return false;
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
      return true;
    };
    const fragment = await signInThere(person(path === '/userinfo' ? { email: undefined } : {}));
    expect(fragment).toMatchObject({ error: 'temporarily_unavailable' });
  });

  test('is given up when it does not answer in time', async () => {
    provider.intercept = () => true;
    const [settings] = readProviderSettings({
      EXTERNAL_SLOW_CLIENT_ID: CLIENT_ID,
      EXTERNAL_SLOW_URL: provider.url,
    });
    const providers = createProviders(settings ? [settings] : [], {
      clock: systemClock,
      timeoutS: 0.2,
    });
    const departure = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43), callbackUrl: HOME };
    const asked = providers.get('slow')?.departureUrl({ ...departure, scopes: [], parameters: {} });
    await expect(asked).rejects.toMatchObject({ status: 503 });
  });

  /** @covers 7.13 */
  test('is refused by name when it is not set up', async () => {
    for (const query of ['?provider=azure', '']) {
      const { status, body } = await call(server, `/authorize${query}`);
      expect(status).toBe(400);
      expect(body.msg).toMatch(/^Unsupported provider: /);
    }
  });

  /** @covers 7.13 */
  test('a redirect off the allow list leads home instead', async () => {
    const tab = new FlowBrowser(server);
    const departure = await tab.open(
      `${HOME}auth/v1/authorize?provider=google&redirect_to=https://stranger.example/`,
    );
    const landed = await tab.open(provider.consent(departure, person()));
    expect(landed.origin).toBe('http://localhost:3000');
  });
});

describe('Over HTTPS, where addresses count as confirmed at once', () => {
  let trusting: TestServer;
  beforeAll(async () => {
    trusting = await startTestServer({
      environment: {
        PUBLIC_URL: 'https://pay.example',
        MAILER_AUTOCONFIRM: 'true',
        EXTERNAL_GOOGLE_CLIENT_ID: CLIENT_ID,
        EXTERNAL_GOOGLE_SECRET: CLIENT_SECRET,
        EXTERNAL_GOOGLE_URL: provider.url,
        EXTERNAL_APPLE_CLIENT_ID: CLIENT_ID,
        EXTERNAL_APPLE_SECRET: CLIENT_SECRET,
        EXTERNAL_APPLE_URL: provider.url,
      },
    });
  });
  afterAll(() => trusting.stop());

  test('a provider joins no account that anybody could have made', async () => {
    const email = uniqueEmail();
    await createBrowser(trusting).auth.signUp({ email, password: PASSWORD });
    const tab = new FlowBrowser(trusting);
    const departure = await departureOf(createBrowser(trusting), tab);
    const fragment = fragmentOf(await tab.open(provider.consent(departure, person({ email }))));
    expect(fragment.error_code).toBe('user_already_exists');
  });

  test.each([
    ['google', 'Lax'],
    ['apple', 'None'],
  ])(
    'the mark of the browser that sets out to %s is kept from scripts, from other paths and from plain HTTP',
    async (name, sameSite) => {
      const response = await fetch(`${trusting.url}/auth/v1/authorize?provider=${name}`, {
        redirect: 'manual',
      });
      const [cookie = '', ...others] = response.headers.getSetCookie();
      expect(others).toEqual([]);
      expect(cookie.split('; ').slice(1).sort()).toEqual(
        ['HttpOnly', 'Max-Age=600', 'Path=/auth/v1', `SameSite=${sameSite}`, 'Secure'].sort(),
      );
    },
  );
});
