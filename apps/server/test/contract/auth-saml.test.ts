import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, createBrowser, createOperator, PASSWORD, uniqueEmail } from './auth-fixtures.ts';
import { FlowBrowser, fragmentOf } from './auth-provider-fixtures.ts';
import {
  claimsOf,
  departureOf,
  DOMAIN,
  HOME,
  post,
  signInThere,
  startSamlSetting,
  userOf,
  type SamlSetting,
} from './auth-saml-fixtures.ts';
import { EMAIL_ADDRESS, TRANSIENT } from './saml-response-xml.ts';

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id';

/** Only ever forward: limits count by it. */
let now = new Date();
let setting: SamlSetting;
beforeAll(async () => {
  setting = await startSamlSetting({
    clock: { now: () => now },
    environment: {
      MAILER_AUTOCONFIRM: 'true',
      MANUAL_LINKING: 'true',
      REDIRECT_ALLOW_LIST: 'https://app.corp.example/**',
      // Of two ends the earlier one counts.
      SESSIONS_INACTIVITY_TIMEOUT_S: '100000',
    },
  });
});
afterAll(() => setting.stop());

function later(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1000);
}

describe('The metadata of this server', () => {
  test('is public, names the consumer and the key that signs, and asks for signed assertions', async () => {
    const url = `${setting.server.url}/auth/v1/sso/saml/metadata`;
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
    // Another one each time would be another one to register.
    expect(await again.text()).toBe(xml);
    const { body } = await call(setting.server, '/settings');
    expect(body.saml_enabled).toBe(true);
  });
});

