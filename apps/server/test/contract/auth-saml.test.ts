import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, createBrowser, createOperator, PASSWORD, uniqueEmail } from './auth-fixtures.ts';
import { FlowBrowser, fragmentOf } from './auth-provider-fixtures.ts';
import {
  claimsOf,
  requestSignIn,
  DOMAIN,
  HOME,
  post,
  signInWithSaml,
  startSamlServer,
  userOf,
  type SamlServer,
} from './auth-saml-fixtures.ts';
import { EMAIL_ADDRESS, TRANSIENT } from './saml-response-xml.ts';

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id';

/** Moves only forward, because rate limits use it. */
let now = new Date();
let saml: SamlServer;
beforeAll(async () => {
  saml = await startSamlServer({
    clock: { now: () => now },
    environment: {
      MAILER_AUTOCONFIRM: 'true',
      MANUAL_LINKING: 'true',
      REDIRECT_ALLOW_LIST: 'https://app.corp.example/**',
      // Of two ends, the earlier one applies.
      SESSIONS_INACTIVITY_TIMEOUT_S: '100000',
    },
  });
});
afterAll(() => saml.stop());

function advanceClock(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1000);
}

describe('The metadata of the service provider', () => {
  test('is public, names the consumer service and the signing key, and requires signed assertions', async () => {
    const url = `${saml.server.url}/auth/v1/sso/saml/metadata`;
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toContain('application/xml');
    expect(answer.headers.get('content-disposition')).toBeNull();
    const xml = await answer.text();
    expect(xml).toContain('entityID="http://localhost:3000/auth/v1/sso/saml/metadata"');
    expect(xml).toContain('Location="http://localhost:3000/auth/v1/sso/saml/acs"');
    expect(xml).toContain('WantAssertionsSigned="true"');
    expect(xml).toContain('AuthnRequestsSigned="true"');
    const base64 = /X509Certificate>([^<]+)</.exec(xml)?.[1] ?? '';
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    const again = await fetch(`${url}?download=true`);
    expect(again.headers.get('content-disposition')).toContain('attachment');
    // A new certificate would need a new registration.
    expect(await again.text()).toBe(xml);
    const { body } = await call(saml.server, '/settings');
    expect(body.saml_enabled).toBe(true);
  });
});

