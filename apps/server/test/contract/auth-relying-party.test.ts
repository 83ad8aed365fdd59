import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { createBrowser, signUp } from './auth-fixtures.ts';
import { createAuthenticator } from './software-authenticator.ts';

const RELYING_PARTY = { origin: 'https://app.example.com', rpId: 'example.com' };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: {
      WEBAUTHN_RP_ID: RELYING_PARTY.rpId,
      WEBAUTHN_RP_DISPLAY_NAME: 'Beacon Pay',
      WEBAUTHN_RP_ORIGINS: `https://pay.example.com,${RELYING_PARTY.origin}`,
    },
  });
});
afterAll(() => server.stop());

type Passkeys = ReturnType<typeof createBrowser>['auth']['passkey'];
type NewCredential = Parameters<Passkeys['verifyRegistration']>[0]['credential'];

test('A passkey is created for the configured relying party and accepted on its origins only', async () => {
  const { browser, userId } = await signUp(server);
  const device = createAuthenticator(RELYING_PARTY);
  const { data: registration } = await browser.auth.passkey.startRegistration();
  if (registration === null) throw new Error('No passkey was asked for.');
  expect(registration.options.rp).toEqual({ id: 'example.com', name: 'Beacon Pay' });
  const registered = await browser.auth.passkey.verifyRegistration({
    challengeId: registration.challenge_id,
    credential: device.create(registration.options) as NewCredential,
  });
  expect(registered.error).toBeNull();

  const signInOn = async (origin: string) => {
    const { passkey } = createBrowser(server).auth;
    const { data } = await passkey.startAuthentication();
    if (data === null) throw new Error('No passkey was asked for.');
    expect(data.options.rpId).toBe('example.com');
    return passkey.verifyAuthentication({
      challengeId: data.challenge_id,
      credential: device.get(data.options, { origin }),
    });
  };
  for (const origin of ['https://pay.example.com', 'https://app.example.com']) {
    expect((await signInOn(origin)).data?.user?.id).toBe(userId);
  }
  expect((await signInOn('https://www.example.com')).error).not.toBeNull();
});
