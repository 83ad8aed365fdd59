import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, createBrowser, waitForBlocked } from './auth-fixtures.ts';
import { fragmentOf } from './auth-provider-fixtures.ts';
import {
  administer,
  claimsOf,
  requestSignIn,
  post,
  registerProvider,
  signInWithSaml,
  startSamlServer,
  userOf,
  type SamlServer,
} from './auth-saml-fixtures.ts';
import { startSamlIdentityProvider, type SamlIdentityProvider } from './saml-identity-provider.ts';
import { PERSISTENT } from './saml-response-xml.ts';

let now = new Date();
let saml: SamlServer;
beforeAll(async () => {
  saml = await startSamlServer({ clock: { now: () => now } });
});
afterAll(() => saml.stop());

const startedProviders: SamlIdentityProvider[] = [];
afterEach(async () => {
  await Promise.all(startedProviders.splice(0).map((idp) => idp.close()));
});

/** A separate identity provider for a test that changes its registration. */
async function startProvider(): Promise<SamlIdentityProvider> {
  const idp = await startSamlIdentityProvider({ now: () => now });
  startedProviders.push(idp);
  const metadata = await fetch(`${saml.server.url}/auth/v1/sso/saml/metadata`);
  idp.trust(await metadata.text());
  return idp;
}

function uniqueDomain(): string {
  return `${randomUUID()}.example`;
}

async function registerWithDomain(idp: SamlIdentityProvider, fields: Record<string, unknown> = {}) {
  const domain = uniqueDomain();
  const { server } = saml;
  const providerId = await registerProvider(server, idp, { domains: [domain], ...fields });
  const registered: SamlServer = { ...saml, idp, providerId };
  const startSignIn = () => requestSignIn(registered, createBrowser(server), { providerId });
  return { ...registered, domain, startSignIn, path: `/${providerId}` };
}