describe('A sign-in with SAML', () => {
  /** @covers 7.8 */
  test.each([
    ['domain', () => ({ domain: DOMAIN })],
    ['domain in capital letters', () => ({ domain: DOMAIN.toUpperCase() })],
    ['id of its provider', () => ({ providerId: saml.providerId })],
  ])('starts with the %s, and creates a session of a separate account', async (_by, wanted) => {
    const nameId = randomUUID();
    const email = uniqueEmail();
    const signInUrl = await requestSignIn(saml, createBrowser(saml.server), wanted());
    expect(signInUrl.startsWith(`${saml.idp.url}/sso?`)).toBe(true);
    const form = await saml.idp.signIn(signInUrl, { nameId, attributes: { mail: email } });
    const redirectUrl = await post(saml, form);
    expect(redirectUrl.href.startsWith(`${HOME}cards#`)).toBe(true);
    const fragment = fragmentOf(redirectUrl);
    const provider = `sso:${saml.providerId}`;
    const user = await userOf(saml.server, fragment.access_token);
    expect(user).toMatchObject({
      email,
      is_sso_user: true,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { iss: saml.idp.entityId, sub: nameId, email, email_verified: true },
      identities: [{ provider, id: nameId, email }],
    });
    expect(claimsOf(fragment)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'sso/saml', provider: saml.providerId }],
    });
    const renewed = await createBrowser(saml.server).auth.refreshSession({
      refresh_token: fragment.refresh_token ?? '',
    });
    expect(renewed.error).toBeNull();
  });

  test('redirects with 303 to the provider if the app requests no JSON', async () => {
    const { status, headers } = await call(saml.server, '/sso', { body: { domain: DOMAIN } });
    expect(status).toBe(303);
    expect(headers.get('location')).toContain(`${saml.idp.url}/sso?SAMLRequest=`);
  });

  /** @covers 7.8 */
  test('with PKCE, returns a code that its verifier exchanges once for a session', async () => {
    const supabase = createBrowser(saml.server, { flowType: 'pkce' });
    const form = await saml.idp.signIn(await requestSignIn(saml, supabase));
    const redirectUrl = await post(saml, form);
    expect(redirectUrl.href).toMatch(/^http:\/\/localhost:3000\/cards\?code=[\w-]+$/);
    const code = redirectUrl.searchParams.get('code') ?? '';
    const { data, error } = await supabase.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(claimsOf({ access_token: data.session?.access_token ?? '' }).amr).toMatchObject([
      { method: 'sso/saml' },
    ]);
    const again = await call(saml.server, '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'v'.repeat(43) },
    });
    expect(again.body.error_code).toBe('flow_state_not_found');

    const other = createBrowser(saml.server, { flowType: 'pkce' });
    const second = await post(saml, await saml.idp.signIn(await requestSignIn(saml, other)));
    const wrong = await call(saml.server, '/token?grant_type=pkce', {
      body: {
        auth_code: second.searchParams.get('code'),
        code_verifier: createHash('sha256').update('x').digest('hex'),
      },
    });
    expect(wrong.body.error_code).toBe('bad_code_verifier');
  });

  test('identifies a user by the name ID, and stores the current attributes', async () => {
    const nameId = randomUUID();
    const first = await signInWithSaml(saml, { nameId });
    const email = uniqueEmail();
    const again = await signInWithSaml(saml, { nameId, attributes: { email } });
    const [one, other] = [claimsOf(first), claimsOf(again)];
    expect(other.sub).toBe(one.sub);
    expect(await userOf(saml.server, again.access_token)).toMatchObject({
      email,
      user_metadata: { email },
      identities: [{ email }],
    });
  });

  /** @covers security.sessions.21 */
  test('never uses another account with the same email address, and does not reserve the address', async () => {
    const email = uniqueEmail();
    const supabase = createBrowser(saml.server);
    const { data: known } = await supabase.auth.signUp({ email, password: PASSWORD });
    const fragment = await signInWithSaml(saml, { attributes: { email } });
    expect(claimsOf(fragment).sub).not.toBe(known.user?.id);
    const { data } = await createBrowser(saml.server).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(data.user?.id).toBe(known.user?.id);
    // The owner of the email address can still sign up with it.
    const own = uniqueEmail();
    await signInWithSaml(saml, { attributes: { email: own } });
    const { error } = await createBrowser(saml.server).auth.signUp({
      email: own,
      password: PASSWORD,
    });
    expect(error).toBeNull();
  });

  test('writes an audit log entry with the provider', async () => {
    const { sub } = claimsOf(await signInWithSaml(saml));
    const entries = await saml.server.sql`
      select payload from auth.audit_log_entries
      where payload ->> 'actor_id' = ${sub ?? ''}
      order by payload ->> 'action' desc`;
    expect(entries.map(({ payload }) => payload as object)).toMatchObject([
      { action: 'user_signedup', actor_via_sso: true },
      { action: 'login', actor_via_sso: true, traits: { method: 'sso/saml' } },
    ]);
  });

  /** @covers security.sessions.21 */
  test.each(['implicit', 'pkce'] as const)(
    'creates a session that ends with the session of the provider, even after refreshes: %s',
    async (flowType) => {
      const end = new Date(Math.floor(now.getTime() / 1000) * 1000 + 120_000);
      const supabase = createBrowser(saml.server, { flowType });
      const member = { sessionNotOnOrAfter: end };
      const form = await saml.idp.signIn(await requestSignIn(saml, supabase), member);
      const redirectUrl = await post(saml, form);
      const code = redirectUrl.searchParams.get('code');
      const { data } =
        code === null
          ? await supabase.auth.refreshSession({
              refresh_token: fragmentOf(redirectUrl).refresh_token ?? '',
            })
          : await supabase.auth.exchangeCodeForSession(code);
      expect(data.session?.expires_at).toBe(end.getTime() / 1000);
      advanceClock(100);
      const renewed = await supabase.auth.refreshSession();
      expect(renewed.data.session?.expires_at).toBe(end.getTime() / 1000);
      advanceClock(21);
      const { error } = await supabase.auth.refreshSession({
        refresh_token: renewed.data.session?.refresh_token ?? '',
      });
      expect(error?.code).toBe('session_expired');
    },
  );

  test('rejects a banned user', async () => {
    const nameId = randomUUID();
    const { sub = '' } = claimsOf(await signInWithSaml(saml, { nameId }));
    await createOperator(saml.server).auth.admin.updateUserById(sub, { ban_duration: '1h' });
    expect(await signInWithSaml(saml, { nameId })).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    });
  });

  test('creates one account for concurrent first sign-ins', async () => {
    const nameId = randomUUID();
    const fragment = await Promise.all(
      Array.from({ length: 4 }, () => signInWithSaml(saml, { nameId })),
    );
    expect(new Set(fragment.map((each) => claimsOf(each).sub)).size).toBe(1);
  });
});

