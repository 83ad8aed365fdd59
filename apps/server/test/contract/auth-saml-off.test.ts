import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call, signUp } from './auth-fixtures.ts';
import { administer } from './auth-saml-fixtures.ts';
import { startSamlIdentityProvider } from './saml-identity-provider.ts';

describe('Without SAML, or without access to private networks', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { MAILER_AUTOCONFIRM: 'true' } });
  });
  afterAll(() => server.stop());

  test('all SAML endpoints are disabled', async () => {
    const metadata = await call(server, '/sso/saml/metadata', { apiKey: null });
    const posted = await call(server, '/sso/saml/acs', { method: 'POST', apiKey: null });
    for (const answer of [metadata, posted]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { error_code: 'saml_provider_disabled' },
      });
    }
  });

  /** @covers security.sessions.22 */
  test('a metadata URL in a private network is rejected and not fetched', async () => {
    const idp = await startSamlIdentityProvider();
    const before = idp.metadataRequests();
    for (const url of [idp.metadataUrl, idp.metadataUrl.replace('http:', 'https:')]) {
      const answer = await administer(server, '', { body: { type: 'saml', metadata_url: url } });
      expect(answer).toMatchObject({
        status: 400,
        body: { error_code: 'saml_metadata_fetch_failed' },
      });
    }
    expect(idp.metadataRequests()).toBe(before);
    await idp.close();
  });

  test('a user without SSO has no is_sso_user property', async () => {
    const { browser } = await signUp(server);
    const { data } = await browser.auth.getUser();
    expect(data.user).not.toHaveProperty('is_sso_user');
  });
});