describe('The endpoint that registers an identity provider', () => {
  test('returns 201 with the provider, lists it without its metadata, and returns it by id', async () => {
    const idp = await startProvider();
    const [domain, other] = [uniqueDomain(), uniqueDomain()];
    const mapping = { keys: { name: { name: 'displayName', default: 'Somebody' } } };
    const created = await administer(saml.server, '', {
      body: {
        type: 'saml',
        metadata_xml: idp.metadataXml,
        domains: [other.toUpperCase(), domain, domain],
        attribute_mapping: mapping,
        name_id_format: PERSISTENT,
      },
    });
    expect(created.status).toBe(201);
    const expected = {
      id: created.body.id,
      disabled: false,
      domains: [domain, other].sort().map((each) => ({ domain: each })),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    };
    const samlFields = {
      entity_id: idp.entityId,
      attribute_mapping: mapping,
      name_id_format: PERSISTENT,
    };
    const whole = { ...expected, saml: { ...samlFields, metadata_xml: idp.metadataXml } };
    expect(created.body).toEqual(whole);
    const found = await administer(saml.server, `/${String(created.body.id)}`);
    expect(found).toMatchObject({ status: 200, body: whole });
    const { body } = await administer(saml.server);
    expect(body.items).toContainEqual({ ...expected, saml: samlFields });
  });

  test('reads the metadata from a URL', async () => {
    const idp = await startProvider();
    const { status, body } = await administer(saml.server, '', {
      body: { type: 'saml', metadata_url: idp.metadataUrl },
    });
    expect(status).toBe(201);
    expect(body.saml).toMatchObject({
      entity_id: idp.entityId,
      metadata_url: idp.metadataUrl,
      metadata_xml: idp.metadataXml,
    });
  });

  test('writes one audit log entry per successful registration, update or deletion', async () => {
    const idp = await startProvider();
    const { path, providerId } = await registerWithDomain(idp);
    await administer(saml.server, path, { method: 'PUT', body: { disabled: true } });
    await administer(saml.server, path, { method: 'DELETE' });
    await administer(saml.server, path, { method: 'DELETE' });
    const entries = await saml.server.sql`
      select payload ->> 'action' as action, payload ->> 'actor_username' as actor
      from auth.audit_log_entries
      where payload -> 'traits' ->> 'sso_provider_id' = ${providerId} order by created_at, action`;
    expect(entries.map(({ action }) => action as string).sort()).toEqual([
      'sso_provider_created',
      'sso_provider_deleted',
      'sso_provider_updated',
    ]);
    expect(entries[0]?.actor).toBe('service_role');
  });

  /** @covers 8.auth-errors.6 */
  test('rejects a registered provider, and a domain of another provider', async () => {
    const idp = await startProvider();
    const { domain } = await registerWithDomain(idp);
    const again = await administer(saml.server, '', {
      body: { type: 'saml', metadata_xml: idp.metadataXml },
    });
    expect(again).toMatchObject({ status: 422, body: { error_code: 'saml_idp_already_exists' } });
    const other = await startProvider();
    const body = { type: 'saml', metadata_xml: other.metadataXml, domains: [domain.toUpperCase()] };
    const taken = await administer(saml.server, '', { body });
    expect(taken).toMatchObject({ status: 400, body: { error_code: 'sso_domain_already_exists' } });
    const { body: all } = await administer(saml.server);
    expect(JSON.stringify(all)).not.toContain(other.entityId);
  });

  test('creates one provider for several concurrent requests', async () => {
    const idp = await startProvider();
    const body = { type: 'saml', metadata_xml: idp.metadataXml };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => administer(saml.server, '', { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });

  /** @covers 8.auth-errors.6 */
  test.each<[string, (xml: string) => Record<string, unknown>]>([
    ['another provider type', (xml) => ({ type: 'oidc', metadata_xml: xml })],
    ['a missing provider type', (xml) => ({ metadata_xml: xml })],
    ['missing metadata', () => ({ type: 'saml' })],
    [
      'both metadata and a metadata URL',
      (xml) => ({ type: 'saml', metadata_xml: xml, metadata_url: 'https://a.example' }),
    ],
    ['an invalid metadata URL', () => ({ type: 'saml', metadata_url: 'metadata' })],
    ['an invalid domain', (xml) => ({ type: 'saml', metadata_xml: xml, domains: ['a b'] })],
    [
      'domains that are not a list',
      (xml) => ({ type: 'saml', metadata_xml: xml, domains: 'a.example' }),
    ],
    [
      'an invalid attribute mapping',
      (xml) => ({ type: 'saml', metadata_xml: xml, attribute_mapping: { keys: { name: 'mail' } } }),
    ],
    [
      'an unknown name ID format',
      (xml) => ({ type: 'saml', metadata_xml: xml, name_id_format: 'x' }),
    ],
    ['metadata that is not XML', () => ({ type: 'saml', metadata_xml: 'metadata' })],
    [
      'metadata with a document type',
      (xml) => ({ type: 'saml', metadata_xml: `<!DOCTYPE a []>${xml}` }),
    ],
    [
      'metadata without an identity provider',
      (xml) => ({ type: 'saml', metadata_xml: xml.replaceAll('IDPSSODescriptor', 'Other') }),
    ],
    [
      'metadata without an entity ID',
      (xml) => ({ type: 'saml', metadata_xml: xml.replace(/entityID="[^"]*"/, '') }),
    ],
    [
      'metadata without a certificate',
      (xml) => ({
        type: 'saml',
        metadata_xml: xml.replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, ''),
      }),
    ],
    [
      'metadata with an invalid certificate',
      (xml) => ({ type: 'saml', metadata_xml: xml.replace(/(X509Certificate>)[^<]+/, '$1AAAA') }),
    ],
    [
      'metadata without an HTTP-Redirect binding',
      (xml) => ({
        type: 'saml',
        metadata_xml: xml.replace(
          'bindings:HTTP-Redirect" Location="http://127.0.0.1',
          'bindings:SOAP" Location="http://127.0.0.1',
        ),
      }),
    ],
    [
      'a sign-on URL without TLS',
      (xml) => ({
        type: 'saml',
        metadata_xml: xml.replaceAll('http://127.0.0.1', 'http://login.example'),
      }),
    ],
    [
      'a sign-on URL with the javascript scheme',
      (xml) => ({
        type: 'saml',
        metadata_xml: xml.replace(/Location="[^"]*sso"/, 'Location="javascript:alert(1)"'),
      }),
    ],
  ])('rejects %s with validation_failed', async (_what, write) => {
    const idp = await startProvider();
    const body = write(idp.metadataXml);
    if ('metadata_xml' in body)
      expect(body).not.toEqual({ type: 'saml', metadata_xml: idp.metadataXml });
    const answer = await administer(saml.server, '', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });
});

describe('The admin API of the providers', () => {
  test.each([
    ['GET', ''],
    ['POST', ''],
    ['GET', `/${randomUUID()}`],
    ['PUT', `/${randomUUID()}`],
    ['DELETE', `/${randomUUID()}`],
  ])('requires the secret key: %s %s', async (method, path) => {
    for (const token of [undefined, signedIn.token]) {
      const answer = await call(saml.server, `/admin/sso/providers${path}`, {
        method,
        ...(token === undefined ? {} : { token }),
      });
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } });
    }
  });

  const signedIn = { token: '' };
  beforeAll(async () => {
    signedIn.token = (await signInWithSaml(saml)).access_token ?? '';
  });

  /** @covers 8.auth-errors.6 */
  test.each([
    ['GET', randomUUID()],
    ['PUT', randomUUID()],
    ['DELETE', randomUUID()],
    ['GET', 'corp'],
  ])('returns sso_provider_not_found for %s of an unregistered provider', async (method, id) => {
    const body = method === 'PUT' ? { body: {} } : {};
    const answer = await administer(saml.server, `/${id}`, { method, ...body });
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'sso_provider_not_found' } });
  });
});

