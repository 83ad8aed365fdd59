import {
  allElements,
  attributeOf,
  childrenOf,
  isNamed,
  readXml,
  textOf,
  type XmlElement,
} from './xml-documents.ts';
import { ssoErrors } from '../sso-errors.ts';

/** Real responses have about ten thousand characters, and a hundred thousand with very many groups. */
const MAX_RESPONSE_LENGTH = 256 * 1024;
/** The attributes that signatures can use as ids. */
const ID_NAMES = ['ID', 'Id', 'id'];
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Other algorithms have known weaknesses, or can sign other content than what is read. */
const ALGORITHMS: Readonly<Record<string, ReadonlySet<string>>> = {
  SignatureMethod: new Set([
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ]),
  DigestMethod: new Set([
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ]),
  CanonicalizationMethod: new Set(['http://www.w3.org/2001/10/xml-exc-c14n#']),
  Transform: new Set([
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
  ]),
};

/** An identity provider's response before any verification. */
interface PostedResponse {
  /** The parsed document. The same one is verified. */
  readonly base64: string;
  /** The issuer that the assertion names. */
  readonly issuer: string;
  readonly destination: string | null;
  readonly inResponseTo: string | null;
  readonly signs: { readonly response: boolean; readonly assertion: boolean };
}

function decode(samlResponse: string): string {
  const base64 = samlResponse.replace(/\s+/g, '');
  if (base64.length > MAX_RESPONSE_LENGTH * 1.4) throw ssoErrors.samlRefused('it is too long');
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    throw ssoErrors.samlRefused('it is not Base64');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    throw ssoErrors.samlRefused('it is not UTF-8');
  }
}

function parse(xml: string): XmlElement {
  try {
    return readXml(xml, MAX_RESPONSE_LENGTH);
  } catch (error) {
    throw ssoErrors.samlRefused('it is not XML that is read here', error);
  }
}

/**
 * Rejects documents in which two readers could see different assertions, or a signature could cover other
 * content.
 */
function rejectAmbiguousShape(response: XmlElement, assertion: XmlElement): void {
  const ids = new Set<string>();
  for (const element of allElements(response)) {
    const name = element.localName;
    for (const id of ID_NAMES.map((each) => attributeOf(element, each))) {
      if (id !== null && ids.has(id)) throw ssoErrors.samlRefused('two elements have one ID');
      if (id !== null) ids.add(id);
    }
    if (name === 'Assertion' && element !== assertion) {
      throw ssoErrors.samlRefused('there is more than one assertion');
    }
    if (name.startsWith('Encrypted')) throw ssoErrors.samlRefused('it is encrypted');
    if (name === 'Object') throw ssoErrors.samlRefused('a signature contains something');
    const { parentNode } = element;
    if (name === 'Signature' && parentNode !== response && parentNode !== assertion) {
      throw ssoErrors.samlRefused('a signature is where none belongs');
    }
    const allowed = ALGORITHMS[name];
    if (allowed !== undefined && !allowed.has(attributeOf(element, 'Algorithm') ?? '')) {
      throw ssoErrors.samlRefused('it is signed with an algorithm that is not accepted');
    }
  }
}

function requireSuccess(response: XmlElement): void {
  const [code] = childrenOf(response, 'protocol', 'Status').flatMap((status) =>
    childrenOf(status, 'protocol', 'StatusCode'),
  );
  if (code === undefined || attributeOf(code, 'Value') !== SUCCESS) throw ssoErrors.samlDeclined();
}

/** @throws AuthError validation_failed, access_denied when the provider reports an error */
export function readPostedResponse(samlResponse: string): PostedResponse {
  const xml = decode(samlResponse);
  const response = parse(xml);
  if (!isNamed(response, 'protocol', 'Response') || attributeOf(response, 'Version') !== '2.0') {
    throw ssoErrors.samlRefused('it is no response of SAML 2.0');
  }
  requireSuccess(response);
  const [assertion] = childrenOf(response, 'assertion', 'Assertion');
  const hasEncrypted = childrenOf(response, 'assertion', 'EncryptedAssertion').length > 0;
  if (assertion === undefined) {
    throw ssoErrors.samlRefused(hasEncrypted ? 'it is encrypted' : 'there is no assertion');
  }
  rejectAmbiguousShape(response, assertion);
  const [issuer] = childrenOf(assertion, 'assertion', 'Issuer');
  const signs = {
    response: childrenOf(response, 'signature', 'Signature').length > 0,
    assertion: childrenOf(assertion, 'signature', 'Signature').length > 0,
  };
  if (!signs.response && !signs.assertion) throw ssoErrors.samlRefused('it is not signed');
  return {
    base64: Buffer.from(xml).toString('base64'),
    issuer: (issuer === undefined ? null : textOf(issuer)) ?? '',
    destination: attributeOf(response, 'Destination'),
    inResponseTo: attributeOf(response, 'InResponseTo'),
    signs,
  };
}
