import { createHash, randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
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
  PASSWORD,
  signUp,
  uniqueEmail,
  waitForMails,
} from './auth-fixtures.ts';
import { createFactorSteps } from './auth-factor-fixtures.ts';
import { FlowBrowser, fragmentOf } from './auth-provider-fixtures.ts';

const NATIVE_CLIENT_ID = 'the app on phones';
const SITE = 'http://localhost:3000';

let provider: TestProvider;
let server: TestServer;
let withoutLinking: TestServer;
beforeAll(async () => {
  provider = await startTestProvider();
  const environment = {
    PUBLIC_URL: SITE,
    MAILER_AUTOCONFIRM: 'true',
    ANONYMOUS_USERS: 'true',
    EXTERNAL_GOOGLE_CLIENT_ID: `${CLIENT_ID}, ${NATIVE_CLIENT_ID}`,
    EXTERNAL_GOOGLE_SECRET: CLIENT_SECRET,
    EXTERNAL_GOOGLE_URL: provider.url,
    EXTERNAL_LAX_CLIENT_ID: CLIENT_ID,
    EXTERNAL_LAX_URL: provider.url,
    EXTERNAL_LAX_SKIP_NONCE_CHECK: 'true',
    EXTERNAL_GITHUB_CLIENT_ID: CLIENT_ID,
    EXTERNAL_AWAY_CLIENT_ID: CLIENT_ID,
    EXTERNAL_AWAY_URL: 'http://127.0.0.1:9',
  };
  server = await startTestServer({ environment: { ...environment, MANUAL_LINKING: 'true' } });
  withoutLinking = await startTestServer({ environment });
});
afterAll(async () => {
  await server.stop();
  await withoutLinking.stop();
  await provider.close();
});

