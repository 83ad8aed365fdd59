import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { createFactorSteps } from './auth-factor-fixtures.ts';
import { call, PASSWORD, signUp, type Person } from './auth-fixtures.ts';
import { createAuthenticator, type Deviations } from './software-authenticator.ts';

const SITE = { origin: 'http://localhost:3000', rpId: 'localhost' };
const FOR_SITE = { rpId: SITE.rpId, rpOrigins: [SITE.origin] };
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
interface Question {
  readonly id: string;
  readonly type: 'create' | 'request';
  readonly publicKey: {
    readonly challenge: string;
    readonly user: { readonly id: string };
    readonly rp: { readonly id: string };
  } & Record<string, unknown>;
}

const text = (bytes: unknown) => Buffer.from(bytes as ArrayBuffer).toString('base64url');

async function enrol(browser: Browser, friendlyName = 'key'): Promise<string> {
  const { data, error } = await browser.auth.mfa.enroll({ factorType: 'webauthn', friendlyName });
  if (error) throw error;
  expect(data).toMatchObject({ type: 'webauthn', friendly_name: friendlyName });
  return data.id;
}

/** What a browser is asked; auth-js has turned its texts into bytes for `navigator.credentials`. */
async function ask(browser: Browser, factorId: string): Promise<Question> {
  const { data, error } = await browser.auth.mfa.challenge({ factorId, webauthn: FOR_SITE });
  if (error) throw error;
  const { type, credential_options: options } = data.webauthn;
  const publicKey = options.publicKey as unknown as Record<string, unknown>;
  const user = publicKey.user as Record<string, unknown> | undefined;
  return {
    id: data.id,
    type,
    publicKey: {
      ...publicKey,
      challenge: text(publicKey.challenge),
      user: { ...user, id: user === undefined ? '' : text(user.id) },
    } as unknown as Question['publicKey'],
  };
}

interface Answer {
  readonly factorId: string;
  readonly question: Question;
  readonly credential: object;
}

async function verify(browser: Browser, { factorId, question, credential }: Answer) {
  return browser.auth.mfa.webauthn.verify({
    factorId,
    challengeId: question.id,
    webauthn: {
      ...FOR_SITE,
      type: question.type,
      // As a browser's own object, which knows how it is written.
      credential_response: { ...credential, toJSON: () => credential },
    } as unknown as VerifyOptions,
  });
}

async function answer(
  browser: Browser,
  factorId: string,
  device: Device,
  deviations: Deviations = {},
) {
  const question = await ask(browser, factorId);
  const credential =
    question.type === 'create'
      ? device.create(question.publicKey, deviations)
      : device.get(question.publicKey, deviations);
  return verify(browser, { factorId, question, credential });
}

/** A user whose second factor is a security key, at aal2, and the same user at aal1. */
async function arrive() {
  const person = await signUp(server);
  const device = createAuthenticator(SITE);
  const factorId = await enrol(person.browser);
  const { data, error } = await answer(person.browser, factorId, device);
  if (error) throw error;
  const below = await steps.signIn(person.email);
  return { ...person, device, factorId, token: data.access_token, below: below.browser };
}

describe('A security key', () => {
  /** @covers 7.18 */
  test('is requested as a key of this site, and elevates the session to aal2', async () => {
    const { browser, userId, email } = await signUp(server);
    const factorId = await enrol(browser);
    const question = await ask(browser, factorId);
    expect(question).toMatchObject({
      type: 'create',
      publicKey: {
        rp: { id: SITE.rpId },
        user: { id: text(Buffer.from(userId)), name: email },
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      },
    });
    const { data: before } = await browser.auth.mfa.listFactors();
    expect(before).toMatchObject({ all: [{ id: factorId, status: 'unverified' }], webauthn: [] });

    clock.advance(1000);
    const credential = createAuthenticator(SITE).create(question.publicKey);
    const { data, error } = await verify(browser, { factorId, question, credential });

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
    const { below, factorId, device } = await arrive();
    const { data: level } = await below.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const question = await ask(below, factorId);
    expect(question.type).toBe('request');
    expect(question.publicKey).toMatchObject({
      rpId: SITE.rpId,
      userVerification: 'preferred',
    });
    const { allowCredentials } = question.publicKey as {
      allowCredentials?: readonly { readonly id: unknown }[];
    };
    expect(allowCredentials?.map(({ id }) => text(id))).toEqual([device.credentialId]);
    const touched = await answer(below, factorId, device, { isUserVerified: false });
    expect(touched.error).toBeNull();
    expect(decodeJwt(touched.data?.access_token ?? '').aal).toBe('aal2');
    // Stored as Supabase Auth stores it, so that accounts can be moved.
    const [row] = await server.sql`
      select web_authn_credential ->> 'id' as id, web_authn_credential -> 'authenticator' as device
      from auth.mfa_factors where id = ${factorId}`;
    expect(row).toMatchObject({
      id: Buffer.from(device.credentialId, 'base64url').toString('base64'),
      device: { signCount: 2, AAGUID: Buffer.alloc(16).toString('base64') },
    });
  });

  test('gates what any second factor gates, and takes its sessions down when it is removed', async () => {
    const { browser, below, factorId } = await arrive();
    const early = await below.auth.mfa.unenroll({ factorId });
    expect(early.error?.code).toBe('insufficient_aal');
    const further = await below.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'two' });
    expect(further.error?.code).toBe('insufficient_aal');
    const changing = await below.auth.updateUser({ password: `${PASSWORD}!` });
    expect(changing.error?.code).toBe('insufficient_aal');
    expect((await browser.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const { data } = await browser.auth.refreshSession();
    const claims = decodeJwt(data.session?.access_token ?? '');
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect(claims.amr).toHaveLength(1);
  });

  test('is one of so many factors, and counts for an account once', async () => {
    const { browser, device } = await arrive();
    const second = await enrol(browser, 'second');
    const again = await answer(browser, second, device);
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
    const { below, factorId, device } = await arrive();
    const coded = await below.auth.mfa.challengeAndVerify({ factorId, code: '123456' });
    expect(coded.error?.code).toBe('mfa_verification_failed');
    const app = await steps.makeProtected();
    const lower = (await steps.signIn(app.email)).browser;
    const { data } = await lower.auth.mfa.challenge({ factorId: app.factor.id });
    const question: Question = {
      id: data?.id ?? '',
      type: 'request',
      publicKey: { challenge: 'AAAA', user: { id: '' }, rp: { id: '' } },
    };
    const credential = device.get(question.publicKey);
    const answered = await verify(lower, { factorId: app.factor.id, question, credential });
    expect(answered.error?.code).toBe('mfa_verification_failed');
  });
});

