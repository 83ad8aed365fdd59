/** @covers 8.auth-errors.6, security.sessions.21 */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificateOf } from '../../src/services/auth/sso/own-certificate.ts';
import { call } from './auth-fixtures.ts';
import { FlowBrowser, fragmentOf } from './auth-provider-fixtures.ts';
import {
  countAccounts,
  requestSignIn,
  registerProvider,
  startSamlServer,
  type SamlServer,
} from './auth-saml-fixtures.ts';
import { generateRsaKey, startSamlIdentityProvider } from './saml-identity-provider.ts';
import {
  assertionXml,
  responseXml,
  signXml,
  type ResponseParts,
  type SigningOptions,
} from './saml-response-xml.ts';

let saml: SamlServer;
beforeAll(async () => {
  saml = await startSamlServer();
});
afterAll(() => saml.stop());

const CONSUMER = 'http://localhost:3000/auth/v1/sso/saml/acs';

/** Posts a response to the consumer and returns the fragment of the redirect to the app. */
async function postResponse(
  response: string,
  relayState?: string,
): Promise<Record<string, string>> {
  const fields = new URLSearchParams({ SAMLResponse: response });
  if (relayState !== undefined) fields.set('RelayState', relayState);
  return fragmentOf(await new FlowBrowser(saml.server).open(CONSUMER, fields));
}

function encode(xml: string): string {
  return Buffer.from(xml).toString('base64');
}

function sign(xml: string, options: SigningOptions = {}): string {
  return signXml(xml, saml.idp.privateKey, options);
}

/** An unsolicited response of the identity provider. */
function unsolicited(changes: Partial<ResponseParts> = {}): ResponseParts {
  return saml.idp.parts(null, changes);
}

