import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { createFactorSteps } from './auth-factor-fixtures.ts';
import { call, PASSWORD, signUp, type Person } from './auth-fixtures.ts';
import { createAuthenticator, type Deviations } from './software-authenticator.ts';

const SITE = { origin: 'http://localhost:3000', rpId: 'localhost' };
const WEBAUTHN_OPTIONS = { rpId: SITE.rpId, rpOrigins: [SITE.origin] };
const clock = createFixedClock(new Date());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock,
    environment: { PUBLIC_URL: SITE.origin, RATE_LIMIT_MFA_PER_MIN: '0', MFA_MAX_FACTORS: '3' },
  });
});
afterAll(() => server.stop());
const steps = createFactorSteps(() => server, clock);

type Browser = Person['browser'];
type Device = ReturnType<typeof createAuthenticator>;
type VerifyOptions = Parameters<Browser['auth']['mfa']['webauthn']['verify']>[0]['webauthn'];
interface Challenge {
  readonly id: string;
  readonly type: 'create' | 'request';
  readonly publicKey: {
    readonly challenge: string;
    readonly user: { readonly id: string };
    readonly rp: { readonly id: string };
  } & Record<string, unknown>;
}

const toBase64url = (bytes: unknown) => Buffer.from(bytes as ArrayBuffer).toString('base64url');

async function enrol(browser: Browser, friendlyName = 'key'): Promise<string> {
  const { data, error } = await browser.auth.mfa.enroll({ factorType: 'webauthn', friendlyName });
  if (error) throw error;
  expect(data).toMatchObject({ type: 'webauthn', friendly_name: friendlyName });
  return data.id;
}

/** The options for `navigator.credentials`, in which auth-js has decoded base64url. */
async function requestChallenge(browser: Browser, factorId: string): Promise<Challenge> {
  const { data, error } = await browser.auth.mfa.challenge({
    factorId,
    webauthn: WEBAUTHN_OPTIONS,
  });
  if (error) throw error;
  const { type, credential_options: options } = data.webauthn;
  const publicKey = options.publicKey as unknown as Record<string, unknown>;
  const user = publicKey.user as Record<string, unknown> | undefined;
  return {
    id: data.id,
    type,
    publicKey: {
      ...publicKey,
      challenge: toBase64url(publicKey.challenge),
      user: { ...user, id: user === undefined ? '' : toBase64url(user.id) },
    } as unknown as Challenge['publicKey'],
  };
}

interface ChallengeResponse {
  readonly factorId: string;
  readonly challenge: Challenge;
  readonly credential: object;
}

async function verify(browser: Browser, { factorId, challenge, credential }: ChallengeResponse) {
  return browser.auth.mfa.webauthn.verify({
    factorId,
    challengeId: challenge.id,
    webauthn: {
      ...WEBAUTHN_OPTIONS,
      type: challenge.type,
      // Browsers return an object with toJSON().
      credential_response: { ...credential, toJSON: () => credential },
    } as unknown as VerifyOptions,
  });
}

async function completeChallenge(
  browser: Browser,
  factorId: string,
  device: Device,
  deviations: Deviations = {},
) {
  const challenge = await requestChallenge(browser, factorId);
  const credential =
    challenge.type === 'create'
      ? device.create(challenge.publicKey, deviations)
      : device.get(challenge.publicKey, deviations);
  return verify(browser, { factorId, challenge, credential });
}

/** A user whose second factor is a security key, at aal2, and the same user at aal1. */
async function signUpWithSecurityKey() {
  const person = await signUp(server);
  const device = createAuthenticator(SITE);
  const factorId = await enrol(person.browser);
  const { data, error } = await completeChallenge(person.browser, factorId, device);
  if (error) throw error;
  const atAal1 = await steps.signIn(person.email);
  return { ...person, device, factorId, token: data.access_token, aal1Browser: atAal1.browser };
}