describe('Signing in through an organisation', () => {
  /** @covers 7.8 */
  test.each([
    ['domain', () => ({ domain: DOMAIN })],
    ['domain in capitals', () => ({ domain: DOMAIN.toUpperCase() })],
    ['id of its provider', () => ({ providerId: setting.providerId })],
  ])('begins by the %s and gives a session to an account of its own', async (_by, wanted) => {
    const nameId = randomUUID();
    const email = uniqueEmail();
    const departure = await departureOf(setting, createBrowser(setting.server), wanted());
    expect(departure.startsWith(`${setting.idp.url}/sso?`)).toBe(true);
    const form = await setting.idp.signIn(departure, { nameId, attributes: { mail: email } });
    const landed = await post(setting, form);
    expect(landed.href.startsWith(`${HOME}cards#`)).toBe(true);
    const fragment = fragmentOf(landed);
    const provider = `sso:${setting.providerId}`;
    const user = await userOf(setting.server, fragment.access_token);
    expect(user).toMatchObject({
      email,
      is_sso_user: true,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { iss: setting.idp.entityId, sub: nameId, email, email_verified: true },
      identities: [{ provider, id: nameId, email }],
    });
    expect(claimsOf(fragment)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'sso/saml', provider: setting.providerId }],
    });
    const renewed = await createBrowser(setting.server).auth.refreshSession({
      refresh_token: fragment.refresh_token ?? '',
    });
    expect(renewed.error).toBeNull();
  });

  test('answers 303 to the provider where the app wants no JSON', async () => {
    const { status, headers } = await call(setting.server, '/sso', { body: { domain: DOMAIN } });
    expect(status).toBe(303);
    expect(headers.get('location')).toContain(`${setting.idp.url}/sso?SAMLRequest=`);
  });

  /** @covers 7.8 */
  test('by PKCE, gives a code that is worth a session to the verifier alone, once', async () => {
    const supabase = createBrowser(setting.server, { flowType: 'pkce' });
    const form = await setting.idp.signIn(await departureOf(setting, supabase));
    const landed = await post(setting, form);
    expect(landed.href).toMatch(/^http:\/\/localhost:3000\/cards\?code=[\w-]+$/);
    const code = landed.searchParams.get('code') ?? '';
    const { data, error } = await supabase.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(claimsOf({ access_token: data.session?.access_token ?? '' }).amr).toMatchObject([
      { method: 'sso/saml' },
    ]);
    const again = await call(setting.server, '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'v'.repeat(43) },
    });
    expect(again.body.error_code).toBe('flow_state_not_found');

    const other = createBrowser(setting.server, { flowType: 'pkce' });
    const second = await post(setting, await setting.idp.signIn(await departureOf(setting, other)));
    const wrong = await call(setting.server, '/token?grant_type=pkce', {
      body: {
        auth_code: second.searchParams.get('code'),
        code_verifier: createHash('sha256').update('x').digest('hex'),
      },
    });
    expect(wrong.body.error_code).toBe('bad_code_verifier');
  });

  test('recognizes a user by the organisation’s id, and stores the current attributes', async () => {
    const nameId = randomUUID();
    const first = await signInThere(setting, { nameId });
    const email = uniqueEmail();
    const again = await signInThere(setting, { nameId, attributes: { email } });
    const [one, other] = [claimsOf(first), claimsOf(again)];
    expect(other.sub).toBe(one.sub);
    expect(await userOf(setting.server, again.access_token)).toMatchObject({
      email,
      user_metadata: { email },
      identities: [{ email }],
    });
  });

  /** @covers security.sessions.21 */
  test('never opens the account that has the same address, nor lends it to it', async () => {
    const email = uniqueEmail();
    const supabase = createBrowser(setting.server);
    const { data: known } = await supabase.auth.signUp({ email, password: PASSWORD });
    const fragment = await signInThere(setting, { attributes: { email } });
    expect(claimsOf(fragment).sub).not.toBe(known.user?.id);
    const { data } = await createBrowser(setting.server).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(data.user?.id).toBe(known.user?.id);
    // The address stays free for the person who reads its mail.
    const own = uniqueEmail();
    await signInThere(setting, { attributes: { email: own } });
    const { error } = await createBrowser(setting.server).auth.signUp({
      email: own,
      password: PASSWORD,
    });
    expect(error).toBeNull();
  });

  test('is written down as the organisation’s', async () => {
    const { sub } = claimsOf(await signInThere(setting));
    const entries = await setting.server.sql`
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
    'ends at the session end of the provider, however often it is renewed: %s',
    async (flowType) => {
      const end = new Date(Math.floor(now.getTime() / 1000) * 1000 + 120_000);
      const supabase = createBrowser(setting.server, { flowType });
      const member = { sessionNotOnOrAfter: end };
      const form = await setting.idp.signIn(await departureOf(setting, supabase), member);
      const landed = await post(setting, form);
      const code = landed.searchParams.get('code');
      const { data } =
        code === null
          ? await supabase.auth.refreshSession({
              refresh_token: fragmentOf(landed).refresh_token ?? '',
            })
          : await supabase.auth.exchangeCodeForSession(code);
      expect(data.session?.expires_at).toBe(end.getTime() / 1000);
      later(100);
      const renewed = await supabase.auth.refreshSession();
      expect(renewed.data.session?.expires_at).toBe(end.getTime() / 1000);
      later(21);
      const { error } = await supabase.auth.refreshSession({
        refresh_token: renewed.data.session?.refresh_token ?? '',
      });
      expect(error?.code).toBe('session_expired');
    },
  );

  test('rejects a banned user', async () => {
    const nameId = randomUUID();
    const { sub = '' } = claimsOf(await signInThere(setting, { nameId }));
    await createOperator(setting.server).auth.admin.updateUserById(sub, { ban_duration: '1h' });
    expect(await signInThere(setting, { nameId })).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    });
  });

  test('makes one account when two tabs finish at once for the first time', async () => {
    const nameId = randomUUID();
    const fragment = await Promise.all(
      Array.from({ length: 4 }, () => signInThere(setting, { nameId })),
    );
    expect(new Set(fragment.map((each) => claimsOf(each).sub)).size).toBe(1);
  });
});

describe('A sign-in that the provider starts', () => {
  test('is signed in, and redirected to its address if that is allowed', async () => {
    const home = await post(setting, await setting.idp.send());
    expect(home.href.startsWith(`${HOME}#access_token=`)).toBe(true);
    const inside = await post(setting, await setting.idp.send({}, 'https://app.corp.example/a'));
    expect(inside.href.startsWith('https://app.corp.example/a#access_token=')).toBe(true);
    const outside = await post(setting, await setting.idp.send({}, 'https://evil.example/'));
    expect(outside.href.startsWith(`${HOME}#access_token=`)).toBe(true);
  });

  test('is refused with a relay state that is neither ours nor an address', async () => {
    const landed = await post(setting, await setting.idp.send({}, 'somewhere'));
    expect(fragmentOf(landed).error_code).toBe('validation_failed');
  });

  /** @covers 8.auth-errors.6 */
  test('is rejected with an unknown one', async () => {
    const landed = await post(setting, await setting.idp.send({}, randomUUID()));
    expect(fragmentOf(landed).error_code).toBe('saml_relay_state_not_found');
  });
});