describe('An answer of a security key', () => {
  test.each<[string, Deviations]>([
    ['for another site', { origin: 'https://stranger.example' }],
    ['for another name', { rpId: 'stranger.example' }],
    ['to something else than was asked', { challenge: 'c3RyYW5nZXI' }],
  ])('is refused: one %s', async (_what, deviations) => {
    const { browser, below, factorId, device } = await arrive();
    const signed = await answer(below, factorId, device, deviations);
    expect(signed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const second = await enrol(browser, 'second');
    const made = await answer(browser, second, createAuthenticator(SITE), deviations);
    expect(made.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  });

  /** @covers 7.18 */
  test('is refused when its counter goes back, as a copy’s does', async () => {
    const { below, factorId, device } = await arrive();
    const counted = async (counter: number) =>
      (await answer(below, factorId, device, { counter })).error?.code ?? null;
    expect(await counted(9)).toBeNull();
    expect(await counted(9)).toBe('mfa_verification_failed');
    expect(await counted(4)).toBe('mfa_verification_failed');
    expect(await counted(10)).toBeNull();
  });

  test('is rejected from another key, another user’s key, and a key that does not exist yet', async () => {
    const { browser, below, factorId } = await arrive();
    const stranger = await arrive();
    const foreign = await answer(below, factorId, stranger.device);
    expect(foreign.error?.code).toBe('mfa_verification_failed');
    const theirs = await below.auth.mfa.challenge({
      factorId: stranger.factorId,
      webauthn: FOR_SITE,
    });
    expect(theirs.error?.code).toBe('mfa_factor_not_found');
    const second = await enrol(browser, 'second');
    const question = await ask(browser, second);
    const signature = createAuthenticator(SITE).get(question.publicKey);
    const early = await verify(browser, { factorId: second, question, credential: signature });
    expect(early.error?.code).toBe('mfa_verification_failed');
  });

  /** @covers 7.18 */
  test('counts once, for the question it answers, and for five minutes', async () => {
    const { below, factorId, device } = await arrive();
    const question = await ask(below, factorId);
    const credential = device.get(question.publicKey);
    expect((await verify(below, { factorId, question, credential })).error).toBeNull();
    const again = await verify(below, { factorId, question, credential });
    expect(again.error?.code).toBe('mfa_challenge_expired');
    const other = await ask(below, factorId);
    const replayed = await verify(below, { factorId, question: other, credential });
    expect(replayed.error?.code).toBe('mfa_verification_failed');
    const late = await ask(below, factorId);
    clock.advance(301_000);
    const slow = await verify(below, {
      factorId,
      question: late,
      credential: device.get(late.publicKey),
    });
    expect(slow.error?.code).toBe('mfa_challenge_expired');
  });

  test('that is first of two for a new factor sets its key, and the second does not replace it', async () => {
    const { browser } = await signUp(server);
    const factorId = await enrol(browser);
    const [one, other] = [await ask(browser, factorId), await ask(browser, factorId)];
    const device = createAuthenticator(SITE);
    const intruder = createAuthenticator(SITE);
    const first = device.create(one.publicKey);
    expect(
      (await verify(browser, { factorId, question: one, credential: first })).error,
    ).toBeNull();
    const second = intruder.create(other.publicKey);
    const replaced = await verify(browser, { factorId, question: other, credential: second });
    expect(replaced.error?.code).toBe('mfa_verification_failed');
    expect((await answer(browser, factorId, device)).error).toBeNull();
  });

  test.each([
    [{}],
    [{ code: '' }],
    [{ webauthn: {} }],
    [{ webauthn: { credential_response: { id: 'x' } } }],
    [{ webauthn: { credential_response: { id: 'x', rawId: 'x', type: 'public-key' } } }],
  ])('that is none (%j) is not valid', async (content) => {
    const { token, factorId, browser } = await arrive();
    const { id } = await ask(browser, factorId);
    const answered = await call(server, `/factors/${factorId}/verify`, {
      token,
      body: { challenge_id: id, ...content },
    });
    expect(answered).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });

  test('that cannot be read is wrong, and a guess among others', async () => {
    const { below, factorId, device } = await arrive();
    const question = await ask(below, factorId);
    const credential = device.get(question.publicKey);
    const torn = { ...credential, response: { ...credential.response, authenticatorData: 'AA' } };
    const refused = await verify(below, { factorId, question, credential: torn });
    expect(refused.error?.code).toBe('mfa_verification_failed');
    const whole = await verify(below, { factorId, question, credential });
    expect(whole.error).toBeNull();
  });
});

test('Where browsers would reject security keys, none is enrolled, and an earlier one is not requested', async () => {
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
      webauthn: FOR_SITE,
    });
    expect(asking.error).toMatchObject({ status: 422, code: 'mfa_webauthn_verify_not_enabled' });
  } finally {
    await unnamed.stop();
  }
});