describe('A security key', () => {
  /** @covers 7.18 */
  test('is registered for this relying party, and elevates the session to aal2', async () => {
    const { browser, userId, email } = await signUp(server);
    const factorId = await enrol(browser);
    const challenge = await requestChallenge(browser, factorId);
    expect(challenge).toMatchObject({
      type: 'create',
      publicKey: {
        rp: { id: SITE.rpId },
        user: { id: toBase64url(Buffer.from(userId)), name: email },
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      },
    });
    const { data: before } = await browser.auth.mfa.listFactors();
    expect(before).toMatchObject({ all: [{ id: factorId, status: 'unverified' }], webauthn: [] });

    clock.advance(1000);
    const credential = createAuthenticator(SITE).create(challenge.publicKey);
    const { data, error } = await verify(browser, { factorId, challenge, credential });

    expect(error).toBeNull();
    expect(decodeJwt(data?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    });
    const { data: after } = await browser.auth.mfa.listFactors();
    expect(after?.webauthn).toMatchObject([
      { id: factorId, factor_type: 'webauthn', friendly_name: 'key', status: 'verified' },
    ]);
    expect(JSON.stringify(after)).not.toContain('publicKey');
    expect(await steps.subjectsTo(email)).toContain('Two-step verification was turned on');
  });

  /** @covers 7.18 */
  test('signs a challenge at the next sign-in, with or without user verification', async () => {
    const { aal1Browser, factorId, device } = await signUpWithSecurityKey();
    const { data: level } = await aal1Browser.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const challenge = await requestChallenge(aal1Browser, factorId);
    expect(challenge.type).toBe('request');
    expect(challenge.publicKey).toMatchObject({
      rpId: SITE.rpId,
      userVerification: 'preferred',
    });
    const { allowCredentials } = challenge.publicKey as {
      allowCredentials?: readonly { readonly id: unknown }[];
    };
    expect(allowCredentials?.map(({ id }) => toBase64url(id))).toEqual([device.credentialId]);
    const verified = await completeChallenge(aal1Browser, factorId, device, {
      isUserVerified: false,
    });
    expect(verified.error).toBeNull();
    expect(decodeJwt(verified.data?.access_token ?? '').aal).toBe('aal2');
    // Stored as Supabase Auth stores it, so that accounts can be moved.
    const [row] = await server.sql`
      select web_authn_credential ->> 'id' as id, web_authn_credential -> 'authenticator' as device
      from auth.mfa_factors where id = ${factorId}`;
    expect(row).toMatchObject({
      id: Buffer.from(device.credentialId, 'base64url').toString('base64'),
      device: { signCount: 2, AAGUID: Buffer.alloc(16).toString('base64') },
    });
  });

  test('is required for sensitive changes, and its removal lowers the session to aal1', async () => {
    const { browser, aal1Browser, factorId } = await signUpWithSecurityKey();
    const early = await aal1Browser.auth.mfa.unenroll({ factorId });
    expect(early.error?.code).toBe('insufficient_aal');
    const further = await aal1Browser.auth.mfa.enroll({
      factorType: 'webauthn',
      friendlyName: 'two',
    });
    expect(further.error?.code).toBe('insufficient_aal');
    const changing = await aal1Browser.auth.updateUser({ password: `${PASSWORD}!` });
    expect(changing.error?.code).toBe('insufficient_aal');
    expect((await browser.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const { data } = await browser.auth.refreshSession();
    const claims = decodeJwt(data.session?.access_token ?? '');
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect(claims.amr).toHaveLength(1);
  });

  test('is registered only once for an account, and the number of factors is limited', async () => {
    const { browser, device } = await signUpWithSecurityKey();
    const second = await enrol(browser, 'second');
    const again = await completeChallenge(browser, second, device);
    expect(again.error?.code).toBe('mfa_verification_failed');
    const conflict = await browser.auth.mfa.enroll({
      factorType: 'webauthn',
      friendlyName: 'second',
    });
    expect(conflict.error?.code).toBe('mfa_factor_name_conflict');
    await enrol(browser, 'third');
    const fourth = await browser.auth.mfa.enroll({
      factorType: 'webauthn',
      friendlyName: 'fourth',
    });
    expect(fourth.error?.code).toBe('too_many_enrolled_mfa_factors');
  });

  test('is not a TOTP factor: neither accepts the other’s response', async () => {
    const { aal1Browser, factorId, device } = await signUpWithSecurityKey();
    const byCode = await aal1Browser.auth.mfa.challengeAndVerify({ factorId, code: '123456' });
    expect(byCode.error?.code).toBe('mfa_verification_failed');
    const app = await steps.makeProtected();
    const lower = (await steps.signIn(app.email)).browser;
    const { data } = await lower.auth.mfa.challenge({ factorId: app.factor.id });
    const challenge: Challenge = {
      id: data?.id ?? '',
      type: 'request',
      publicKey: { challenge: 'AAAA', user: { id: '' }, rp: { id: '' } },
    };
    const credential = device.get(challenge.publicKey);
    const response = await verify(lower, { factorId: app.factor.id, challenge, credential });
    expect(response.error?.code).toBe('mfa_verification_failed');
  });
});

describe('A response of a security key', () => {
  test.each<[string, Deviations]>([
    ['another origin', { origin: 'https://stranger.example' }],
    ['another relying party ID', { rpId: 'stranger.example' }],
    ['another challenge', { challenge: 'c3RyYW5nZXI' }],
  ])('is rejected with %s', async (_what, deviations) => {
    const { browser, aal1Browser, factorId, device } = await signUpWithSecurityKey();
    const signed = await completeChallenge(aal1Browser, factorId, device, deviations);
    expect(signed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const second = await enrol(browser, 'second');
    const made = await completeChallenge(browser, second, createAuthenticator(SITE), deviations);
    expect(made.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  });

  /** @covers 7.18 */
  test('is rejected when its signature counter decreases, as that of a copy does', async () => {
    const { aal1Browser, factorId, device } = await signUpWithSecurityKey();
    const counted = async (counter: number) =>
      (await completeChallenge(aal1Browser, factorId, device, { counter })).error?.code ?? null;
    expect(await counted(9)).toBeNull();
    expect(await counted(9)).toBe('mfa_verification_failed');
    expect(await counted(4)).toBe('mfa_verification_failed');
    expect(await counted(10)).toBeNull();
  });

  test('is rejected from another key, for the factor of another user, and before registration', async () => {
    const { browser, aal1Browser, factorId } = await signUpWithSecurityKey();
    const stranger = await signUpWithSecurityKey();
    const foreign = await completeChallenge(aal1Browser, factorId, stranger.device);
    expect(foreign.error?.code).toBe('mfa_verification_failed');
    const theirs = await aal1Browser.auth.mfa.challenge({
      factorId: stranger.factorId,
      webauthn: WEBAUTHN_OPTIONS,
    });
    expect(theirs.error?.code).toBe('mfa_factor_not_found');
    const second = await enrol(browser, 'second');
    const challenge = await requestChallenge(browser, second);
    const signature = createAuthenticator(SITE).get(challenge.publicKey);
    const early = await verify(browser, { factorId: second, challenge, credential: signature });
    expect(early.error?.code).toBe('mfa_verification_failed');
  });

  /** @covers 7.18 */
  test('is accepted once, only for its challenge, and for five minutes', async () => {
    const { aal1Browser, factorId, device } = await signUpWithSecurityKey();
    const challenge = await requestChallenge(aal1Browser, factorId);
    const credential = device.get(challenge.publicKey);
    expect((await verify(aal1Browser, { factorId, challenge, credential })).error).toBeNull();
    const again = await verify(aal1Browser, { factorId, challenge, credential });
    expect(again.error?.code).toBe('mfa_challenge_expired');
    const other = await requestChallenge(aal1Browser, factorId);
    const replayed = await verify(aal1Browser, { factorId, challenge: other, credential });
    expect(replayed.error?.code).toBe('mfa_verification_failed');
    const late = await requestChallenge(aal1Browser, factorId);
    clock.advance(301_000);
    const slow = await verify(aal1Browser, {
      factorId,
      challenge: late,
      credential: device.get(late.publicKey),
    });
    expect(slow.error?.code).toBe('mfa_challenge_expired');
  });

  test('sets the key of a new factor, and a later response does not replace the key', async () => {
    const { browser } = await signUp(server);
    const factorId = await enrol(browser);
    const [one, other] = [
      await requestChallenge(browser, factorId),
      await requestChallenge(browser, factorId),
    ];
    const device = createAuthenticator(SITE);
    const intruder = createAuthenticator(SITE);
    const first = device.create(one.publicKey);
    expect(
      (await verify(browser, { factorId, challenge: one, credential: first })).error,
    ).toBeNull();
    const second = intruder.create(other.publicKey);
    const replaced = await verify(browser, { factorId, challenge: other, credential: second });
    expect(replaced.error?.code).toBe('mfa_verification_failed');
    expect((await completeChallenge(browser, factorId, device)).error).toBeNull();
  });

  test.each([
    [{}],
    [{ code: '' }],
    [{ webauthn: {} }],
    [{ webauthn: { credential_response: { id: 'x' } } }],
    [{ webauthn: { credential_response: { id: 'x', rawId: 'x', type: 'public-key' } } }],
  ])('that is malformed (%j) is rejected', async (content) => {
    const { token, factorId, browser } = await signUpWithSecurityKey();
    const { id } = await requestChallenge(browser, factorId);
    const response = await call(server, `/factors/${factorId}/verify`, {
      token,
      body: { challenge_id: id, ...content },
    });
    expect(response).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });

  test('that cannot be parsed is rejected, and the challenge stays valid', async () => {
    const { aal1Browser, factorId, device } = await signUpWithSecurityKey();
    const challenge = await requestChallenge(aal1Browser, factorId);
    const credential = device.get(challenge.publicKey);
    const malformed = {
      ...credential,
      response: { ...credential.response, authenticatorData: 'AA' },
    };
    const rejected = await verify(aal1Browser, { factorId, challenge, credential: malformed });
    expect(rejected.error?.code).toBe('mfa_verification_failed');
    const whole = await verify(aal1Browser, { factorId, challenge, credential });
    expect(whole.error).toBeNull();
  });
});

test('A site with an IP address as its host rejects the enrolment and use of security keys', async () => {
  const unnamed = await startTestServer({ environment: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
  try {
    const { browser, userId } = await signUp(unnamed);
    const enrolling = await browser.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'x' });
    expect(enrolling.error?.code).toBe('mfa_webauthn_enroll_not_enabled');
    const [factor] = await unnamed.sql<{ id: string }[]>`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${userId}, 'webauthn', 'unverified', now(), now()) returning id`;
    const asking = await browser.auth.mfa.challenge({
      factorId: factor?.id ?? '',
      webauthn: WEBAUTHN_OPTIONS,
    });
    expect(asking.error).toMatchObject({ status: 422, code: 'mfa_webauthn_verify_not_enabled' });
  } finally {
    await unnamed.stop();
  }
});
