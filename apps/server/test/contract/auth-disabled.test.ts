import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call, createBrowser, createOperator, signUp, uniqueEmail } from './auth-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { MAILER_AUTOCONFIRM: 'true' } });
});
afterAll(() => server.stop());

describe('a disabled feature', () => {
  /** @covers 7.8 */
  test('returns 404 saml_provider_disabled for SSO sign-in', async () => {
    const { error } = await createBrowser(server).auth.signInWithSSO({ domain: 'example.com' });
    expect(error).toMatchObject({ status: 404, code: 'saml_provider_disabled' });
  });

  test('returns 404 manual_linking_disabled for linking and unlinking an identity', async () => {
    const { browser, session } = await signUp(server);
    const { error } = await browser.auth.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
    const unlinking = await call(server, `/user/identities/${randomUUID()}`, {
      method: 'DELETE',
      token: session.access_token,
    });
    expect(unlinking).toMatchObject({
      status: 404,
      body: { error_code: 'manual_linking_disabled' },
    });
    const stranger = await call(server, '/user/identities/authorize?provider=google');
    expect(stranger).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
  });

  test('returns a specific error for Web3 sign-in and for id tokens', async () => {
    const web3 = await call(server, '/token?grant_type=web3', { body: { chain: 'ethereum' } });
    expect(web3).toMatchObject({ status: 422, body: { error_code: 'web3_provider_disabled' } });
    const idToken = await call(server, '/token?grant_type=id_token', { body: {} });
    expect(idToken).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});

describe('a magic link for an email address without an account', () => {
  test('has the type signup and is accepted as a signup link', async () => {
    const email = uniqueEmail();
    const { data } = await createOperator(server).auth.admin.generateLink({
      type: 'magiclink',
      email,
    });
    expect(data.properties?.verification_type).toBe('signup');
    const { error } = await createBrowser(server).auth.verifyOtp({
      type: 'signup',
      token_hash: data.properties?.hashed_token ?? '',
    });
    expect(error).toBeNull();
    const again = await createOperator(server).auth.admin.generateLink({
      type: 'magiclink',
      email,
    });
    expect(again.data.properties?.verification_type).toBe('magiclink');
  });
});

describe('a request body that is nested too deeply', () => {
  const nested = `${'{"x":'.repeat(2000)}1${'}'.repeat(2000)}`;

  test.each([
    ['POST', '/signup'],
    ['POST', '/token?grant_type=password'],
    ['POST', '/token?grant_type=refresh_token'],
    ['POST', '/token?grant_type=pkce'],
    ['POST', '/otp'],
    ['POST', '/verify'],
    ['POST', '/resend'],
    ['POST', '/recover'],
    ['PUT', '/user'],
    ['POST', '/invite'],
    ['POST', '/admin/users'],
    ['PUT', '/admin/users/:id'],
    ['DELETE', '/admin/users/:id'],
    ['POST', '/admin/generate_link'],
  ])('is rejected with 400 by %s %s', async (method, path) => {
    const { session, userId } = await signUp(server);
    const isAdminPath = path.startsWith('/admin') || path === '/invite';
    const answer = await call(server, path.replace(':id', userId), {
      method,
      rawBody: `{"email":"a@example.com","data":${nested}}`,
      ...(isAdminPath ? { apiKey: server.secretKey } : { token: session.access_token }),
    });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });
});