function createClaims(claims: Partial<Claims> = {}): Claims {
  return { sub: randomUUID(), email: uniqueEmail(), email_verified: true, ...claims };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('An id token that a client app posts', () => {
  /** @covers 7.4 */
  test('signs in its subject, for each configured client id and with a matching nonce', async () => {
    for (const aud of [CLIENT_ID, NATIVE_CLIENT_ID]) {
      const claims = createClaims({ aud });
      const nonce = randomUUID();
      const token = await provider.signIdToken({ ...claims, nonce: sha256(nonce) });
      const supabase = createBrowser(server);
      const { data, error } = await supabase.auth.signInWithIdToken({
        provider: 'google',
        token,
        nonce,
      });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({
        email: claims.email,
        app_metadata: { provider: 'google' },
      });
      const { data: level } = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
      expect(level?.currentAuthenticationMethods).toMatchObject([{ method: 'oauth' }]);
    }
  });

  async function errorCodeOf(
    claims: Record<string, unknown>,
    options: { nonce?: string; name?: string; token?: string; access_token?: string } = {},
  ): Promise<unknown> {
    const { name = 'google', token, nonce, access_token: accessToken } = options;
    const { status, body } = await call(server, '/token?grant_type=id_token', {
      body: {
        provider: name,
        id_token: token ?? (await provider.signIdToken(createClaims(claims))),
        nonce,
        access_token: accessToken,
      },
    });
    expect(status).toBe(400);
    expect(body.access_token).toBeUndefined();
    return body.error ?? body.error_code;
  }

  const longAgoS = 1_700_000_000;
  const inTwoMinutesS = () => Math.floor(Date.now() / 1000) + 120;
  /** @covers 7.4 */
  test.each([
    ['was issued for another client', { aud: 'another client' }],
    ['has another issuer', { iss: 'https://another.example' }],
    ['has expired', { iat: longAgoS, exp: longAgoS + 300 }],
    ['is not valid yet', { nbf: inTwoMinutesS() }],
    ['has no expiry time', { exp: undefined }],
  ])('is rejected if it %s', async (_what, claims) => {
    expect(await errorCodeOf(claims)).toBe('invalid_request');
  });

  test.each([undefined, '', ' \t', '\u200b', 'a\0b', 7, 'x'.repeat(501)])(
    'is rejected with the sub claim %j, and no account is created',
    async (sub) => {
      const email = uniqueEmail();
      expect(await errorCodeOf({ sub, email })).toBe('invalid_request');
      expect(await server.sql`select from auth.users where email = ${email}`).toEqual([]);
    },
  );

  test('that is malformed is rejected without a request to the provider', async () => {
    const { body } = await call(server, '/token?grant_type=id_token', {
      body: { provider: 'away', id_token: 'no token' },
    });
    expect(body).toEqual({ error: 'invalid_request', error_description: 'Bad ID token' });
  });

  test('is accepted up to a minute after it expires, to allow for clock skew', async () => {
    const nowS = Math.floor(Date.now() / 1000);
    const token = await provider.signIdToken(createClaims({ iat: nowS - 350, exp: nowS - 50 }));
    const { error } = await createBrowser(server).auth.signInWithIdToken({
      provider: 'google',
      token,
    });
    expect(error).toBeNull();
  });

  test('is rejected when it is malformed, unsigned or signed with another key', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const forged = await provider.signIdToken(createClaims(), privateKey);
    expect(await errorCodeOf({}, { token: forged })).toBe('invalid_request');
    const [, payload = ''] = (await provider.signIdToken(createClaims())).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    expect(await errorCodeOf({}, { token: `${header}.${payload}.` })).toBe('invalid_request');
    expect(await errorCodeOf({}, { token: 'no token' })).toBe('invalid_request');
  });

  /** @covers 7.4 */
  test('is rejected when its nonce differs, is missing, or is not in the request', async () => {
    expect(await errorCodeOf({ nonce: sha256('one') }, { nonce: 'other' })).toBe('invalid_nonce');
    expect(await errorCodeOf({ nonce: sha256('one') })).toBe('invalid_request');
    expect(await errorCodeOf({}, { nonce: 'one' })).toBe('invalid_request');
    const token = await provider.signIdToken(createClaims({ nonce: 'of the native kit' }));
    const { error } = await createBrowser(server).auth.signInWithIdToken({
      provider: 'lax',
      token,
    });
    expect(error).toBeNull();
  });

  test('is rejected when it has several audiences and another authorized party', async () => {
    const aud = [CLIENT_ID, 'another client'];
    expect(await errorCodeOf({ aud, azp: 'another client' })).toBe('invalid_request');
  });

  /** @covers 7.4 */
  test('is rejected with an access token that does not match its at_hash claim', async () => {
    const at_hash = createHash('sha256')
      .update('its own')
      .digest()
      .subarray(0, 16)
      .toString('base64url');
    expect(await errorCodeOf({ at_hash }, { access_token: 'a stranger’s' })).toBe(
      'invalid_request',
    );
    const token = await provider.signIdToken(createClaims({ at_hash }));
    const { error } = await createBrowser(server).auth.signInWithIdToken({
      provider: 'google',
      token,
      access_token: 'its own',
    });
    expect(error).toBeNull();
  });

  /** @covers 7.4, security.sessions.20 */
  test('is accepted once', async () => {
    const token = await provider.signIdToken(createClaims());
    const { error } = await createBrowser(server).auth.signInWithIdToken({
      provider: 'google',
      token,
    });
    expect(error).toBeNull();
    expect(await errorCodeOf({}, { token })).toBe('invalid_grant');
  });

  test('is rejected for a provider that is not configured or issues no id tokens', async () => {
    expect(await errorCodeOf({}, { name: 'azure' })).toBe('invalid_request');
    expect(await errorCodeOf({}, { name: 'github' })).toBe('invalid_request');
  });

  test('is verified with keys that are fetched once', async () => {
    const before = provider.keyRequests();
    for (let count = 0; count < 5; count += 1) {
      const token = await provider.signIdToken(createClaims());
      await createBrowser(server).auth.signInWithIdToken({ provider: 'google', token });
    }
    expect(provider.keyRequests()).toBe(before);
  });
});

/** Signs up a user whose API requests and page loads share cookies, as in one browser. */
async function signUpInTab() {
  const { session, userId, email } = await signUp(server);
  const tab = new FlowBrowser(server);
  const supabase = createClient(server.url, server.publishableKey, {
    auth: { autoRefreshToken: false, detectSessionInUrl: false, storageKey: randomUUID() },
    global: {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        tab.keepCookies(response.headers);
        return response;
      },
    },
  });
  await supabase.auth.setSession(session);
  return { supabase, tab, userId, email };
}

async function link(
  { supabase, tab }: Awaited<ReturnType<typeof signUpInTab>>,
  claims: Claims,
): Promise<Record<string, string>> {
  const { data, error } = await supabase.auth.linkIdentity({ provider: 'google' });
  if (error) throw error;
  return fragmentOf(await tab.open(provider.consent(new URL(data.url), claims)));
}

