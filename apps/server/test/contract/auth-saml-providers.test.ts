import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, createBrowser, waitForBlocked } from './auth-fixtures.ts';
import { fragmentOf } from './auth-provider-fixtures.ts';
import {
  administer,
  claimsOf,
  departureOf,
  post,
  registerProvider,
  signInThere,
  startSamlSetting,
  userOf,
  type SamlSetting,
} from './auth-saml-fixtures.ts';
import { startSamlIdentityProvider, type SamlIdentityProvider } from './saml-identity-provider.ts';
import { PERSISTENT } from './saml-response-xml.ts';

let now = new Date();
let setting: SamlSetting;
beforeAll(async () => {
  setting = await startSamlSetting({ clock: { now: () => now } });
});
afterAll(() => setting.stop());

const opened: SamlIdentityProvider[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((idp) => idp.close()));
});

/** An identity provider of its own, for a test that changes what is registered. */
async function openProvider(): Promise<SamlIdentityProvider> {
  const idp = await startSamlIdentityProvider({ now: () => now });
  opened.push(idp);
  const described = await fetch(`${setting.server.url}/auth/v1/sso/saml/metadata`);
  idp.trust(await described.text());
  return idp;
}

function uniqueDomain(): string {
  return `${randomUUID()}.example`;
}

async function settingOf(idp: SamlIdentityProvider, fields: Record<string, unknown> = {}) {
  const domain = uniqueDomain();
  const { server } = setting;
  const providerId = await registerProvider(server, idp, { domains: [domain], ...fields });
  const own: SamlSetting = { ...setting, idp, providerId };
  const depart = () => departureOf(own, createBrowser(server), { providerId });
  return { ...own, domain, depart, path: `/${providerId}` };
}