/** Posts a response that must be rejected, and checks that it changes nothing. */
async function expectRejected(
  response: string,
  reason: string,
  relayState?: string,
): Promise<void> {
  const before = await countAccounts(saml);
  const fragment = await postResponse(response, relayState);
  expect(fragment).toMatchObject({
    error: 'invalid_request',
    error_code: 'validation_failed',
    error_description: expect.stringContaining(reason) as string,
  });
  expect(fragment.access_token).toBeUndefined();
  expect(await countAccounts(saml)).toEqual(before);
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

describe('A valid unsolicited response', () => {
  test.each(['Assertion', 'Response'] as const)('is accepted with a signed %s', async (what) => {
    expect(
      (await postResponse(encode(sign(responseXml(unsolicited()), { what })))).access_token,
    ).toBeDefined();
  });

  test('is accepted if assertion and response are signed', async () => {
    const xml = sign(sign(responseXml(unsolicited())), { what: 'Response' });
    expect((await postResponse(encode(xml))).access_token).toBeDefined();
  });

  test('is accepted with a clock skew of half a minute', async () => {
    const early = unsolicited({ notBefore: new Date(Date.now() + 20_000) });
    expect((await postResponse(encode(sign(responseXml(early))))).access_token).toBeDefined();
    const late = unsolicited({ notOnOrAfter: new Date(Date.now() - 5_000) });
    expect((await postResponse(encode(sign(responseXml(late))))).access_token).toBeDefined();
  });
});

describe('A response is rejected', () => {
  test('without a signature', async () => {
    await expectRejected(encode(responseXml(unsolicited())), 'it is not signed');
  });

  test('with the signature of another key', async () => {
    const xml = signXml(responseXml(unsolicited()), generateRsaKey());
    await expectRejected(encode(xml), 'it could not be verified');
  });

  test('with the signature of another key and its certificate', async () => {
    const key = generateRsaKey();
    const certificate = certificateOf(createPrivateKey(key));
    const xml = signXml(responseXml(unsolicited()), key, { certificate });
    expect(xml).toContain('X509Certificate');
    await expectRejected(encode(xml), 'it could not be verified');
  });

  test.each([
    ['the name ID', 'NameID Format', (xml: string) => xml.replace(/(<saml:NameID[^>]*>)/, '$1x')],
    ['an attribute', 'AttributeValue', (xml: string) => xml.replace('@corp.example', '@x.example')],
    [
      'the audience',
      'Audience',
      (xml: string) => xml.replace('<saml:Audience>', '<saml:Audience> '),
    ],
  ])('when %s is changed after signing', async (_what, marker, change) => {
    const signed = sign(responseXml(unsolicited()));
    expect(signed).toContain(marker);
    await expectRejected(encode(change(signed)), 'it could not be verified');
  });

  test('when its assertion is signed with the right key and the response with another key', async () => {
    const xml = signXml(sign(responseXml(unsolicited())), generateRsaKey(), { what: 'Response' });
    await expectRejected(encode(xml), 'it could not be verified');
  });

  test.each([
    [
      'its signature uses SHA-1',
      { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    ],
    ['its digest uses SHA-1', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    [
      'its canonicalization includes comments',
      { canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' },
    ],
    [
      'its signature has another transform',
      {
        transforms: [
          'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
          'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
        ],
      },
    ],
  ])('when %s', async (_what, options) => {
    const xml = sign(responseXml(unsolicited()), options);
    await expectRejected(encode(xml), 'an algorithm that is not accepted');
  });

  test('when its signature algorithm is HMAC', async () => {
    const xml = sign(responseXml(unsolicited())).replace(
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    );
    await expectRejected(encode(xml), 'an algorithm that is not accepted');
  });

  test.each<[string, string, () => Partial<ResponseParts>]>([
    ['another audience', 'another audience', () => ({ audience: 'https://else.example' })],
    ['another recipient', 'another recipient', () => ({ recipient: 'https://else.example/acs' })],
    [
      'another destination',
      'another destination',
      () => ({ destination: 'https://else.example/acs' }),
    ],
    ['a validity period in the future', 'at this time', () => ({ notBefore: minutes(1) })],
    ['an expired validity period', 'at this time', () => ({ notOnOrAfter: minutes(-1) })],
    ['an expired session', 'has ended', () => ({ sessionNotOnOrAfter: minutes(-1) })],
    ['no AuthnStatement', 'no AuthnStatement', () => ({ hasAuthnStatement: false })],
    [
      'an unknown condition',
      'unknown condition',
      () => ({ extraCondition: '<saml:Condition xmlns:x="urn:x"/>' }),
    ],
    [
      'a second audience restriction with another audience',
      'another audience',
      () => ({
        extraCondition:
          '<saml:AudienceRestriction><saml:Audience>https://else.example</saml:Audience></saml:AudienceRestriction>',
      }),
    ],
  ])('when it has %s', async (_what, reason, changes) => {
    await expectRejected(encode(sign(responseXml(unsolicited(changes())))), reason);
  });

  test.each([
    [
      'has no NotOnOrAfter in its subject confirmation',
      / NotOnOrAfter="[^"]*"(?= Recipient)/,
      '',
      'it could not be verified',
    ],
    [
      'has an invalid NotOnOrAfter in its subject confirmation',
      /(NotOnOrAfter=")[^"]*(?=" Recipient)/,
      '$1soon',
      'it could not be verified',
    ],
    ['has no bearer confirmation', 'cm:bearer', 'cm:holder-of-key', 'no bearer confirmation'],
    ['has SAML version 1.1', 'Version="2.0" IssueInstant', 'Version="1.1" IssueInstant', '2.0'],
    ['has two subjects', '<saml:Conditions', '<saml:Subject/><saml:Conditions', 'exactly one'],
    ['has no conditions', /<saml:Conditions.*<\/saml:Conditions>/, '', 'exactly one Conditions'],
  ])('when it %s', async (_what, from, to, reason) => {
    const xml = responseXml(unsolicited());
    const changed = xml.replace(from, to);
    expect(changed).not.toBe(xml);
    await expectRejected(encode(sign(changed)), reason);
  });

  /** @covers 8.auth-errors.6 */
  test('when the provider reports a failed sign-in', async () => {
    const before = await countAccounts(saml);
    const fragment = await postResponse(
      encode(sign(responseXml(unsolicited({ status: 'Responder' })))),
    );
    expect(fragment).toMatchObject({ error: 'access_denied', error_code: 'saml_sign_in_declined' });
    expect(await countAccounts(saml)).toEqual(before);
  });

  /** @covers 8.auth-errors.6 */
  test('when it comes from a provider that is not registered', async () => {
    const before = await countAccounts(saml);
    const stranger = unsolicited({ issuer: 'https://stranger.example' });
    const fragment = await postResponse(encode(sign(responseXml(stranger))));
    expect(fragment).toMatchObject({ error_code: 'saml_idp_not_found' });
    expect(await countAccounts(saml)).toEqual(before);
  });

  test('when it is replayed, also in concurrent requests', async () => {
    const xml = encode(sign(responseXml(unsolicited())));
    const fragment = await Promise.all([postResponse(xml), postResponse(xml), postResponse(xml)]);
    expect(fragment.filter(({ access_token: token }) => token !== undefined)).toHaveLength(1);
    await expectRejected(xml, 'has been used already');
    // With a new signature, the assertion id is still the same.
    const parts = unsolicited();
    await postResponse(encode(sign(responseXml(parts))));
    await expectRejected(encode(sign(responseXml(parts))), 'has been used already');
  });
});

describe('A response to a request', () => {
  async function startSignIn() {
    const signInUrl = await requestSignIn(saml);
    const relayState = new URL(signInUrl).searchParams.get('RelayState') ?? '';
    const [flow] = await saml.server.sql<{ request_id: string }[]>`
      select request_id from auth.saml_relay_states where id = ${relayState}`;
    return { relayState, requestId: flow?.request_id ?? '' };
  }

  test('is rejected when it responds to another request or to none', async () => {
    const other = await startSignIn();
    for (const inResponseTo of [other.requestId, `_${randomUUID()}`, null]) {
      const { relayState } = await startSignIn();
      const xml = sign(responseXml(saml.idp.parts(inResponseTo)));
      await expectRejected(encode(xml), 'answers another request', relayState);
    }
  });

  test('is rejected when only an unsigned part names the request', async () => {
    const { relayState, requestId } = await startSignIn();
    const content = sign(assertionXml(unsolicited()));
    const xml = responseXml(saml.idp.parts(requestId), content);
    await expectRejected(encode(xml), 'answers another request', relayState);
  });

  test('is rejected without a pending request', async () => {
    const { requestId } = await startSignIn();
    const xml = sign(responseXml(saml.idp.parts(requestId)));
    await expectRejected(encode(xml), 'answers another request');
  });

  test('is rejected when it comes from another provider than the requested one', async () => {
    const other = await startSamlIdentityProvider();
    try {
      const metadata = await fetch(`${saml.server.url}/auth/v1/sso/saml/metadata`);
      other.trust(await metadata.text());
      await registerProvider(saml.server, other);
      const { relayState, requestId } = await startSignIn();
      const xml = signXml(responseXml(other.parts(requestId)), other.privateKey);
      await expectRejected(encode(xml), 'another identity provider was asked', relayState);
      // The other provider must not issue assertions in the name of this one.
      const forged = other.parts(null, { issuer: saml.idp.entityId });
      const signed = signXml(responseXml(forged), other.privateKey);
      await expectRejected(encode(signed), 'it could not be verified');
      const own = signXml(responseXml(other.parts(null)), other.privateKey);
      expect((await postResponse(encode(own))).access_token).toBeDefined();
    } finally {
      await other.close();
    }
  });

  test('is rejected after a failed attempt with the same relay state', async () => {
    const { relayState, requestId } = await startSignIn();
    await postResponse('x', relayState);
    const xml = sign(responseXml(saml.idp.parts(requestId)));
    const fragment = await postResponse(encode(xml), relayState);
    expect(fragment.error_code).toBe('saml_relay_state_not_found');
  });
});

describe('Signature wrapping', () => {
  /** An assertion that the identity provider did not sign. */
  function forgedAssertion(id = `_${randomUUID()}`): string {
    return assertionXml(unsolicited({ nameId: 'admin', assertionId: id }));
  }

  function parts() {
    const original = unsolicited();
    const signed = sign(responseXml(original));
    const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/.exec(signed) ?? [];
    const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/.exec(signed) ?? [];
    const unsigned = assertion.replace(signature, '');
    const response = (content: string) => responseXml(original, content);
    const insert = (outer: string, content: string) =>
      outer.replace('</saml:Issuer>', `</saml:Issuer>${content}`);
    const withObject = (content: string) =>
      signature.replace('</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);
    return { original, signed, assertion, signature, unsigned, response, insert, withObject };
  }

  test.each<[string, string, (p: ReturnType<typeof parts>) => string]>([
    [
      'before the signed assertion',
      'more than one',
      (p) => p.response(forgedAssertion() + p.assertion),
    ],
    [
      'after the signed assertion',
      'more than one',
      (p) => p.response(p.assertion + forgedAssertion()),
    ],
    [
      'around the signed assertion',
      'more than one',
      (p) => p.response(p.insert(forgedAssertion(), p.assertion)),
    ],
    [
      'with the signature of the assertion after it',
      'more than one',
      (p) => p.response(p.insert(forgedAssertion(), p.signature) + p.unsigned),
    ],
    [
      'with the signed assertion inside its signature',
      'more than one',
      (p) =>
        p.response(
          p.insert(
            forgedAssertion(),
            p.signature.replace('</ds:Signature>', `${p.unsigned}</ds:Signature>`),
          ),
        ),
    ],
    [
      'with the signed assertion inside an Object element of its signature',
      'a signature contains something',
      (p) => p.response(p.insert(forgedAssertion(), p.withObject(p.unsigned))),
    ],
    [
      'inside an Extensions element before the signed assertion',
      'more than one',
      (p) => p.response(`<samlp:Extensions>${forgedAssertion()}</samlp:Extensions>${p.assertion}`),
    ],
    [
      'after an Extensions element with the signed assertion',
      'more than one',
      (p) => p.response(`<samlp:Extensions>${p.assertion}</samlp:Extensions>${forgedAssertion()}`),
    ],
    [
      'in another namespace after the signed assertion',
      'more than one',
      (p) => p.response(`${p.assertion}<x:Assertion xmlns:x="urn:x"/>`),
    ],
    [
      'with the ID of the signed assertion',
      'it could not be verified',
      (p) => p.response(p.insert(forgedAssertion(p.original.assertionId), p.signature)),
    ],
    [
      'with the signature of another assertion',
      'it could not be verified',
      (p) => p.response(p.insert(forgedAssertion(), p.signature)),
    ],
    [
      'with its signature inside its subject',
      'signature',
      (p) => p.response(p.unsigned.replace('<saml:Subject>', `<saml:Subject>${p.signature}`)),
    ],
  ])('is rejected: an assertion %s', async (_what, reason, wrap) => {
    await expectRejected(encode(wrap(parts())), reason);
  });

  test('is rejected: a response around the signed response', async () => {
    const original = unsolicited();
    const signed = sign(responseXml(original), { what: 'Response' });
    const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/.exec(signed) ?? [];
    const inner = signed.replace(signature, '');
    const outer = responseXml(original, forgedAssertion());
    const wrapped = outer.replace(
      '</saml:Issuer>',
      `</saml:Issuer>${signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`)}`,
    );
    await expectRejected(encode(wrapped), 'a signature contains something');
    const beside = outer.replace('<samlp:Status>', `${signature}<samlp:Status>`);
    await expectRejected(encode(beside), 'it could not be verified');
  });

  test('is rejected: two elements with one ID', async () => {
    const { original, assertion, response } = parts();
    for (const name of ['ID', 'Id', 'id']) {
      const twin = `<x:Y xmlns:x="urn:x" ${name}="${original.assertionId}"/>`;
      const xml = response(`<samlp:Extensions>${twin}</samlp:Extensions>${assertion}`);
      await expectRejected(encode(xml), 'two elements have one ID');
    }
  });

  test('is rejected: two signed assertions', async () => {
    const [one, other] = [sign(assertionXml(unsolicited())), sign(assertionXml(unsolicited()))];
    await expectRejected(
      encode(responseXml(unsolicited(), one + other)),
      'more than one assertion',
    );
  });

  test('is rejected: an encrypted assertion', async () => {
    const encrypted = '<saml:EncryptedAssertion><x/></saml:EncryptedAssertion>';
    await expectRejected(encode(responseXml(unsolicited(), encrypted)), 'it is encrypted');
    const both = responseXml(unsolicited(), assertionXml(unsolicited()) + encrypted);
    await expectRejected(encode(sign(both)), 'it is encrypted');
    const { assertion, response } = parts();
    const encryptedId = assertion.replace('</saml:NameID>', '</saml:NameID><saml:EncryptedID/>');
    await expectRejected(encode(response(encryptedId)), 'it is encrypted');
  });
});

describe('A name ID with a comment', () => {
  test('is read completely, not up to the comment', async () => {
    const victim = randomUUID();
    const parts = unsolicited({
      nameId: `${victim}.evil`,
      attributes: { email: `${victim}@corp.example.evil.example` },
    });
    const signed = sign(responseXml(parts));
    // Signatures do not cover comments.
    const commented = signed
      .replace(`${victim}.evil<`, `${victim}<!---->.evil<`)
      .replace('@corp.example.evil', '@corp.example<!-- -->.evil');
    expect(commented).not.toBe(signed);
    const fragment = await postResponse(encode(commented));
    const [identity] = await saml.server.sql`
      select i.provider_id, i.email from auth.identities i
      where i.provider_id like ${`${victim}%`}`;
    expect(fragment.access_token).toBeDefined();
    expect(identity).toEqual({
      provider_id: `${victim}.evil`,
      email: `${victim}@corp.example.evil.example`,
    });
  });
});

describe('A client with too many requests', () => {
  test('is limited by its IP address, for sign-ins and for responses', async () => {
    const limited = await startSamlServer({ environment: { RATE_LIMIT_AUTH_PER_5_MIN: '2' } });
    try {
      const form = new URLSearchParams({ SAMLResponse: 'x' });
      const codes: unknown[] = [];
      for (let i = 0; i < 3; i += 1) {
        const { body } = await call(limited.server, '/sso', { body: { domain: 'x.example' } });
        const redirectUrl = await new FlowBrowser(limited.server).open(CONSUMER, form);
        codes.push([body.error_code, fragmentOf(redirectUrl).error_code]);
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
    ['content that is not Base64', '<xml>', 'not Base64'],
    ['bytes that are not UTF-8', Buffer.of(0xff, 0xfe, 0x00).toString('base64'), 'not UTF-8'],
    ['text that is not XML', encode('hello'), 'not XML that is read here'],
    ['an empty document', encode(' '), 'not XML that is read here'],
    ['an element without an end tag', encode('<a><b></a>'), 'not XML that is read here'],
    ['a document that is not a SAML response', encode('<html/>'), 'no response of SAML 2.0'],
  ])('is rejected: %s', async (_what, response, reason) => {
    await expectRejected(response, reason);
  });

  test('with characters that Postgres cannot store is rejected', async () => {
    for (const character of ['&#0;', '&#xD800;']) {
      const fragment = await postResponse(
        encode(sign(responseXml(unsolicited({ issuer: `x${character}` })))),
      );
      expect(fragment.error).toBe('invalid_request');
      expect(['saml_idp_not_found', 'validation_failed']).toContain(fragment.error_code);
    }
  });

  test('with a document type is rejected', async () => {
    const doctypes = [
      '<!DOCTYPE a [<!ENTITY x "y">]>',
      '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>',
      '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
      '<!doctype a>',
    ];
    for (const doctype of doctypes) {
      const xml = `${doctype}${sign(responseXml(unsolicited()))}`;
      await expectRejected(encode(xml), 'not XML that is read here');
    }
  });

  test.each([
    ['a document that is too long', () => `<a>${'x'.repeat(300 * 1024)}</a>`],
    ['deeply nested elements', () => '<a>'.repeat(30_000) + '</a>'.repeat(30_000)],
    [
      'deeply nested elements that each declare a namespace',
      () => {
        const open = Array.from({ length: 9000 }, (_each, i) => `<a xmlns:b${i}="u">`);
        return open.join('') + '</a>'.repeat(9000);
      },
    ],
    ['an element with many attributes', () => `<a${' b=""'.repeat(50_000)}/>`],
  ])('is rejected without much processor time: %s', async (_what, write) => {
    const response = encode(write());
    const startedAt = process.cpuUsage();
    await expectRejected(response, 'SAML Assertion is not valid');
    const { user, system } = process.cpuUsage(startedAt);
    // Processor time does not depend on other processes of the machine.
    expect((user + system) / 1e6).toBeLessThan(3);
  });
});
