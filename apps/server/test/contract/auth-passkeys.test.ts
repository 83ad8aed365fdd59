/** @covers security.sessions.23 */
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { createFactorSteps } from './auth-factor-fixtures.ts';
import { call, createBrowser, createOperator, signUp, waitForMails } from './auth-fixtures.ts';
import { createAuthenticator, type Deviations } from './software-authenticator.ts';

const SITE = { origin: 'http://localhost:3000', rpId: 'localhost' };
const clock = createFixedClock(new Date());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock,
    environment: { PUBLIC_URL: SITE.origin, MFA_MAX_FACTORS: '2' },
  });
});
afterAll(() => server.stop());

type Browser = ReturnType<typeof createBrowser>;
type Authenticator = ReturnType<typeof createAuthenticator>;
type Credential = Parameters<Browser['auth']['passkey']['verifyRegistration']>[0]['credential'];

async function register(browser: Browser, device: Authenticator, deviations: Deviations = {}) {
  const { data, error } = await browser.auth.passkey.startRegistration();
  if (error) return { data: null, error };
  const credential = device.create(data.options, deviations) as Credential;
  return browser.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

async function signIn(device: Authenticator, deviations: Deviations = {}) {
  const browser = createBrowser(server);
  const { data, error } = await browser.auth.passkey.startAuthentication();
  if (error) throw error;
  const credential = device.get(data.options, deviations) as Credential;
  return browser.auth.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential });
}

async function signUpWithPasskey() {
  const person = await signUp(server);
  const device = createAuthenticator(SITE);
  const { data, error } = await register(person.browser, device);
  if (error) throw error;
  return { ...person, device, passkeyId: data.id };
}

describe('A passkey', () => {
  test('is requested as a discoverable credential with user verification', async () => {
    const { browser, email, userId } = await signUp(server);
    const { data } = await browser.auth.passkey.startRegistration();
    expect(data?.options).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: Buffer.from(userId).toString('base64url'), name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(data?.expires_at).toBe(Math.floor(clock.now().getTime() / 1000) + 300);
    const signingIn = await createBrowser(server).auth.passkey.startAuthentication();
    expect(signingIn.data?.options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
    });
    expect(signingIn.data?.options.allowCredentials ?? []).toEqual([]);
  });

  /** @covers 7.18 */
  test('signs the user in at aal2 without an address or a password, and its registration sends a mail', async () => {
    const { device, userId, email } = await signUpWithPasskey();
    const { data, error } = await signIn(device);
    expect(error).toBeNull();
    expect(data?.user?.id).toBe(userId);
    expect(decodeJwt(data?.session?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'passkey' }],
    });
    await waitForMails(server);
    expect(
      server.mails.some(({ to, subject }) => to === email && subject.includes('passkey was added')),
    ).toBe(true);
    expect((await signIn(device)).error).toBeNull();
  });

  test('can be listed, renamed and deleted by its owner, and is rejected after the deletion', async () => {
    const { browser, device, passkeyId } = await signUpWithPasskey();
    await signIn(device);
    const { data: renamed } = await browser.auth.passkey.update({
      passkeyId,
      friendlyName: 'Laptop',
    });
    expect(renamed).toMatchObject({ id: passkeyId, friendly_name: 'Laptop' });
    const { data: listed } = await browser.auth.passkey.list();
    expect(listed).toEqual([
      {
        id: passkeyId,
        friendly_name: 'Laptop',
        created_at: clock.now().toISOString(),
        last_used_at: clock.now().toISOString(),
      },
    ]);
    expect((await browser.auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await browser.auth.passkey.list()).data).toEqual([]);
    expect((await browser.auth.passkey.delete({ passkeyId })).error?.code).toBe(
      'passkey_not_found',
    );
    expect((await signIn(device)).error).toMatchObject({
      status: 400,
      code: 'webauthn_verification_failed',
    });
  });

  test('cannot be changed by another user, but can be listed and deleted by an administrator', async () => {
    const { userId, passkeyId } = await signUpWithPasskey();
    const { browser } = await signUp(server);
    const renaming = await browser.auth.passkey.update({ passkeyId, friendlyName: 'Mine' });
    expect(renaming.error?.code).toBe('passkey_not_found');
    expect((await browser.auth.passkey.delete({ passkeyId })).error?.code).toBe(
      'passkey_not_found',
    );
    const { passkey } = createOperator(server).auth.admin;
    const { data } = await passkey.listPasskeys({ userId });
    expect(data).toMatchObject([{ id: passkeyId }]);
    expect((await passkey.deletePasskey({ userId, passkeyId })).error).toBeNull();
    expect((await passkey.listPasskeys({ userId })).data).toEqual([]);
    const stranger = await call(server, `/admin/users/${userId}/passkeys`);
    expect(stranger.status).toBe(403);
  });

  test('can be added and deleted only at aal2 when the user has a second factor', async () => {
    const steps = createFactorSteps(() => server, clock);
    const { browser, email } = await steps.makeProtected();
    const { data } = await register(browser, createAuthenticator(SITE));
    const below = (await steps.signIn(email)).browser;
    const adding = await register(below, createAuthenticator(SITE));
    expect(adding.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const removing = await below.auth.passkey.delete({ passkeyId: data?.id ?? '' });
    expect(removing.error?.code).toBe('insufficient_aal');
  });

  test('keeps its session at aal2 when the user unenrolls the last other factor', async () => {
    const steps = createFactorSteps(() => server, clock);
    const { browser, factor } = await steps.makeProtected();
    const device = createAuthenticator(SITE);
    await register(browser, device);
    const { data } = await signIn(device);
    await browser.auth.mfa.unenroll({ factorId: factor.id });
    const [session] = await server.sql`
      select aal from auth.sessions
      where id = ${String(decodeJwt(data?.session?.access_token ?? '').session_id)}`;
    expect(session).toEqual({ aal: 'aal2' });
  });

  test('is rejected when it is already registered or exceeds the limit of passkeys per user', async () => {
    const { browser, device } = await signUpWithPasskey();
    const again = await register(browser, device);
    expect(again.error?.code).toBe('webauthn_credential_exists');
    await register(browser, createAuthenticator(SITE));
    const third = await register(browser, createAuthenticator(SITE));
    expect(third.error?.code).toBe('too_many_passkeys');
  });

  test('does not sign in a banned user', async () => {
    const { device, userId } = await signUpWithPasskey();
    await createOperator(server).auth.admin.updateUserById(userId, { ban_duration: '1h' });
    expect((await signIn(device)).error?.code).toBe('user_banned');
  });
});

