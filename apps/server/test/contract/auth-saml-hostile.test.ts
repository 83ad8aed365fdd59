/** @covers 8.auth-errors.6, security.sessions.21 */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificateOf } from '../../src/services/auth/sso/own-certificate.ts';
import { call } from './auth-fixtures.ts';
import { FlowBrowser, fragmentOf } from './auth-provider-fixtures.ts';
import {
  countAccounts,
  departureOf,
  registerProvider,
  startSamlSetting,
  type SamlSetting,
} from './auth-saml-fixtures.ts';
import { generateRsaKey, startSamlIdentityProvider } from './saml-identity-provider.ts';
import {
  assertionXml,
  responseXml,
  signXml,
  type ResponseParts,
  type SigningOptions,
} from './saml-response-xml.ts';

let setting: SamlSetting;
beforeAll(async () => {
  setting = await startSamlSetting();
});
afterAll(() => setting.stop());

const CONSUMER = 'http://localhost:3000/auth/v1/sso/saml/acs';

/** Posts a response to the consumer and returns the fragment of the redirect to the app. */
async function bring(response: string, relayState?: string): Promise<Record<string, string>> {
  const fields = new URLSearchParams({ SAMLResponse: response });
  if (relayState !== undefined) fields.set('RelayState', relayState);
  return fragmentOf(await new FlowBrowser(setting.server).open(CONSUMER, fields));
}

function encode(xml: string): string {
  return Buffer.from(xml).toString('base64');
}

function sign(xml: string, options: SigningOptions = {}): string {
  return signXml(xml, setting.idp.privateKey, options);
}

/** An unsolicited response of the identity provider. */
function unasked(changes: Partial<ResponseParts> = {}): ResponseParts {
  return setting.idp.parts(null, changes);
}