describe('A provider identity that a user links to the account', () => {
  /** @covers 7.14 */
  test('signs the user in from then on, and the user receives an email', async () => {
    const one = await signUpInTab();
    const claims = createClaims();
    expect((await link(one, claims)).access_token).toBeDefined();
    const { data } = await one.supabase.auth.getUserIdentities();
    expect(data?.identities.map((identity) => identity.provider)).toEqual(['email', 'google']);
    const token = await provider.signIdToken(claims);
    const again = await createBrowser(server).auth.signInWithIdToken({ provider: 'google', token });
    expect(again.data.user).toMatchObject({ id: one.userId, email: one.email });
    await waitForMails(server);
    expect(
      server.mails.some(({ to, subject }) => to === one.email && subject.includes('was added')),
    ).toBe(true);
  });

  /** @covers 8.auth-errors.3, security.sessions.19 */
  test('is rejected when it is already linked, also to the same account', async () => {
    const claims = createClaims();
    const [one, other] = await Promise.all([signUpInTab(), signUpInTab()]);
    await link(one, claims);
    expect((await link(other, claims)).error_code).toBe('identity_already_exists');
    expect((await link(one, claims)).error_code).toBe('identity_already_exists');
  });

  /** @covers 7.14 */
  test('is not linked by a browser other than the one that is signed in', async () => {
    const one = await signUpInTab();
    const { data } = await one.supabase.auth.linkIdentity({ provider: 'google' });
    const back = provider.consent(new URL(data.url ?? ''), createClaims());
    expect(fragmentOf(await new FlowBrowser(server).open(back)).error_code).toBe('bad_oauth_state');
  });

  test('is not linked when the user signs out during the flow', async () => {
    const one = await signUpInTab();
    const { data } = await one.supabase.auth.linkIdentity({ provider: 'google' });
    const back = provider.consent(new URL(data.url ?? ''), createClaims());
    await one.supabase.auth.signOut();
    expect(fragmentOf(await one.tab.open(back)).error_code).toBe('session_not_found');
  });

  test('can be linked by id token, and makes an anonymous account permanent', async () => {
    const supabase = createBrowser(server);
    const { data } = await supabase.auth.signInAnonymously();
    const claims = createClaims();
    const token = await provider.signIdToken(claims);
    const { data: linked, error } = await supabase.auth.linkIdentity({ provider: 'google', token });
    expect(error).toBeNull();
    expect(linked.user).toMatchObject({
      id: data.user?.id,
      email: claims.email,
      is_anonymous: false,
    });
  });

  /** @covers 7.15, 8.auth-errors.3 */
  test('can be unlinked, and then no longer signs the user in', async () => {
    const one = await signUpInTab();
    const claims = createClaims({ email_verified: false });
    await link(one, claims);
    const { data } = await one.supabase.auth.getUserIdentities();
    const identity = data?.identities.find((each) => each.provider === 'google');
    if (identity === undefined) throw new Error('It is not linked.');
    expect((await one.supabase.auth.unlinkIdentity(identity)).error).toBeNull();
    expect((await one.supabase.auth.unlinkIdentity(identity)).error?.code).toBe(
      'identity_not_found',
    );
    const { data: now } = await one.supabase.auth.getUser();
    expect(now.user?.app_metadata.providers).toEqual(['email']);
    const token = await provider.signIdToken(claims);
    const again = await createBrowser(server).auth.signInWithIdToken({ provider: 'google', token });
    expect(again.data.user).toBeNull();
  });

  /** @covers 7.15 */
  test('can replace the email identity and its password, and then cannot be unlinked', async () => {
    const one = await signUpInTab();
    await link(one, createClaims());
    const { data } = await one.supabase.auth.getUserIdentities();
    const [email] = data?.identities ?? [];
    if (email === undefined) throw new Error('There is no identity.');
    expect((await one.supabase.auth.unlinkIdentity(email)).error).toBeNull();
    const { data: after } = await one.supabase.auth.getUserIdentities();
    const [last] = after?.identities ?? [];
    if (last === undefined) throw new Error('There is no identity.');
    const { error } = await one.supabase.auth.unlinkIdentity(last);
    expect(error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' });
    const signedIn = await createBrowser(server).auth.signInWithPassword({
      email: one.email,
      password: PASSWORD,
    });
    expect(signedIn.error?.code).toBe('invalid_credentials');
  });

  /** @covers 7.15 */
  test('is linked only at aal2 when the user has a verified factor', async () => {
    const steps = createFactorSteps(() => server, createFixedClock(new Date()));
    const one = await steps.makeProtected();
    const below = await steps.signIn(one.email);
    const linking = await below.browser.auth.linkIdentity({ provider: 'google' });
    expect(linking.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const { data } = await one.browser.auth.linkIdentity({ provider: 'google' });
    expect(data.url).toContain(provider.url);
  });

  /** @covers 7.14 */
  test('cannot be linked or unlinked when manual linking is disabled', async () => {
    const { browser } = await signUp(withoutLinking);
    const linking = await browser.auth.linkIdentity({ provider: 'google' });
    expect(linking.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
    const { data } = await browser.auth.getUserIdentities();
    const [identity] = data?.identities ?? [];
    if (identity === undefined) throw new Error('There is no identity.');
    const unlinking = await browser.auth.unlinkIdentity(identity);
    expect(unlinking.error?.code).toBe('manual_linking_disabled');
    const token = await provider.signIdToken(createClaims());
    const byToken = await browser.auth.linkIdentity({ provider: 'google', token });
    expect(byToken.error?.code).toBe('manual_linking_disabled');
  });
});