describe('Metadata at a URL', () => {
  async function expectFetchFailed(idp: SamlIdentityProvider) {
    const body = { type: 'saml', metadata_url: idp.metadataUrl };
    const answer = await administer(saml.server, '', { body });
    expect(answer).toMatchObject({
      status: 400,
      body: { error_code: 'saml_metadata_fetch_failed' },
    });
    const storedProviders = await saml.server.sql`
      select 1 from auth.saml_providers where entity_id = ${idp.entityId}`;
    expect(storedProviders).toHaveLength(0);
  }

  /** @covers 8.auth-errors.6 */
  test('is rejected when the provider is unavailable, returns errors, or redirects', async () => {
    const idp = await startProvider();
    idp.intercept = (_request, response) => {
      response.writeHead(500).end();
      return true;
    };
    await expectFetchFailed(idp);
    idp.intercept = (_request, response) => {
      response.writeHead(302, { Location: `${saml.idp.url}/metadata` }).end();
      return true;
    };
    const before = saml.idp.metadataRequests();
    await expectFetchFailed(idp);
    expect(saml.idp.metadataRequests()).toBe(before);
    idp.intercept = (_request, response) => {
      response.writeHead(200).end('x'.repeat(600 * 1024));
      return true;
    };
    await expectFetchFailed(idp);
    idp.intercept = (request) => {
      request.socket.destroy();
      return true;
    };
    await expectFetchFailed(idp);
  });

  test('is fetched again after a day by a sign-in, with the new key', async () => {
    const [idp, former] = [await startProvider(), await startProvider()];
    const certificateIn = (xml: string) => /X509Certificate>([^<]+)</.exec(xml)?.[1] ?? '';
    idp.intercept = (_request, response) => {
      const [newCertificate, oldCertificate] = [idp, former].map(({ metadataXml }) =>
        certificateIn(metadataXml),
      );
      response.end(idp.metadataXml.replaceAll(newCertificate ?? '', oldCertificate ?? ''));
      return true;
    };
    const registered = await registerWithDomain(idp, {
      metadata_xml: undefined,
      metadata_url: idp.metadataUrl,
    });
    idp.intercept = null;
    expect((await signInWithSaml(registered)).error_description).toContain(
      'it could not be verified',
    );
    expect(idp.metadataRequests()).toBe(0);
    now = new Date(now.getTime() + 25 * 3600_000);
    await Promise.all([
      registered.startSignIn(),
      registered.startSignIn(),
      registered.startSignIn(),
    ]);
    expect((await signInWithSaml(registered)).access_token).toBeDefined();
    expect(idp.metadataRequests()).toBe(1);
  });

  test('stays in use while the provider returns invalid metadata or that of another provider', async () => {
    const idp = await startProvider();
    const registered = await registerWithDomain(idp, {
      metadata_xml: undefined,
      metadata_url: idp.metadataUrl,
    });
    let metadataRequests = 0;
    idp.intercept = (_request, response) => {
      metadataRequests += 1;
      response.writeHead(200).end(metadataRequests === 1 ? 'nonsense' : saml.idp.metadataXml);
      return true;
    };
    now = new Date(now.getTime() + 25 * 3600_000);
    expect((await signInWithSaml(registered)).access_token).toBeDefined();
    expect(metadataRequests).toBe(1);
    // The metadata is not fetched again within an hour.
    await registered.startSignIn();
    expect(metadataRequests).toBe(1);
    now = new Date(now.getTime() + 3700_000);
    await registered.startSignIn();
    expect(metadataRequests).toBe(2);
    const { body } = await administer(saml.server, registered.path);
    expect(body.saml).toMatchObject({ metadata_xml: idp.metadataXml });
  });
});