describe('A SAML flow', () => {
  test('can be gone once, also by two tabs at the same moment', async () => {
    const form = await setting.idp.signIn(await departureOf(setting));
    const landed = await Promise.all([post(setting, form), post(setting, form)]);
    const fragment = landed.map(fragmentOf);
    expect(fragment.filter(({ access_token: token }) => token !== undefined)).toHaveLength(1);
    expect(fragment.find(({ error }) => error !== undefined)?.error_code).toBe(
      'saml_relay_state_not_found',
    );
  });

  /** @covers 8.auth-errors.6 */
  test('counts for ten minutes', async () => {
    const departure = await departureOf(setting);
    later(601);
    const fragment = fragmentOf(await post(setting, await setting.idp.signIn(departure)));
    expect(fragment.error_code).toBe('saml_relay_state_expired');
    expect(fragment.access_token).toBeUndefined();
  });

  /** @covers 7.8 */
  test('leads nowhere that is not allowed', async () => {
    const { data } = await createBrowser(setting.server).auth.signInWithSSO({
      domain: DOMAIN,
      options: { redirectTo: 'https://evil.example/' },
    });
    const landed = await post(setting, await setting.idp.signIn(data?.url ?? ''));
    expect(landed.origin + landed.pathname).toBe(HOME);
  });

  test('responds to a form from any page, without data that the page could read', async () => {
    const { action, fields } = await setting.idp.signIn(await departureOf(setting));
    const answer = await fetch(`${setting.server.url}${new URL(action).pathname}`, {
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

  test('leads back with the reason in the query too where the app reads it there', async () => {
    const supabase = createBrowser(setting.server, { flowType: 'pkce' });
    const form = await setting.idp.signIn(await departureOf(setting, supabase), { attributes: {} });
    const landed = await post(setting, form);
    expect(landed.searchParams.get('error_code')).toBe('saml_assertion_no_email');
    expect(landed.searchParams.has('code')).toBe(false);
  });
});

describe('A user without a stable id', () => {
  /** @covers 8.auth-errors.6 */
  test.each([
    ['saml_assertion_no_email', { attributes: {} }],
    ['saml_assertion_no_email', { attributes: { email: 'nobody' } }],
    ['saml_assertion_no_user_id', { nameIdFormat: TRANSIENT }],
    ['saml_assertion_no_user_id', { nameId: '' }],
    ['saml_assertion_no_user_id', { nameId: '  ' }],
    ['saml_assertion_no_user_id', { nameId: '\u200b' }],
    ['saml_assertion_no_user_id', { attributes: { email: uniqueEmail(), [SUBJECT_ID]: '\u200b' } }],
  ])('is refused with %s: %o', async (code, member) => {
    const fragment = await signInThere(setting, member);
    expect(fragment).toMatchObject({ error: 'invalid_request', error_code: code });
    expect(fragment.access_token).toBeUndefined();
  });

  test('can be identified by an address alone, or by a subject id next to a transient name', async () => {
    const email = uniqueEmail();
    const member = { nameId: email.toUpperCase(), nameIdFormat: EMAIL_ADDRESS, attributes: {} };
    const user = await userOf(setting.server, (await signInThere(setting, member)).access_token);
    expect(user).toMatchObject({ email, identities: [{ id: email }] });

    const subjectId = `${randomUUID()}@corp.example`;
    const passing = {
      nameIdFormat: TRANSIENT,
      attributes: { email, [SUBJECT_ID]: subjectId },
    };
    const first = claimsOf(await signInThere(setting, passing));
    expect(claimsOf(await signInThere(setting, passing)).sub).toBe(first.sub);
  });
});

describe('POST /sso', () => {
  /** @covers 7.8 */
  test.each([
    ['neither', {}, 400, 'validation_failed'],
    ['both', { domain: DOMAIN, provider_id: randomUUID() }, 400, 'validation_failed'],
    ['an id that is none', { provider_id: 'corp' }, 400, 'validation_failed'],
    ['half a challenge', { domain: DOMAIN, code_challenge: 'c' }, 400, 'validation_failed'],
    ['an unregistered domain', { domain: 'nobody.example' }, 404, 'sso_provider_not_found'],
    ['what is no domain', { domain: "' or 1=1" }, 404, 'sso_provider_not_found'],
    ['an unknown provider id', { provider_id: randomUUID() }, 404, 'sso_provider_not_found'],
  ])('refuses %s', async (_what, body, status, code) => {
    const answer = await call(setting.server, '/sso', { body });
    expect(answer).toMatchObject({ status, body: { error_code: code } });
  });

  test('stores no challenge when the sign-in cannot start', async () => {
    const count = () =>
      setting.server.sql`select count(*)::int as flows from auth.flow_state`.then(([row]) => row);
    const before = await count();
    const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };
    await call(setting.server, '/sso', { body: { domain: 'nobody.example', ...challenge } });
    expect(await count()).toEqual(before);
  });
});

describe('An account of an organisation', () => {
  async function member() {
    const fragment = await signInThere(setting);
    return { token: fragment.access_token ?? '', userId: claimsOf(fragment).sub ?? '' };
  }

  /** @covers 8.auth-errors.6 */
  test.each([
    ['PUT', '/user', { email: uniqueEmail() }],
    ['PUT', '/user', { password: PASSWORD }],
    ['POST', '/passkeys/registration/options', {}],
    ['GET', '/user/identities/authorize?provider=google', undefined],
  ])('is managed there: %s %s %o', async (method, path, body) => {
    const { token } = await member();
    const answer = await call(setting.server, path, { method, body, token });
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'user_sso_managed' } });
  });

  test('is given neither an address nor a password by the operator', async () => {
    const { userId } = await member();
    for (const changes of [{ email: uniqueEmail() }, { password: PASSWORD }]) {
      const { error } = await createOperator(setting.server).auth.admin.updateUserById(
        userId,
        changes,
      );
      expect(error).toMatchObject({ status: 422, code: 'user_sso_managed' });
    }
  });

  test('can change its data, and its mails open no other sign-in', async () => {
    const email = uniqueEmail();
    const fragment = await signInThere(setting, { attributes: { email } });
    const token = fragment.access_token ?? '';
    const changed = await call(setting.server, '/user', {
      method: 'PUT',
      body: { data: { theme: 'dark' } },
      token,
    });
    expect(changed).toMatchObject({ status: 200, body: { user_metadata: { theme: 'dark' } } });
    const { error } = await createBrowser(setting.server).auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false },
    });
    expect(error?.code).toBe('otp_disabled');
  });

  test('enters its second step after the organisation’s', async () => {
    const nameId = randomUUID();
    const { sub = '' } = claimsOf(await signInThere(setting, { nameId }));
    await setting.server.sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${sub}, 'phone', 'totp', 'verified', now(), now())`;
    const fragment = await signInThere(setting, { nameId });
    expect(claimsOf(fragment).aal).toBe('aal1');
    // Policies show nothing of a person with a factor below aal2.
    expect(claimsOf(fragment).sub).toBe(sub);
  });
});

describe('A form without a response', () => {
  test.each([
    ['no response', {}],
    ['an empty one', { SAMLResponse: '' }],
    ['an artifact', { SAMLart: 'AAQ' }],
  ])('is refused: %s', async (_what, fields) => {
    const landed = await new FlowBrowser(setting.server).open(
      `${HOME}auth/v1/sso/saml/acs`,
      new URLSearchParams(fields),
    );
    expect(fragmentOf(landed)).toMatchObject({ error_code: 'validation_failed' });
  });
});