describe('Registering an identity provider', () => {
  test('answers 201 with what is known of it, lists it without its long text, and finds it', async () => {
    const idp = await openProvider();
    const [domain, other] = [uniqueDomain(), uniqueDomain()];
    const mapping = { keys: { name: { name: 'displayName', default: 'Somebody' } } };
    const created = await administer(setting.server, '', {
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
    const saml = {
      entity_id: idp.entityId,
      attribute_mapping: mapping,
      name_id_format: PERSISTENT,
    };
    const whole = { ...expected, saml: { ...saml, metadata_xml: idp.metadataXml } };
    expect(created.body).toEqual(whole);
    const found = await administer(setting.server, `/${String(created.body.id)}`);
    expect(found).toMatchObject({ status: 200, body: whole });
    const { body } = await administer(setting.server);
    expect(body.items).toContainEqual({ ...expected, saml });
  });

  test('takes its description from an address', async () => {
    const idp = await openProvider();
    const { status, body } = await administer(setting.server, '', {
      body: { type: 'saml', metadata_url: idp.metadataUrl },
    });
    expect(status).toBe(201);
    expect(body.saml).toMatchObject({
      entity_id: idp.entityId,
      metadata_url: idp.metadataUrl,
      metadata_xml: idp.metadataXml,
    });
  });

  test('is written down, and what is refused is not', async () => {
    const idp = await openProvider();
    const { path, providerId } = await settingOf(idp);
    await administer(setting.server, path, { method: 'PUT', body: { disabled: true } });
    await administer(setting.server, path, { method: 'DELETE' });
    await administer(setting.server, path, { method: 'DELETE' });
    const entries = await setting.server.sql`
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
  test('refuses one that is known, and a domain that is another’s', async () => {
    const idp = await openProvider();
    const { domain } = await settingOf(idp);
    const again = await administer(setting.server, '', {
      body: { type: 'saml', metadata_xml: idp.metadataXml },
    });
    expect(again).toMatchObject({ status: 422, body: { error_code: 'saml_idp_already_exists' } });
    const other = await openProvider();
    const body = { type: 'saml', metadata_xml: other.metadataXml, domains: [domain.toUpperCase()] };
    const taken = await administer(setting.server, '', { body });
    expect(taken).toMatchObject({ status: 400, body: { error_code: 'sso_domain_already_exists' } });
    const { body: all } = await administer(setting.server);
    expect(JSON.stringify(all)).not.toContain(other.entityId);
  });

  test('makes one of several that come at once', async () => {
    const idp = await openProvider();
    const body = { type: 'saml', metadata_xml: idp.metadataXml };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => administer(setting.server, '', { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });

  /** @covers 8.auth-errors.6 */
  test.each<[string, (xml: string) => Record<string, unknown>]>([
    ['another type', (xml) => ({ type: 'oidc', metadata_xml: xml })],
    ['no type', (xml) => ({ metadata_xml: xml })],
    ['no description', () => ({ type: 'saml' })],
    [
      'two descriptions',
      (xml) => ({ type: 'saml', metadata_xml: xml, metadata_url: 'https://a.example' }),
    ],
    ['an address that is none', () => ({ type: 'saml', metadata_url: 'metadata' })],
    ['what is no domain', (xml) => ({ type: 'saml', metadata_xml: xml, domains: ['a b'] })],
    ['domains that are none', (xml) => ({ type: 'saml', metadata_xml: xml, domains: 'a.example' })],
    [
      'a mapping of another shape',
      (xml) => ({ type: 'saml', metadata_xml: xml, attribute_mapping: { keys: { name: 'mail' } } }),
    ],
    [
      'a format that is not known',
      (xml) => ({ type: 'saml', metadata_xml: xml, name_id_format: 'x' }),
    ],
    ['no XML', () => ({ type: 'saml', metadata_xml: 'metadata' })],
    ['a document type', (xml) => ({ type: 'saml', metadata_xml: `<!DOCTYPE a []>${xml}` })],
    [
      'no identity provider',
      (xml) => ({ type: 'saml', metadata_xml: xml.replaceAll('IDPSSODescriptor', 'Other') }),
    ],
    ['no name', (xml) => ({ type: 'saml', metadata_xml: xml.replace(/entityID="[^"]*"/, '') })],
    [
      'no certificate',
      (xml) => ({
        type: 'saml',
        metadata_xml: xml.replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, ''),
      }),
    ],
    [
      'a certificate that is none',
      (xml) => ({ type: 'saml', metadata_xml: xml.replace(/(X509Certificate>)[^<]+/, '$1AAAA') }),
    ],
    [
      'no way to go there',
      (xml) => ({
        type: 'saml',
        metadata_xml: xml.replace(
          'bindings:HTTP-Redirect" Location="http://127.0.0.1',
          'bindings:SOAP" Location="http://127.0.0.1',
        ),
      }),
    ],
    [
      'a way there without TLS',
      (xml) => ({
        type: 'saml',
        metadata_xml: xml.replaceAll('http://127.0.0.1', 'http://login.example'),
      }),
    ],
    [
      'a way there that runs a script',
      (xml) => ({
        type: 'saml',
        metadata_xml: xml.replace(/Location="[^"]*sso"/, 'Location="javascript:alert(1)"'),
      }),
    ],
  ])('refuses %s with validation_failed', async (_what, write) => {
    const idp = await openProvider();
    const body = write(idp.metadataXml);
    if ('metadata_xml' in body)
      expect(body).not.toEqual({ type: 'saml', metadata_xml: idp.metadataXml });
    const answer = await administer(setting.server, '', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });
});

describe('Who may not', () => {
  test.each([
    ['GET', ''],
    ['POST', ''],
    ['GET', `/${randomUUID()}`],
    ['PUT', `/${randomUUID()}`],
    ['DELETE', `/${randomUUID()}`],
  ])('%s %s is the operator’s alone', async (method, path) => {
    for (const token of [undefined, claims.token]) {
      const answer = await call(setting.server, `/admin/sso/providers${path}`, {
        method,
        ...(token === undefined ? {} : { token }),
      });
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } });
    }
  });

  const claims = { token: '' };
  beforeAll(async () => {
    claims.token = (await signInThere(setting)).access_token ?? '';
  });

  /** @covers 8.auth-errors.6 */
  test.each([
    ['GET', randomUUID()],
    ['PUT', randomUUID()],
    ['DELETE', randomUUID()],
    ['GET', 'corp'],
  ])('%s of an unregistered provider is sso_provider_not_found', async (method, id) => {
    const body = method === 'PUT' ? { body: {} } : {};
    const answer = await administer(setting.server, `/${id}`, { method, ...body });
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'sso_provider_not_found' } });
  });
});

describe('A description at an address', () => {
  async function refused(idp: SamlIdentityProvider) {
    const body = { type: 'saml', metadata_url: idp.metadataUrl };
    const answer = await administer(setting.server, '', { body });
    expect(answer).toMatchObject({
      status: 400,
      body: { error_code: 'saml_metadata_fetch_failed' },
    });
    const known = await setting.server.sql`
      select 1 from auth.saml_providers where entity_id = ${idp.entityId}`;
    expect(known).toHaveLength(0);
  }

  /** @covers 8.auth-errors.6 */
  test('is not there when the provider is down, out of order, or leads elsewhere', async () => {
    const idp = await openProvider();
    idp.intercept = (_request, response) => {
      response.writeHead(500).end();
      return true;
    };
    await refused(idp);
    idp.intercept = (_request, response) => {
      response.writeHead(302, { Location: `${setting.idp.url}/metadata` }).end();
      return true;
    };
    const before = setting.idp.metadataRequests();
    await refused(idp);
    expect(setting.idp.metadataRequests()).toBe(before);
    idp.intercept = (_request, response) => {
      response.writeHead(200).end('x'.repeat(600 * 1024));
      return true;
    };
    await refused(idp);
    idp.intercept = (request) => {
      request.socket.destroy();
      return true;
    };
    await refused(idp);
  });

  test('is fetched again after a day by a sign-in, with the new key', async () => {
    const [idp, former] = [await openProvider(), await openProvider()];
    const certificateIn = (xml: string) => /X509Certificate>([^<]+)</.exec(xml)?.[1] ?? '';
    idp.intercept = (_request, response) => {
      const [own, old] = [idp, former].map(({ metadataXml }) => certificateIn(metadataXml));
      response.end(idp.metadataXml.replaceAll(own ?? '', old ?? ''));
      return true;
    };
    const own = await settingOf(idp, { metadata_xml: undefined, metadata_url: idp.metadataUrl });
    idp.intercept = null;
    expect((await signInThere(own)).error_description).toContain('it could not be verified');
    expect(idp.metadataRequests()).toBe(0);
    now = new Date(now.getTime() + 25 * 3600_000);
    await Promise.all([own.depart(), own.depart(), own.depart()]);
    expect((await signInThere(own)).access_token).toBeDefined();
    expect(idp.metadataRequests()).toBe(1);
  });

  test('counts on as it was while the provider does not answer with its own', async () => {
    const idp = await openProvider();
    const own = await settingOf(idp, { metadata_xml: undefined, metadata_url: idp.metadataUrl });
    let asked = 0;
    idp.intercept = (_request, response) => {
      asked += 1;
      response.writeHead(200).end(asked === 1 ? 'nonsense' : setting.idp.metadataXml);
      return true;
    };
    now = new Date(now.getTime() + 25 * 3600_000);
    expect((await signInThere(own)).access_token).toBeDefined();
    expect(asked).toBe(1);
    // The metadata is not fetched again within an hour.
    await own.depart();
    expect(asked).toBe(1);
    now = new Date(now.getTime() + 3700_000);
    await own.depart();
    expect(asked).toBe(2);
    const { body } = await administer(setting.server, own.path);
    expect(body.saml).toMatchObject({ metadata_xml: idp.metadataXml });
  });
});

describe('Changing a provider', () => {
  test('keeps values that the request does not contain, and stores the others', async () => {
    const idp = await openProvider();
    const mapping = { keys: { name: { name: 'displayName' } } };
    const own = await settingOf(idp, { attribute_mapping: mapping, name_id_format: PERSISTENT });
    const added = uniqueDomain();
    const changed = await administer(setting.server, own.path, {
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
    const cleared = await administer(setting.server, own.path, {
      method: 'PUT',
      body: { domains: [], attribute_mapping: {}, name_id_format: '' },
    });
    expect(cleared.body).toMatchObject({ domains: [], saml: { attribute_mapping: {} } });
    expect(cleared.body.saml).not.toHaveProperty('name_id_format');
  });

  /** @covers 8.auth-errors.6 */
  test('refuses the description of another one, and a domain that is another’s', async () => {
    const [idp, other] = [await openProvider(), await openProvider()];
    const own = await settingOf(idp);
    const mismatch = await administer(setting.server, own.path, {
      method: 'PUT',
      body: { metadata_xml: other.metadataXml },
    });
    expect(mismatch).toMatchObject({
      status: 400,
      body: { error_code: 'saml_entity_id_mismatch' },
    });
    const { domain } = await settingOf(other);
    const taken = await administer(setting.server, own.path, {
      method: 'PUT',
      body: { domains: [own.domain, domain] },
    });
    expect(taken).toMatchObject({ status: 400, body: { error_code: 'sso_domain_already_exists' } });
    const { body } = await administer(setting.server, own.path);
    expect(body.domains).toEqual([{ domain: own.domain }]);
  });

  test('defines the names of its attributes', async () => {
    const idp = await openProvider();
    const own = await settingOf(idp, {
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
    const form = await idp.signIn(await own.depart(), {
      nameId: 'ada',
      attributes: {
        displayName: 'Ada Lovelace',
        workMail: 'ada@corp.example',
        email: 'other@corp.example',
        memberOf: ['staff', 'R&amp;D'],
      },
    });
    const fragment = fragmentOf(await post(own, form));
    const user = await userOf(setting.server, fragment.access_token);
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
  test('signs no one in while it is disabled, and everyone after that', async () => {
    const idp = await openProvider();
    const own = await settingOf(idp);
    const form = await idp.signIn(await own.depart());
    const off = await administer(setting.server, own.path, {
      method: 'PUT',
      body: { disabled: true },
    });
    expect(off.body.disabled).toBe(true);
    const { error } = await createBrowser(setting.server).auth.signInWithSSO({
      domain: own.domain,
    });
    expect(error).toMatchObject({ status: 404, code: 'sso_provider_disabled' });
    expect(fragmentOf(await post(own, form)).error_code).toBe('sso_provider_disabled');
    await administer(setting.server, own.path, { method: 'PUT', body: { disabled: false } });
    expect(fragmentOf(await post(own, await idp.send())).access_token).toBeDefined();
  });
});

describe('Deleting a provider', () => {
  /** @covers security.sessions.21 */
  test('signs its users out and signs none of them in again; their accounts stay', async () => {
    const idp = await openProvider();
    const own = await settingOf(idp);
    const form = await idp.signIn(await own.depart(), { nameId: 'ada' });
    const session = fragmentOf(await post(own, form));
    const waiting = await idp.signIn(await own.depart(), { nameId: 'ada' });
    const deleted = await administer(setting.server, own.path, { method: 'DELETE' });
    expect(deleted).toMatchObject({ status: 200, body: { id: own.providerId } });

    const asked = await call(setting.server, '/user', { token: session.access_token ?? '' });
    expect(asked).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    expect(fragmentOf(await post(own, waiting)).error_code).toBe('saml_relay_state_not_found');
    expect(fragmentOf(await post(own, await idp.send())).error_code).toBe('saml_idp_not_found');
    const kept = await setting.server.sql`
      select 1 from auth.users where id = ${claimsOf(session).sub ?? ''}`;
    expect(kept).toHaveLength(1);

    // A provider that is registered again is a new one with new users.
    const again = await settingOf(idp);
    const registeredAgain = fragmentOf(
      await post(again, await idp.signIn(await again.depart(), { nameId: 'ada' })),
    );
    expect(claimsOf(registeredAgain).sub).not.toBe(claimsOf(session).sub);
  });

  test('stops a sign-in that is just returning from the provider', async () => {
    const idp = await openProvider();
    const own = await settingOf(idp);
    const form = await idp.send({ nameId: 'ada' });
    let coming: Promise<URL> | null = null;
    await setting.server.sql.begin(async (sql) => {
      await sql`delete from auth.sso_providers where id = ${own.providerId}`;
      coming = post(own, form);
      await waitForBlocked(setting.server, 1);
    });
    expect(coming).not.toBeNull();
    const landed = await (coming as unknown as Promise<URL>);
    expect(fragmentOf(landed).error_code).toBe('saml_idp_not_found');
    const made = await setting.server.sql`
      select 1 from auth.identities where provider = ${`sso:${own.providerId}`}`;
    expect(made).toHaveLength(0);
  });

  test('stops a sign-in that is just starting', async () => {
    const idp = await openProvider();
    const own = await settingOf(idp);
    let leaving: ReturnType<typeof call> | null = null;
    await setting.server.sql.begin(async (sql) => {
      await sql`delete from auth.sso_providers where id = ${own.providerId}`;
      leaving = call(setting.server, '/sso', {
        body: { provider_id: own.providerId, skip_http_redirect: true },
      });
      await waitForBlocked(setting.server, 1);
    });
    expect(leaving).not.toBeNull();
    expect(await (leaving as unknown as ReturnType<typeof call>)).toMatchObject({
      status: 404,
      body: { error_code: 'sso_provider_not_found' },
    });
  });

  test('leaves all other users signed in', async () => {
    const idp = await openProvider();
    const own = await settingOf(idp);
    const other = await signInThere(setting);
    await administer(setting.server, own.path, { method: 'DELETE' });
    expect((await userOf(setting.server, other.access_token)).is_sso_user).toBe(true);
  });
});