describe('The endpoint that changes a provider', () => {
  test('keeps values that the request does not contain, and stores the others', async () => {
    const idp = await startProvider();
    const mapping = { keys: { name: { name: 'displayName' } } };
    const registered = await registerWithDomain(idp, {
      attribute_mapping: mapping,
      name_id_format: PERSISTENT,
    });
    const added = uniqueDomain();
    const changed = await administer(saml.server, registered.path, {
      method: 'PUT',
      body: { domains: [added] },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        domains: [{ domain: added }],
        saml: { attribute_mapping: mapping, name_id_format: PERSISTENT, entity_id: idp.entityId },
      },
    });
    const cleared = await administer(saml.server, registered.path, {
      method: 'PUT',
      body: { domains: [], attribute_mapping: {}, name_id_format: '' },
    });
    expect(cleared.body).toMatchObject({ domains: [], saml: { attribute_mapping: {} } });
    expect(cleared.body.saml).not.toHaveProperty('name_id_format');
  });

  /** @covers 8.auth-errors.6 */
  test('rejects the metadata and the domain of another provider', async () => {
    const [idp, other] = [await startProvider(), await startProvider()];
    const registered = await registerWithDomain(idp);
    const mismatch = await administer(saml.server, registered.path, {
      method: 'PUT',
      body: { metadata_xml: other.metadataXml },
    });
    expect(mismatch).toMatchObject({
      status: 400,
      body: { error_code: 'saml_entity_id_mismatch' },
    });
    const { domain } = await registerWithDomain(other);
    const taken = await administer(saml.server, registered.path, {
      method: 'PUT',
      body: { domains: [registered.domain, domain] },
    });
    expect(taken).toMatchObject({ status: 400, body: { error_code: 'sso_domain_already_exists' } });
    const { body } = await administer(saml.server, registered.path);
    expect(body.domains).toEqual([{ domain: registered.domain }]);
  });

  test('applies the attribute mapping to the user', async () => {
    const idp = await startProvider();
    const registered = await registerWithDomain(idp, {
      attribute_mapping: {
        keys: {
          full_name: { names: ['cn', 'displayName'] },
          email: { name: 'workMail' },
          groups: { name: 'memberOf', array: true },
          plan: { default: 'staff' },
          sub: { name: 'memberOf' },
          email_verified: { default: false },
        },
      },
    });
    const form = await idp.signIn(await registered.startSignIn(), {
      nameId: 'ada',
      attributes: {
        displayName: 'Ada Lovelace',
        workMail: 'ada@corp.example',
        email: 'other@corp.example',
        memberOf: ['staff', 'R&amp;D'],
      },
    });
    const fragment = fragmentOf(await post(registered, form));
    const user = await userOf(saml.server, fragment.access_token);
    expect(user).toMatchObject({ email: 'ada@corp.example' });
    expect(user.user_metadata).toEqual({
      iss: idp.entityId,
      sub: 'ada',
      full_name: 'Ada Lovelace',
      email: 'ada@corp.example',
      email_verified: true,
      phone_verified: false,
      custom_claims: { groups: ['staff', 'R&D'], plan: 'staff' },
    });
  });

  /** @covers 7.8, 8.auth-errors.6 */
  test('disables sign-ins, and enables them again', async () => {
    const idp = await startProvider();
    const registered = await registerWithDomain(idp);
    const form = await idp.signIn(await registered.startSignIn());
    const off = await administer(saml.server, registered.path, {
      method: 'PUT',
      body: { disabled: true },
    });
    expect(off.body.disabled).toBe(true);
    const { error } = await createBrowser(saml.server).auth.signInWithSSO({
      domain: registered.domain,
    });
    expect(error).toMatchObject({ status: 404, code: 'sso_provider_disabled' });
    expect(fragmentOf(await post(registered, form)).error_code).toBe('sso_provider_disabled');
    await administer(saml.server, registered.path, { method: 'PUT', body: { disabled: false } });
    expect(fragmentOf(await post(registered, await idp.send())).access_token).toBeDefined();
  });
});