describe('A sign-in that the provider starts (IdP-initiated)', () => {
  test('creates a session, and redirects to the relay state if its URL is allowed', async () => {
    const home = await post(saml, await saml.idp.send());
    expect(home.href.startsWith(`${HOME}#access_token=`)).toBe(true);
    const inside = await post(saml, await saml.idp.send({}, 'https://app.corp.example/a'));
    expect(inside.href.startsWith('https://app.corp.example/a#access_token=')).toBe(true);
    const outside = await post(saml, await saml.idp.send({}, 'https://evil.example/'));
    expect(outside.href.startsWith(`${HOME}#access_token=`)).toBe(true);
  });

  test('is rejected with a relay state that is neither a flow id nor a URL', async () => {
    const redirectUrl = await post(saml, await saml.idp.send({}, 'somewhere'));
    expect(fragmentOf(redirectUrl).error_code).toBe('validation_failed');
  });

  /** @covers 8.auth-errors.6 */
  test('is rejected with an unknown relay state', async () => {
    const redirectUrl = await post(saml, await saml.idp.send({}, randomUUID()));
    expect(fragmentOf(redirectUrl).error_code).toBe('saml_relay_state_not_found');
  });
});

describe('A SAML flow', () => {
  test('is completed only once, even by two concurrent requests', async () => {
    const form = await saml.idp.signIn(await requestSignIn(saml));
    const redirectUrls = await Promise.all([post(saml, form), post(saml, form)]);
    const fragment = redirectUrls.map(fragmentOf);
    expect(fragment.filter(({ access_token: token }) => token !== undefined)).toHaveLength(1);
    expect(fragment.find(({ error }) => error !== undefined)?.error_code).toBe(
      'saml_relay_state_not_found',
    );
  });

  /** @covers 8.auth-errors.6 */
  test('expires after ten minutes', async () => {
    const signInUrl = await requestSignIn(saml);
    advanceClock(601);
    const fragment = fragmentOf(await post(saml, await saml.idp.signIn(signInUrl)));
    expect(fragment.error_code).toBe('saml_relay_state_expired');
    expect(fragment.access_token).toBeUndefined();
  });

  /** @covers 7.8 */
  test('redirects only to allowed URLs', async () => {
    const { data } = await createBrowser(saml.server).auth.signInWithSSO({
      domain: DOMAIN,
      options: { redirectTo: 'https://evil.example/' },
    });
    const redirectUrl = await post(saml, await saml.idp.signIn(data?.url ?? ''));
    expect(redirectUrl.origin + redirectUrl.pathname).toBe(HOME);
  });

  test('accepts a form from any origin, and returns no data in the response body', async () => {
    const { action, fields } = await saml.idp.signIn(await requestSignIn(saml));
    const answer = await fetch(`${saml.server.url}${new URL(action).pathname}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: 'https://login.corp.example', 'Sec-Fetch-Site': 'cross-site' },
      body: fields,
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain('#access_token=');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe('');
  });

  test('redirects with the error in the query, too, for an app with PKCE', async () => {
    const supabase = createBrowser(saml.server, { flowType: 'pkce' });
    const form = await saml.idp.signIn(await requestSignIn(saml, supabase), { attributes: {} });
    const redirectUrl = await post(saml, form);
    expect(redirectUrl.searchParams.get('error_code')).toBe('saml_assertion_no_email');
    expect(redirectUrl.searchParams.has('code')).toBe(false);
  });
});

describe('An assertion without a persistent name ID or an email attribute', () => {
  /** @covers 8.auth-errors.6 */
  test.each([
    ['saml_assertion_no_email', { attributes: {} }],
    ['saml_assertion_no_email', { attributes: { email: 'not-an-address' } }],
    ['saml_assertion_no_user_id', { nameIdFormat: TRANSIENT }],
    ['saml_assertion_no_user_id', { nameId: '' }],
    ['saml_assertion_no_user_id', { nameId: '  ' }],
    ['saml_assertion_no_user_id', { nameId: '\u200b' }],
    ['saml_assertion_no_user_id', { attributes: { email: uniqueEmail(), [SUBJECT_ID]: '\u200b' } }],
  ])('is rejected with %s: %o', async (code, member) => {
    const fragment = await signInWithSaml(saml, member);
    expect(fragment).toMatchObject({ error: 'invalid_request', error_code: code });
    expect(fragment.access_token).toBeUndefined();
  });

  test('identifies the user by an email address as name ID, or by a subject id attribute', async () => {
    const email = uniqueEmail();
    const member = { nameId: email.toUpperCase(), nameIdFormat: EMAIL_ADDRESS, attributes: {} };
    const user = await userOf(saml.server, (await signInWithSaml(saml, member)).access_token);
    expect(user).toMatchObject({ email, identities: [{ id: email }] });

    const subjectId = `${randomUUID()}@corp.example`;
    const transientMember = {
      nameIdFormat: TRANSIENT,
      attributes: { email, [SUBJECT_ID]: subjectId },
    };
    const first = claimsOf(await signInWithSaml(saml, transientMember));
    expect(claimsOf(await signInWithSaml(saml, transientMember)).sub).toBe(first.sub);
  });
});

describe('POST /sso', () => {
  /** @covers 7.8 */
  test.each([
    ['neither a domain nor a provider id', {}, 400, 'validation_failed'],
    [
      'both a domain and a provider id',
      { domain: DOMAIN, provider_id: randomUUID() },
      400,
      'validation_failed',
    ],
    ['an invalid provider id', { provider_id: 'corp' }, 400, 'validation_failed'],
    [
      'a code challenge without its method',
      { domain: DOMAIN, code_challenge: 'c' },
      400,
      'validation_failed',
    ],
    ['an unregistered domain', { domain: 'unregistered.example' }, 404, 'sso_provider_not_found'],
    ['an invalid domain', { domain: "' or 1=1" }, 404, 'sso_provider_not_found'],
    ['an unknown provider id', { provider_id: randomUUID() }, 404, 'sso_provider_not_found'],
  ])('rejects %s', async (_what, body, status, code) => {
    const answer = await call(saml.server, '/sso', { body });
    expect(answer).toMatchObject({ status, body: { error_code: code } });
  });

  test('stores no challenge when the sign-in cannot start', async () => {
    const count = () =>
      saml.server.sql`select count(*)::int as flows from auth.flow_state`.then(([row]) => row);
    const before = await count();
    const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };
    await call(saml.server, '/sso', { body: { domain: 'unregistered.example', ...challenge } });
    expect(await count()).toEqual(before);
  });
});

describe('An account of an organisation', () => {
  async function member() {
    const fragment = await signInWithSaml(saml);
    return { token: fragment.access_token ?? '', userId: claimsOf(fragment).sub ?? '' };
  }

  /** @covers 8.auth-errors.6 */
  test.each([
    ['PUT', '/user', { email: uniqueEmail() }],
    ['PUT', '/user', { password: PASSWORD }],
    ['POST', '/passkeys/registration/options', {}],
    ['GET', '/user/identities/authorize?provider=google', undefined],
  ])('is managed by the organisation: %s %s %o', async (method, path, body) => {
    const { token } = await member();
    const answer = await call(saml.server, path, { method, body, token });
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'user_sso_managed' } });
  });

  test('accepts neither an email address nor a password from an administrator', async () => {
    const { userId } = await member();
    for (const changes of [{ email: uniqueEmail() }, { password: PASSWORD }]) {
      const { error } = await createOperator(saml.server).auth.admin.updateUserById(
        userId,
        changes,
      );
      expect(error).toMatchObject({ status: 422, code: 'user_sso_managed' });
    }
  });

  test('can change its metadata, but cannot sign in with a one-time code', async () => {
    const email = uniqueEmail();
    const fragment = await signInWithSaml(saml, { attributes: { email } });
    const token = fragment.access_token ?? '';
    const changed = await call(saml.server, '/user', {
      method: 'PUT',
      body: { data: { theme: 'dark' } },
      token,
    });
    expect(changed).toMatchObject({ status: 200, body: { user_metadata: { theme: 'dark' } } });
    const { error } = await createBrowser(saml.server).auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false },
    });
    expect(error?.code).toBe('otp_disabled');
  });

  test('has only aal1 after the sign-in if it has a second factor', async () => {
    const nameId = randomUUID();
    const { sub = '' } = claimsOf(await signInWithSaml(saml, { nameId }));
    await saml.server.sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${sub}, 'phone', 'totp', 'verified', now(), now())`;
    const fragment = await signInWithSaml(saml, { nameId });
    expect(claimsOf(fragment).aal).toBe('aal1');
    // Policies hide all rows of a user with a second factor below aal2.
    expect(claimsOf(fragment).sub).toBe(sub);
  });
});

describe('A form without a response', () => {
  test.each([
    ['no parameters', {}],
    ['an empty response', { SAMLResponse: '' }],
    ['an artifact', { SAMLart: 'AAQ' }],
  ])('is rejected: %s', async (_what, fields) => {
    const redirectUrl = await new FlowBrowser(saml.server).open(
      `${HOME}auth/v1/sso/saml/acs`,
      new URLSearchParams(fields),
    );
    expect(fragmentOf(redirectUrl)).toMatchObject({ error_code: 'validation_failed' });
  });
});
