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

function createClaims(claims: Partial<Claims> = {}): Claims {
  return { sub: randomUUID(), email: uniqueEmail(), email_verified: true, ...claims };
}

async function requestAuthorization(
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

/** Signs in with the provider by the implicit flow and returns the parameters of the URL fragment. */
async function signInWithProvider(
  claims: Claims,
  name = 'google',
): Promise<Record<string, string>> {
  const tab = new FlowBrowser(server);
  const authorizationUrl = await requestAuthorization(createBrowser(server), tab, { name });
  return fragmentOf(await tab.open(provider.consent(authorizationUrl, claims)));
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

describe('A sign-in with an OAuth provider', () => {
  /** @covers 7.13 */
  test('requests a code with state, nonce and PKCE, and with the scopes and parameters of the app', async () => {
    const url = await requestAuthorization(createBrowser(server), new FlowBrowser(server), {
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
  test('creates an account for a verified address and returns the tokens of the provider', async () => {
    const claims = createClaims({ name: 'Ada Lovelace', picture: 'https://img.example/ada.png' });
    const fragment = await signInWithProvider(claims);
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
  test('with PKCE returns a code that is accepted once for a session and the provider tokens', async () => {
    const supabase = createBrowser(server, { flowType: 'pkce' });
    const tab = new FlowBrowser(server);
    const authorizationUrl = await requestAuthorization(supabase, tab);
    const redirectUrl = await tab.open(provider.consent(authorizationUrl, createClaims()));
    expect(redirectUrl.href).toMatch(/^http:\/\/localhost:3000\/cards\?code=[\w-]+$/);
    const code = redirectUrl.searchParams.get('code') ?? '';
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

  test('identifies the user by the subject id, even when the email address changes', async () => {
    const claims = createClaims();
    const first = await userOf((await signInWithProvider(claims)).access_token);
    const moved = await signInWithProvider({
      ...claims,
      email: uniqueEmail(),
      email_verified: false,
    });
    expect(await userOf(moved.access_token)).toMatchObject({ id: first.id, email: claims.email });
  });

  test('links an account when both sides have verified the address, and the user gets a mail', async () => {
    const email = uniqueEmail();
    const known = await signUpByMail(email, true);
    const fragment = await signInWithProvider(createClaims({ email }));
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

  test('replaces an unconfirmed account with the same address and removes its password', async () => {
    const email = uniqueEmail();
    await signUpByMail(email, false);
    const fragment = await signInWithProvider(createClaims({ email }));
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
    ['email_verified is false', { email_verified: false }],
    ['email_verified is missing', { email_verified: undefined }],
    ['email_verified has a value other than true', { email_verified: 'yes' }],
    ['the email address is missing', { email: undefined }],
    ['the email address is invalid', { email: 'not-an-address' }],
  ])('neither creates nor links an account when %s', async (_what, claims) => {
    const email = uniqueEmail();
    await signUpByMail(email, true);
    const fragment = await signInWithProvider(createClaims({ email, ...claims }));
    expect(fragment).toMatchObject({
      error: 'invalid_request',
      error_code: 'provider_email_needs_verification',
    });
    expect(fragment.access_token).toBeUndefined();
    const linked = await server.sql`
      select 1 from auth.identities i join auth.users u on u.id = i.user_id
      where u.email = ${email} and i.provider <> 'email'`;
    expect(linked).toHaveLength(0);
  });

  test('accepts the form_post response of Apple and stores the name in it', async () => {
    const tab = new FlowBrowser(server);
    const authorizationUrl = await requestAuthorization(createBrowser(server), tab, {
      name: 'apple',
    });
    expect(authorizationUrl.searchParams.get('response_mode')).toBe('form_post');
    const claims = createClaims({ email_verified: 'true' });
    const callbackUrl = provider.consent(authorizationUrl, claims);
    const form = new URLSearchParams(callbackUrl.search);
    form.set('user', JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } }));
    const fragment = fragmentOf(
      await tab.open(`${callbackUrl.origin}${callbackUrl.pathname}`, form),
    );
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
    const user = await userOf((await signInWithProvider(claims, 'github')).access_token);
    expect(user).toMatchObject({ email, user_metadata: { user_name: 'ada', full_name: 'Ada' } });
    expect(user.identities).toMatchObject([{ provider: 'github', id: '583231' }]);
    const unverified = { ...claims, sub: '7', emails: [{ email, primary: true, verified: false }] };
    expect((await signInWithProvider(unverified, 'github')).error_code).toBe(
      'provider_email_needs_verification',
    );
  });

  test('rejects a banned user', async () => {
    const claims = createClaims();
    const user = await userOf((await signInWithProvider(claims)).access_token);
    await createOperator(server).auth.admin.updateUserById(user.id, { ban_duration: '1h' });
    const fragment = await signInWithProvider(claims);
    expect(fragment).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  });

  test('creates one account when four tabs finish the first sign-in at the same time', async () => {
    const claims = createClaims();
    const fragments = await Promise.all(
      Array.from({ length: 4 }, () => signInWithProvider(claims)),
    );
    const ids = await Promise.all(
      fragments.map(async ({ access_token: token }) => (await userOf(token)).id),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test('is listed in /settings for the configured providers only', async () => {
    const { body } = await call(server, '/settings');
    expect(body.external).toMatchObject({ google: true, github: true, apple: true, azure: false });
  });
});

describe('A callback from an OAuth provider', () => {
  async function startSignIn() {
    const tab = new FlowBrowser(server);
    const authorizationUrl = await requestAuthorization(createBrowser(server), tab);
    return {
      tab,
      authorizationUrl,
      callbackUrl: provider.consent(authorizationUrl, createClaims()),
    };
  }

  test('is rejected without a state and with a forged state', async () => {
    const { tab, callbackUrl } = await startSignIn();
    const forged = new URL(callbackUrl);
    forged.searchParams.set('state', 'x'.repeat(43));
    const missing = new URL(callbackUrl);
    missing.searchParams.delete('state');
    for (const address of [forged, missing]) {
      const redirectUrl = await tab.open(address);
      expect(redirectUrl.origin).toBe('http://localhost:3000');
      expect(fragmentOf(redirectUrl)).toMatchObject({ error_code: 'bad_oauth_state' });
    }
  });

  /** @covers security.sessions.20 */
  test('is rejected in a browser that did not start the sign-in', async () => {
    const { callbackUrl, tab } = await startSignIn();
    const stranger = new FlowBrowser(server);
    expect(fragmentOf(await stranger.open(callbackUrl)).error_code).toBe('bad_oauth_state');
    await requestAuthorization(createBrowser(server), stranger);
    expect(fragmentOf(await stranger.open(callbackUrl)).error_code).toBe('bad_oauth_state');
    expect(fragmentOf(await tab.open(callbackUrl)).access_token).toBeDefined();
  });

  /** @covers security.sessions.20 */
  test('is accepted once, even when two tabs send it at the same time', async () => {
    const { callbackUrl, tab } = await startSignIn();
    const redirectUrls = await Promise.all([tab.open(callbackUrl), tab.open(callbackUrl)]);
    const fragments = redirectUrls.map(fragmentOf);
    expect(fragments.filter(({ access_token: token }) => token !== undefined)).toHaveLength(1);
    expect(fragments.find(({ error }) => error !== undefined)?.error_code).toBe(
      'flow_state_already_used',
    );
  });

  test('is rejected after the sign-in flow expires', async () => {
    const { callbackUrl, tab } = await startSignIn();
    await server.sql`
      update backend_auth.provider_flows set expires_at = now() - interval '1 second'
      where used_at is null`;
    expect(fragmentOf(await tab.open(callbackUrl)).error_code).toBe('bad_oauth_state');
  });

  test.each([
    ['has another nonce', { nonce: 'n'.repeat(43) }],
    ['has another audience', { aud: 'another client' }],
    ['has another issuer', { iss: 'https://another.example' }],
    ['has expired', { iat: 1_700_000_000, exp: 1_700_000_300 }],
  ])('is rejected when its id token %s', async (_what, claims) => {
    const fragment = await signInWithProvider(createClaims(claims));
    expect(fragment).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_callback' });
    expect(fragment.access_token).toBeUndefined();
  });

  test.each([
    ['google', ''],
    ['google', ' '],
    ['google', '\u200b'],
    ['github', '0'],
  ])('is rejected when the subject id from %s is %j', async (name, sub) => {
    const email = uniqueEmail();
    const emails = [{ email, primary: true, verified: true }];
    const fragment = await signInWithProvider(
      createClaims({ sub, email, emails, login: 'ada' }),
      name,
    );
    expect(fragment.error).toBeDefined();
    expect(fragment.access_token).toBeUndefined();
    expect(await server.sql`select from auth.users where email = ${email}`).toEqual([]);
  });

  test('is rejected when the provider does not know the authorization code', async () => {
    const { callbackUrl, tab } = await startSignIn();
    callbackUrl.searchParams.set('code', randomUUID());
    expect(fragmentOf(await tab.open(callbackUrl)).error_code).toBe('bad_oauth_callback');
  });

  test('does not return the error_description of its URL to the app', async () => {
    const { authorizationUrl, tab } = await startSignIn();
    const state = authorizationUrl.searchParams.get('state') ?? '';
    const errorRedirect = new URLSearchParams({
      state,
      error: 'access_denied',
      error_description: 'Call +1 555 now',
    });
    const redirectUrl = await tab.open(`${HOME}auth/v1/callback?${errorRedirect.toString()}`);
    expect(redirectUrl.pathname).toBe('/cards');
    expect(fragmentOf(redirectUrl)).toEqual({
      error: 'access_denied',
      error_code: 'access_denied',
      error_description: "The provider didn't sign you in",
    });
  });
});

describe('An OAuth flow', () => {
  test('redirects to the app with an error when the provider cannot be reached', async () => {
    const tab = new FlowBrowser(server);
    const redirectUrl = await requestAuthorization(createBrowser(server), tab, { name: 'away' });
    expect(redirectUrl.pathname).toBe('/cards');
    expect(fragmentOf(redirectUrl)).toMatchObject({ error: 'temporarily_unavailable' });
  });

  test.each(['/token', '/userinfo'])(
    'redirects to the app with an error when the endpoint %s fails',
    async (path) => {
      provider.intercept = (request, response) => {
        if (request.url !== path) return false;
        response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
        return true;
      };
      const fragment = await signInWithProvider(
        createClaims(path === '/userinfo' ? { email: undefined } : {}),
      );
      expect(fragment).toMatchObject({ error: 'temporarily_unavailable' });
    },
  );

  test('fails with status 503 when the provider does not respond in time', async () => {
    provider.intercept = () => true;
    const [settings] = readProviderSettings({
      EXTERNAL_SLOW_CLIENT_ID: CLIENT_ID,
      EXTERNAL_SLOW_URL: provider.url,
    });
    const providers = createProviders(settings ? [settings] : [], {
      clock: systemClock,
      timeoutS: 0.2,
    });
    const request = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43), callbackUrl: HOME };
    const url = providers.get('slow')?.departureUrl({ ...request, scopes: [], parameters: {} });
    await expect(url).rejects.toMatchObject({ status: 503 });
  });

  /** @covers 7.13 */
  test('is rejected when the provider is not configured', async () => {
    for (const query of ['?provider=azure', '']) {
      const { status, body } = await call(server, `/authorize${query}`);
      expect(status).toBe(400);
      expect(body.msg).toMatch(/^Unsupported provider: /);
    }
  });

  /** @covers 7.13 */
  test('redirects to the site URL when the requested URL is not on the allow list', async () => {
    const tab = new FlowBrowser(server);
    const authorizationUrl = await tab.open(
      `${HOME}auth/v1/authorize?provider=google&redirect_to=https://stranger.example/`,
    );
    const redirectUrl = await tab.open(provider.consent(authorizationUrl, createClaims()));
    expect(redirectUrl.origin).toBe('http://localhost:3000');
  });
});

describe('A server with HTTPS and automatic email confirmation', () => {
  let httpsServer: TestServer;
  beforeAll(async () => {
    httpsServer = await startTestServer({
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
  afterAll(() => httpsServer.stop());

  test('does not link a provider sign-in to an account whose address was not verified', async () => {
    const email = uniqueEmail();
    await createBrowser(httpsServer).auth.signUp({ email, password: PASSWORD });
    const tab = new FlowBrowser(httpsServer);
    const authorizationUrl = await requestAuthorization(createBrowser(httpsServer), tab);
    const fragment = fragmentOf(
      await tab.open(provider.consent(authorizationUrl, createClaims({ email }))),
    );
    expect(fragment.error_code).toBe('user_already_exists');
  });

  test.each([
    ['google', 'Lax'],
    ['apple', 'None'],
  ])(
    'sets an HttpOnly and Secure cookie for the path /auth/v1 when a sign-in with %s starts',
    async (name, sameSite) => {
      const response = await fetch(`${httpsServer.url}/auth/v1/authorize?provider=${name}`, {
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
