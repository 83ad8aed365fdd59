import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call, signUp } from './auth-fixtures.ts';
import { administer } from './auth-saml-fixtures.ts';
import { startSamlIdentityProvider } from './saml-identity-provider.ts';

describe('Where SAML is off, or private networks are closed', () => {
  let plain: TestServer;
  beforeAll(async () => {
    plain = await startTestServer({ environment: { MAILER_AUTOCONFIRM: 'true' } });
  });
  afterAll(() => plain.stop());

  test('all SAML endpoints are disabled', async () => {
    const described = await call(plain, '/sso/saml/metadata', { apiKey: null });
    const posted = await call(plain, '/sso/saml/acs', { method: 'POST', apiKey: null });
    for (const answer of [described, posted]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { error_code: 'saml_provider_disabled' },
      });
    }
  });

  /** @covers security.sessions.22 */
  test('no metadata is fetched, and no provider is contacted', async () => {
    const idp = await startSamlIdentityProvider();
    const before = idp.metadataRequests();
    for (const url of [idp.metadataUrl, idp.metadataUrl.replace('http:', 'https:')]) {
      const answer = await administer(plain, '', { body: { type: 'saml', metadata_url: url } });
      expect(answer).toMatchObject({
        status: 400,
        body: { error_code: 'saml_metadata_fetch_failed' },
      });
    }
    expect(idp.metadataRequests()).toBe(before);
    await idp.close();
  });

  test('an account without an organisation belongs to none', async () => {
    const { browser } = await signUp(plain);
    const { data } = await browser.auth.getUser();
    expect(data.user).not.toHaveProperty('is_sso_user');
  });
});