describe('A passkey response', () => {
  test.each<[string, Deviations]>([
    ['for another origin', { origin: 'https://stranger.example' }],
    ['for another relying party id', { rpId: 'stranger.example' }],
    ['for another challenge', { challenge: 'c3RyYW5nZXI' }],
    ['without user verification', { isUserVerified: false }],
    ['with the user handle of another user', { userHandle: 'c3RyYW5nZXI' }],
  ])('is rejected %s', async (_what, deviations) => {
    const { browser, device } = await signUpWithPasskey();
    expect((await signIn(device, deviations)).error?.code).toBe('webauthn_verification_failed');
    if (deviations.userHandle !== undefined) return;
    const registered = await register(browser, createAuthenticator(SITE), deviations);
    expect(registered.error?.code).toBe('webauthn_verification_failed');
  });

  test('is rejected when the signature counter does not increase, as for a cloned device', async () => {
    const { device } = await signUpWithPasskey();
    expect((await signIn(device, { counter: 9 })).error).toBeNull();
    expect((await signIn(device, { counter: 9 })).error?.code).toBe('webauthn_verification_failed');
    expect((await signIn(device, { counter: 4 })).error?.code).toBe('webauthn_verification_failed');
    expect((await signIn(device, { counter: 10 })).error).toBeNull();
  });

  test('is accepted once per challenge, not after a failed attempt, and for five minutes only', async () => {
    const { device } = await signUpWithPasskey();
    const browser = createBrowser(server);
    const begin = async () => {
      const { data } = await browser.auth.passkey.startAuthentication();
      if (data === null) throw new Error('There is no challenge.');
      return data;
    };
    const verify = async (challengeId: string, credential: unknown) =>
      (
        await browser.auth.passkey.verifyAuthentication({
          challengeId,
          credential: credential as Credential,
        })
      ).error?.code ?? null;
    const first = await begin();
    const credential = device.get(first.options);
    expect(await verify(first.challenge_id, credential)).toBeNull();
    expect(await verify(first.challenge_id, credential)).toBe('webauthn_challenge_not_found');
    const second = await begin();
    const wrong = device.get(second.options, { challenge: 'c3RyYW5nZXI' });
    expect(await verify(second.challenge_id, wrong)).toBe('webauthn_verification_failed');
    const right = device.get(second.options);
    expect(await verify(second.challenge_id, right)).toBe('webauthn_challenge_not_found');
    const third = await begin();
    clock.advance(301_000);
    const late = device.get(third.options);
    expect(await verify(third.challenge_id, late)).toBe('webauthn_challenge_not_found');
    expect(await verify(randomUUID(), late)).toBe('webauthn_challenge_not_found');
  });

  test('is valid only for the user who requested the challenge', async () => {
    const [one, other] = await Promise.all([signUp(server), signUp(server)]);
    const { data } = await one.browser.auth.passkey.startRegistration();
    const credential = createAuthenticator(SITE).create(data?.options as never) as Credential;
    const challengeId = data?.challenge_id ?? '';
    const { error } = await other.browser.auth.passkey.verifyRegistration({
      challengeId,
      credential,
    });
    expect(error?.code).toBe('webauthn_challenge_not_found');
  });

  test('is not requested when the host of the site is an IP address, which browsers reject', async () => {
    const serverWithIpAddress = await startTestServer({
      environment: { PUBLIC_URL: 'http://127.0.0.1:3000' },
    });
    try {
      const { error } = await createBrowser(serverWithIpAddress).auth.passkey.startAuthentication();
      expect(error).toMatchObject({ status: 422, code: 'passkey_disabled' });
      expect((await call(serverWithIpAddress, '/settings')).body.passkeys_enabled).toBe(false);
      expect((await call(server, '/settings')).body.passkeys_enabled).toBe(true);
    } finally {
      await serverWithIpAddress.stop();
    }
  });
});