/** Brings what has to be refused, and checks that nothing comes of it. */
async function expectRefusal(response: string, reason: string, relayState?: string): Promise<void> {
  const before = await countAccounts(setting);
  const fragment = await bring(response, relayState);
  expect(fragment).toMatchObject({
    error: 'invalid_request',
    error_code: 'validation_failed',
    error_description: expect.stringContaining(reason) as string,
  });
  expect(fragment.access_token).toBeUndefined();
  expect(await countAccounts(setting)).toEqual(before);
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

describe('What these tests change one thing of', () => {
  test.each(['Assertion', 'Response'] as const)('is taken with a signed %s', async (what) => {
    expect(
      (await bring(encode(sign(responseXml(unasked()), { what })))).access_token,
    ).toBeDefined();
  });

  test('is taken with both signed', async () => {
    const xml = sign(sign(responseXml(unasked())), { what: 'Response' });
    expect((await bring(encode(xml))).access_token).toBeDefined();
  });

  test('is taken by clocks that are half a minute apart', async () => {
    const early = unasked({ notBefore: new Date(Date.now() + 20_000) });
    expect((await bring(encode(sign(responseXml(early))))).access_token).toBeDefined();
    const late = unasked({ notOnOrAfter: new Date(Date.now() - 5_000) });
    expect((await bring(encode(sign(responseXml(late))))).access_token).toBeDefined();
  });
});

describe('A response is refused', () => {
  test('without a signature', async () => {
    await expectRefusal(encode(responseXml(unasked())), 'it is not signed');
  });

  test('with the signature of another key', async () => {
    const xml = signXml(responseXml(unasked()), generateRsaKey());
    await expectRefusal(encode(xml), 'it could not be verified');
  });

  test('with the signature of another key and its certificate', async () => {
    const key = generateRsaKey();
    const certificate = certificateOf(createPrivateKey(key));
    const xml = signXml(responseXml(unasked()), key, { certificate });
    expect(xml).toContain('X509Certificate');
    await expectRefusal(encode(xml), 'it could not be verified');
  });

  test.each([
    ['the name', 'NameID Format', (xml: string) => xml.replace(/(<saml:NameID[^>]*>)/, '$1x')],
    ['an attribute', 'AttributeValue', (xml: string) => xml.replace('@corp.example', '@x.example')],
    [
      'the audience',
      'Audience',
      (xml: string) => xml.replace('<saml:Audience>', '<saml:Audience> '),
    ],
  ])('when %s was changed after it was signed', async (_what, marker, change) => {
    const signed = sign(responseXml(unasked()));
    expect(signed).toContain(marker);
    await expectRefusal(encode(change(signed)), 'it could not be verified');
  });

  test('when only its assertion is signed with the right key, and the rest with another', async () => {
    const xml = signXml(sign(responseXml(unasked())), generateRsaKey(), { what: 'Response' });
    await expectRefusal(encode(xml), 'it could not be verified');
  });

  test.each([
    ['SHA-1 signs it', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['SHA-1 is its digest', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    [
      'comments belong to what is signed',
      { canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' },
    ],
    [
      'it is transformed before',
      {
        transforms: [
          'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
          'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
        ],
      },
    ],
  ])('when %s', async (_what, options) => {
    const xml = sign(responseXml(unasked()), options);
    await expectRefusal(encode(xml), 'an algorithm that is not accepted');
  });

  test('when a shared secret takes the place of the key', async () => {
    const xml = sign(responseXml(unasked())).replace(
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    );
    await expectRefusal(encode(xml), 'an algorithm that is not accepted');
  });

  test.each<[string, string, () => Partial<ResponseParts>]>([
    ['another audience', 'another audience', () => ({ audience: 'https://else.example' })],
    ['another recipient', 'another recipient', () => ({ recipient: 'https://else.example/acs' })],
    ['another place', 'another destination', () => ({ destination: 'https://else.example/acs' })],
    ['a time that has not come', 'at this time', () => ({ notBefore: minutes(1) })],
    ['a time that is over', 'at this time', () => ({ notOnOrAfter: minutes(-1) })],
    ['a session that is over', 'has ended', () => ({ sessionNotOnOrAfter: minutes(-1) })],
    ['no AuthnStatement', 'no AuthnStatement', () => ({ hasAuthnStatement: false })],
    [
      'a condition that is not known',
      'unknown condition',
      () => ({ extraCondition: '<saml:Condition xmlns:x="urn:x"/>' }),
    ],
    [
      'two audiences of which one is not ours',
      'another audience',
      () => ({
        extraCondition:
          '<saml:AudienceRestriction><saml:Audience>https://else.example</saml:Audience></saml:AudienceRestriction>',
      }),
    ],
  ])('when it is for %s', async (_what, reason, changes) => {
    await expectRefusal(encode(sign(responseXml(unasked(changes())))), reason);
  });

  test.each([
    [
      'has no end of its validity',
      / NotOnOrAfter="[^"]*"(?= Recipient)/,
      '',
      'it could not be verified',
    ],
    [
      'has no valid time',
      /(NotOnOrAfter=")[^"]*(?=" Recipient)/,
      '$1soon',
      'it could not be verified',
    ],
    ['is for no bearer', 'cm:bearer', 'cm:holder-of-key', 'no bearer confirmation'],
    ['is of an old version', 'Version="2.0" IssueInstant', 'Version="1.1" IssueInstant', '2.0'],
    ['has two subjects', '<saml:Conditions', '<saml:Subject/><saml:Conditions', 'exactly one'],
    ['has no conditions', /<saml:Conditions.*<\/saml:Conditions>/, '', 'exactly one Conditions'],
  ])('when it %s', async (_what, from, to, reason) => {
    const xml = responseXml(unasked());
    const changed = xml.replace(from, to);
    expect(changed).not.toBe(xml);
    await expectRefusal(encode(sign(changed)), reason);
  });

  /** @covers 8.auth-errors.6 */
  test('when the provider reports a failed sign-in', async () => {
    const before = await countAccounts(setting);
    const fragment = await bring(encode(sign(responseXml(unasked({ status: 'Responder' })))));
    expect(fragment).toMatchObject({ error: 'access_denied', error_code: 'saml_sign_in_declined' });
    expect(await countAccounts(setting)).toEqual(before);
  });

  /** @covers 8.auth-errors.6 */
  test('when it comes from a provider that is not registered', async () => {
    const before = await countAccounts(setting);
    const stranger = unasked({ issuer: 'https://stranger.example' });
    const fragment = await bring(encode(sign(responseXml(stranger))));
    expect(fragment).toMatchObject({ error_code: 'saml_idp_not_found' });
    expect(await countAccounts(setting)).toEqual(before);
  });

  test('the second time that it is brought, also by several at once', async () => {
    const xml = encode(sign(responseXml(unasked())));
    const fragment = await Promise.all([bring(xml), bring(xml), bring(xml)]);
    expect(fragment.filter(({ access_token: token }) => token !== undefined)).toHaveLength(1);
    await expectRefusal(xml, 'has been used already');
    // Signed once more, it is still the same word.
    const parts = unasked();
    await bring(encode(sign(responseXml(parts))));
    await expectRefusal(encode(sign(responseXml(parts))), 'has been used already');
  });
});

describe('An answer to a request', () => {
  async function setOut() {
    const departure = await departureOf(setting);
    const relayState = new URL(departure).searchParams.get('RelayState') ?? '';
    const [flow] = await setting.server.sql<{ request_id: string }[]>`
      select request_id from auth.saml_relay_states where id = ${relayState}`;
    return { relayState, requestId: flow?.request_id ?? '' };
  }

  test('is refused when it answers another request, or none', async () => {
    const other = await setOut();
    for (const inResponseTo of [other.requestId, `_${randomUUID()}`, null]) {
      const { relayState } = await setOut();
      const xml = sign(responseXml(setting.idp.parts(inResponseTo)));
      await expectRefusal(encode(xml), 'answers another request', relayState);
    }
  });

  test('is refused when only the unsigned part names the request', async () => {
    const { relayState, requestId } = await setOut();
    const content = sign(assertionXml(unasked()));
    const xml = responseXml(setting.idp.parts(requestId), content);
    await expectRefusal(encode(xml), 'answers another request', relayState);
  });

  test('is rejected without a pending request', async () => {
    const { requestId } = await setOut();
    const xml = sign(responseXml(setting.idp.parts(requestId)));
    await expectRefusal(encode(xml), 'answers another request');
  });

  test('is rejected from another provider than the requested one', async () => {
    const other = await startSamlIdentityProvider();
    try {
      const described = await fetch(`${setting.server.url}/auth/v1/sso/saml/metadata`);
      other.trust(await described.text());
      await registerProvider(setting.server, other);
      const { relayState, requestId } = await setOut();
      const xml = signXml(responseXml(other.parts(requestId)), other.privateKey);
      await expectRefusal(encode(xml), 'another identity provider was asked', relayState);
      // Nor may it speak for the other one.
      const forged = other.parts(null, { issuer: setting.idp.entityId });
      const signed = signXml(responseXml(forged), other.privateKey);
      await expectRefusal(encode(signed), 'it could not be verified');
      const own = signXml(responseXml(other.parts(null)), other.privateKey);
      expect((await bring(encode(own))).access_token).toBeDefined();
    } finally {
      await other.close();
    }
  });

  test('is taken with the first try only, whatever comes of that', async () => {
    const { relayState, requestId } = await setOut();
    await bring('x', relayState);
    const xml = sign(responseXml(setting.idp.parts(requestId)));
    const fragment = await bring(encode(xml), relayState);
    expect(fragment.error_code).toBe('saml_relay_state_not_found');
  });
});

describe('A signature that is put around something else', () => {
  /** What the attacker wants to be read. */
  function evil(id = `_${randomUUID()}`): string {
    return assertionXml(unasked({ nameId: 'admin', assertionId: id }));
  }

  function parts() {
    const original = unasked();
    const signed = sign(responseXml(original));
    const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/.exec(signed) ?? [];
    const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/.exec(signed) ?? [];
    const unsigned = assertion.replace(signature, '');
    const around = (content: string) => responseXml(original, content);
    const into = (outer: string, content: string) =>
      outer.replace('</saml:Issuer>', `</saml:Issuer>${content}`);
    const object = (content: string) =>
      signature.replace('</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);
    return { original, signed, assertion, signature, unsigned, around, into, object };
  }

  test.each<[string, string, (p: ReturnType<typeof parts>) => string]>([
    ['before the signed one', 'more than one', (p) => p.around(evil() + p.assertion)],
    ['after the signed one', 'more than one', (p) => p.around(p.assertion + evil())],
    ['around the signed one', 'more than one', (p) => p.around(p.into(evil(), p.assertion))],
    [
      'with the signature of the one behind it',
      'more than one',
      (p) => p.around(p.into(evil(), p.signature) + p.unsigned),
    ],
    [
      'with the signed one in its signature',
      'more than one',
      (p) =>
        p.around(
          p.into(evil(), p.signature.replace('</ds:Signature>', `${p.unsigned}</ds:Signature>`)),
        ),
    ],
    [
      'with the signed one in an object of its signature',
      'a signature contains something',
      (p) => p.around(p.into(evil(), p.object(p.unsigned))),
    ],
    [
      'in extensions before the signed one',
      'more than one',
      (p) => p.around(`<samlp:Extensions>${evil()}</samlp:Extensions>${p.assertion}`),
    ],
    [
      'with the signed one in extensions',
      'more than one',
      (p) => p.around(`<samlp:Extensions>${p.assertion}</samlp:Extensions>${evil()}`),
    ],
    [
      'in another namespace, which a careless reader does not see',
      'more than one',
      (p) => p.around(`${p.assertion}<x:Assertion xmlns:x="urn:x"/>`),
    ],
    [
      'under the ID of the signed one',
      'it could not be verified',
      (p) => p.around(p.into(evil(p.original.assertionId), p.signature)),
    ],
    [
      'with the signature of another response',
      'it could not be verified',
      (p) => p.around(p.into(evil(), p.signature)),
    ],
    [
      'whose signature is elsewhere',
      'signature',
      (p) => p.around(p.unsigned.replace('<saml:Subject>', `<saml:Subject>${p.signature}`)),
    ],
  ])('is refused: an assertion %s', async (_what, reason, wrap) => {
    await expectRefusal(encode(wrap(parts())), reason);
  });

  test('is refused: a whole response around the signed one', async () => {
    const original = unasked();
    const signed = sign(responseXml(original), { what: 'Response' });
    const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/.exec(signed) ?? [];
    const inner = signed.replace(signature, '');
    const outer = responseXml(original, evil());
    const wrapped = outer.replace(
      '</saml:Issuer>',
      `</saml:Issuer>${signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`)}`,
    );
    await expectRefusal(encode(wrapped), 'a signature contains something');
    const beside = outer.replace('<samlp:Status>', `${signature}<samlp:Status>`);
    await expectRefusal(encode(beside), 'it could not be verified');
  });

  test('is refused: two elements of one ID', async () => {
    const { original, assertion, around } = parts();
    for (const name of ['ID', 'Id', 'id']) {
      const twin = `<x:Y xmlns:x="urn:x" ${name}="${original.assertionId}"/>`;
      const xml = around(`<samlp:Extensions>${twin}</samlp:Extensions>${assertion}`);
      await expectRefusal(encode(xml), 'two elements have one ID');
    }
  });

  test('is refused: two signed assertions', async () => {
    const [one, other] = [sign(assertionXml(unasked())), sign(assertionXml(unasked()))];
    await expectRefusal(encode(responseXml(unasked(), one + other)), 'more than one assertion');
  });

  test('is refused: an encrypted assertion', async () => {
    const encrypted = '<saml:EncryptedAssertion><x/></saml:EncryptedAssertion>';
    await expectRefusal(encode(responseXml(unasked(), encrypted)), 'it is encrypted');
    const both = responseXml(unasked(), assertionXml(unasked()) + encrypted);
    await expectRefusal(encode(sign(both)), 'it is encrypted');
    const { assertion, around } = parts();
    const encryptedId = assertion.replace('</saml:NameID>', '</saml:NameID><saml:EncryptedID/>');
    await expectRefusal(encode(around(encryptedId)), 'it is encrypted');
  });
});

describe('A name with a comment in it', () => {
  test('is read whole and not up to the comment', async () => {
    const victim = randomUUID();
    const parts = unasked({
      nameId: `${victim}.evil`,
      attributes: { email: `${victim}@corp.example.evil.example` },
    });
    const signed = sign(responseXml(parts));
    // Signatures do not cover comments.
    const cut = signed
      .replace(`${victim}.evil<`, `${victim}<!---->.evil<`)
      .replace('@corp.example.evil', '@corp.example<!-- -->.evil');
    expect(cut).not.toBe(signed);
    const fragment = await bring(encode(cut));
    const [identity] = await setting.server.sql`
      select i.provider_id, i.email from auth.identities i
      where i.provider_id like ${`${victim}%`}`;
    expect(fragment.access_token).toBeDefined();
    expect(identity).toEqual({
      provider_id: `${victim}.evil`,
      email: `${victim}@corp.example.evil.example`,
    });
  });
});

describe('Who comes too often', () => {
  test('is limited by client address, in both directions', async () => {
    const limited = await startSamlSetting({ environment: { RATE_LIMIT_AUTH_PER_5_MIN: '2' } });
    try {
      const form = new URLSearchParams({ SAMLResponse: 'x' });
      const codes: unknown[] = [];
      for (let i = 0; i < 3; i += 1) {
        const { body } = await call(limited.server, '/sso', { body: { domain: 'x.example' } });
        const landed = await new FlowBrowser(limited.server).open(CONSUMER, form);
        codes.push([body.error_code, fragmentOf(landed).error_code]);
      }
      expect(codes).toEqual([
        ['sso_provider_not_found', 'validation_failed'],
        ['sso_provider_not_found', 'validation_failed'],
        ['over_request_rate_limit', 'over_request_rate_limit'],
      ]);
    } finally {
      await limited.stop();
    }
  });
});

describe('Malicious XML', () => {
  test.each([
    ['no Base64', '<xml>', 'not Base64'],
    ['no UTF-8', Buffer.of(0xff, 0xfe, 0x00).toString('base64'), 'not UTF-8'],
    ['no XML', encode('hello'), 'not XML that is read here'],
    ['nothing', encode(' '), 'not XML that is read here'],
    ['half of it', encode('<a><b></a>'), 'not XML that is read here'],
    ['another document', encode('<html/>'), 'no response of SAML 2.0'],
  ])('is refused: %s', async (_what, response, reason) => {
    await expectRefusal(response, reason);
  });

  test('names no provider by what no database could keep', async () => {
    for (const character of ['&#0;', '&#xD800;']) {
      const fragment = await bring(encode(sign(responseXml(unasked({ issuer: `x${character}` })))));
      expect(fragment.error).toBe('invalid_request');
      expect(['saml_idp_not_found', 'validation_failed']).toContain(fragment.error_code);
    }
  });

  test('is refused with a document type, whatever it defines', async () => {
    const doctypes = [
      '<!DOCTYPE a [<!ENTITY x "y">]>',
      '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>',
      '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
      '<!doctype a>',
    ];
    for (const doctype of doctypes) {
      const xml = `${doctype}${sign(responseXml(unasked()))}`;
      await expectRefusal(encode(xml), 'not XML that is read here');
    }
  });

  test.each([
    ['too long', () => `<a>${'x'.repeat(300 * 1024)}</a>`],
    ['very deep', () => '<a>'.repeat(30_000) + '</a>'.repeat(30_000)],
    [
      'very deep, each with a namespace of its own',
      () => {
        const open = Array.from({ length: 9000 }, (_each, i) => `<a xmlns:b${i}="u">`);
        return open.join('') + '</a>'.repeat(9000);
      },
    ],
    ['of very many attributes', () => `<a${' b=""'.repeat(50_000)}/>`],
  ])('is refused before anybody waits for it: %s', async (_what, write) => {
    const response = encode(write());
    const startedAt = process.cpuUsage();
    await expectRefusal(response, 'SAML Assertion is not valid');
    const { user, system } = process.cpuUsage(startedAt);
    // What it costs, and not how long it takes: other work of this machine does not count.
    expect((user + system) / 1e6).toBeLessThan(3);
  });
});
