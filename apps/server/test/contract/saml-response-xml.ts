import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';

const FORMATS = 'urn:oasis:names:tc:SAML';
export const PERSISTENT = `${FORMATS}:2.0:nameid-format:persistent`;
export const TRANSIENT = `${FORMATS}:2.0:nameid-format:transient`;
export const EMAIL_ADDRESS = `${FORMATS}:1.1:nameid-format:emailAddress`;
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The contents of a response. Each test changes the part that it tests. */
export interface ResponseParts {
  readonly issuer: string;
  readonly destination: string;
  readonly recipient: string;
  readonly audience: string;
  /** Null for an IdP-initiated sign-in. */
  readonly inResponseTo: string | null;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  readonly assertionId: string;
  readonly notBefore: Date;
  readonly notOnOrAfter: Date;
  readonly sessionNotOnOrAfter: Date | null;
  readonly status: string;
  /** Raw XML. */
  readonly extraCondition: string;
  readonly hasAuthnStatement: boolean;
}

function attribute(name: string, value: string | Date | null): string {
  const text = value instanceof Date ? value.toISOString() : value;
  return text === null ? '' : ` ${name}="${text}"`;
}

/** Values are not escaped, so that a test can insert XML. */
function attributeStatement(attributes: ResponseParts['attributes']): string {
  const each = Object.entries(attributes).map(([name, values]) => {
    const elements = [values].flat().map((v) => `<saml:AttributeValue>${v}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${name}">${elements.join('')}</saml:Attribute>`;
  });
  return each.length === 0
    ? ''
    : `<saml:AttributeStatement>${each.join('')}</saml:AttributeStatement>`;
}

export function assertionXml(parts: ResponseParts): string {
  const { notBefore, notOnOrAfter, inResponseTo } = parts;
  const authn = `<saml:AuthnStatement${attribute('AuthnInstant', notBefore)}${attribute('SessionNotOnOrAfter', parts.sessionNotOnOrAfter)}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${parts.assertionId}" Version="2.0"${attribute('IssueInstant', notBefore)}>` +
    `<saml:Issuer>${parts.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${parts.nameIdFormat}">${parts.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${attribute('NotOnOrAfter', notOnOrAfter)} Recipient="${parts.recipient}"${attribute('InResponseTo', inResponseTo)}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions${attribute('NotBefore', notBefore)}${attribute('NotOnOrAfter', notOnOrAfter)}><saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction>${parts.extraCondition}</saml:Conditions>` +
    (parts.hasAuthnStatement ? authn : '') +
    attributeStatement(parts.attributes) +
    `</saml:Assertion>`
  );
}

/** @param content the assertion, or the replacement of a test */
export function responseXml(parts: ResponseParts, content = assertionXml(parts)): string {
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0"${attribute('IssueInstant', parts.notBefore)} Destination="${parts.destination}"${attribute('InResponseTo', parts.inResponseTo)}>` +
    `<saml:Issuer>${parts.issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${parts.status}"/></samlp:Status>` +
    `${content}</samlp:Response>`
  );
}

export interface SigningOptions {
  readonly what?: 'Assertion' | 'Response';
  readonly signatureAlgorithm?: string;
  readonly digestAlgorithm?: string;
  readonly canonicalizationAlgorithm?: string;
  readonly transforms?: readonly string[];
  /** PEM; included in the signature. */
  readonly certificate?: string;
}

interface Signer {
  addReference(reference: object): void;
  computeSignature(xml: string, options: object): void;
  getSignedXml(): string;
}

/** The package's own types declare all browser globals. */
const { SignedXml } = createRequire(import.meta.url)('xml-crypto') as {
  SignedXml: new (options: object) => Signer;
};

/** @param privateKey PEM */
export function signXml(xml: string, privateKey: string, options: SigningOptions = {}): string {
  const { what = 'Assertion' } = options;
  const signer = new SignedXml({
    privateKey,
    ...(options.certificate === undefined ? {} : { publicCert: options.certificate }),
    signatureAlgorithm:
      options.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: options.canonicalizationAlgorithm ?? EXCLUSIVE,
  });
  signer.addReference({
    xpath: `//*[local-name(.)='${what}']`,
    digestAlgorithm: options.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: options.transforms ?? [`${SIGNATURE}enveloped-signature`, EXCLUSIVE],
  });
  const issuer = `//*[local-name(.)='${what}']/*[local-name(.)='Issuer']`;
  signer.computeSignature(xml, { prefix: 'ds', location: { reference: issuer, action: 'after' } });
  return signer.getSignedXml();
}