describe('The endpoint that deletes a provider', () => {
  /** @covers security.sessions.21 */
  test('signs out the users of the provider, prevents their sign-ins, and keeps their accounts', async () => {
    const idp = await startProvider();
    const registered = await registerWithDomain(idp);
    const form = await idp.signIn(await registered.startSignIn(), { nameId: 'ada' });
    const session = fragmentOf(await post(registered, form));
    const laterForm = await idp.signIn(await registered.startSignIn(), { nameId: 'ada' });
    const deleted = await administer(saml.server, registered.path, { method: 'DELETE' });
    expect(deleted).toMatchObject({ status: 200, body: { id: registered.providerId } });

    const userResponse = await call(saml.server, '/user', { token: session.access_token ?? '' });
    expect(userResponse).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    expect(fragmentOf(await post(registered, laterForm)).error_code).toBe(
      'saml_relay_state_not_found',
    );
    expect(fragmentOf(await post(registered, await idp.send())).error_code).toBe(
      'saml_idp_not_found',
    );
    const users = await saml.server.sql`
      select 1 from auth.users where id = ${claimsOf(session).sub ?? ''}`;
    expect(users).toHaveLength(1);

    // A provider that is registered again is a new one with new users.
    const again = await registerWithDomain(idp);
    const registeredAgain = fragmentOf(
      await post(again, await idp.signIn(await again.startSignIn(), { nameId: 'ada' })),
    );
    expect(claimsOf(registeredAgain).sub).not.toBe(claimsOf(session).sub);
  });

  test('rejects a response that arrives during the deletion', async () => {
    const idp = await startProvider();
    const registered = await registerWithDomain(idp);
    const form = await idp.send({ nameId: 'ada' });
    let pendingRedirect: Promise<URL> | null = null;
    await saml.server.sql.begin(async (sql) => {
      await sql`delete from auth.sso_providers where id = ${registered.providerId}`;
      pendingRedirect = post(registered, form);
      await waitForBlocked(saml.server, 1);
    });
    expect(pendingRedirect).not.toBeNull();
    const redirectUrl = await (pendingRedirect as unknown as Promise<URL>);
    expect(fragmentOf(redirectUrl).error_code).toBe('saml_idp_not_found');
    const identities = await saml.server.sql`
      select 1 from auth.identities where provider = ${`sso:${registered.providerId}`}`;
    expect(identities).toHaveLength(0);
  });

  test('rejects a sign-in that starts during the deletion', async () => {
    const idp = await startProvider();
    const registered = await registerWithDomain(idp);
    let pendingSignIn: ReturnType<typeof call> | null = null;
    await saml.server.sql.begin(async (sql) => {
      await sql`delete from auth.sso_providers where id = ${registered.providerId}`;
      pendingSignIn = call(saml.server, '/sso', {
        body: { provider_id: registered.providerId, skip_http_redirect: true },
      });
      await waitForBlocked(saml.server, 1);
    });
    expect(pendingSignIn).not.toBeNull();
    expect(await (pendingSignIn as unknown as ReturnType<typeof call>)).toMatchObject({
      status: 404,
      body: { error_code: 'sso_provider_not_found' },
    });
  });

  test('leaves all other users signed in', async () => {
    const idp = await startProvider();
    const registered = await registerWithDomain(idp);
    const other = await signInWithSaml(saml);
    await administer(saml.server, registered.path, { method: 'DELETE' });
    expect((await userOf(saml.server, other.access_token)).is_sso_user).toBe(true);
  });
});
