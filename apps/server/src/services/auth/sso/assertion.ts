import { ELEMENT_NODE } from './xml-parser.ts';
import {
  attributeOf,
  childrenOf,
  isNamed,
  NAMESPACES,
  readInstant,
  readXml,
  textOf,
  type XmlElement,
} from './xml-documents.ts';
import { ssoErrors } from '../sso-errors.ts';

/** The maximum difference of the clocks of the identity provider and this server. */
export const CLOCK_SKEW_MS = 30_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const KNOWN_CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);

interface AssertionAttribute {
  readonly name: string;
  readonly friendlyName: string | null;
  readonly values: readonly string[];
}

/** An identity provider's data of a user. */
export interface Assertion {
  readonly id: string;
  readonly nameId: { readonly value: string; readonly format: string | null } | null;
  readonly attributes: readonly AssertionAttribute[];
  /** The assertion is invalid after this time. */
  readonly expiresAt: Date;
  /** The end of the session that the provider requires. */
  readonly sessionEndsAt: Date | null;
}

interface AssertionExpectations {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  /** Null when the provider started the sign-in. */
  readonly requestId: string | null;
  readonly now: Date;
}

function reject(reason: string): never {
  throw ssoErrors.samlRefused(reason);
}

function onlyChild(parent: XmlElement, name: string): XmlElement {
  const [child, ...others] = childrenOf(parent, 'assertion', name);
  if (child === undefined || others.length > 0) return reject(`there is not exactly one ${name}`);
  return child;
}

/** The time in an attribute, if it exists. */
function instantOf(element: XmlElement, name: string): Date | null {
  const text = attributeOf(element, name);
  if (text === null) return null;
  return readInstant(text) ?? reject(`${name} is not a time`);
}

function isWithin(element: XmlElement, now: Date): boolean {
  const notBefore = instantOf(element, 'NotBefore');
  const notOnOrAfter = instantOf(element, 'NotOnOrAfter');
  const [nowMs, skewMs] = [now.getTime(), CLOCK_SKEW_MS];
  return (
    (notBefore === null || nowMs + skewMs >= notBefore.getTime()) &&
    (notOnOrAfter === null || nowMs - skewMs < notOnOrAfter.getTime())
  );
}

/**
 * The end of a bearer assertion's validity.
 *
 * @throws AuthError when it is for another request, another service or another time
 */
function checkBearer(
  subject: XmlElement,
  { recipient, requestId, now }: AssertionExpectations,
): Date {
  const [confirmation, ...others] = childrenOf(subject, 'assertion', 'SubjectConfirmation').filter(
    (candidate) => attributeOf(candidate, 'Method') === BEARER,
  );
  if (confirmation === undefined || others.length > 0)
    return reject('it has no bearer confirmation');
  const data = onlyChild(confirmation, 'SubjectConfirmationData');
  if (attributeOf(data, 'Recipient') !== recipient) reject('it is for another recipient');
  if (attributeOf(data, 'InResponseTo') !== requestId) reject('it answers another request');
  const expiresAt = instantOf(data, 'NotOnOrAfter');
  if (expiresAt === null) return reject('it has no NotOnOrAfter');
  if (!isWithin(data, now)) reject('it is not valid at this time');
  return expiresAt;
}

function checkConditions(assertion: XmlElement, { audience, now }: AssertionExpectations): void {
  const conditions = onlyChild(assertion, 'Conditions');
  if (!isWithin(conditions, now)) reject('it is not valid at this time');
  for (let node = conditions.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== ELEMENT_NODE) continue;
    const { namespaceURI, localName } = node as XmlElement;
    if (namespaceURI !== NAMESPACES.assertion || !KNOWN_CONDITIONS.has(localName)) {
      reject('it has an unknown condition');
    }
  }
  const restrictions = childrenOf(conditions, 'assertion', 'AudienceRestriction');
  const isForUs = (restriction: XmlElement) =>
    childrenOf(restriction, 'assertion', 'Audience').some((each) => textOf(each) === audience);
  if (restrictions.length === 0 || !restrictions.every(isForUs)) {
    reject('it is for another audience');
  }
}

function sessionEndOf(assertion: XmlElement, now: Date): Date | null {
  const statements = childrenOf(assertion, 'assertion', 'AuthnStatement');
  if (statements.length === 0) return reject('it has no AuthnStatement');
  const ends = statements
    .map((statement) => instantOf(statement, 'SessionNotOnOrAfter'))
    .filter((end) => end !== null)
    .map((end) => end.getTime());
  if (ends.length === 0) return null;
  const endMs = Math.min(...ends);
  return endMs > now.getTime() ? new Date(endMs) : reject('the session at the provider has ended');
}

function readNameId(subject: XmlElement): Assertion['nameId'] {
  const [nameId, ...others] = childrenOf(subject, 'assertion', 'NameID');
  if (others.length > 0) return reject('there is more than one NameID');
  if (nameId === undefined) return null;
  const value = textOf(nameId);
  if (value === null) return reject('the NameID is not plain text');
  return value === '' ? null : { value, format: attributeOf(nameId, 'Format') };
}

function readAttributes(assertion: XmlElement): AssertionAttribute[] {
  return childrenOf(assertion, 'assertion', 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, 'assertion', 'Attribute'))
    .map((attribute) => ({
      name: attributeOf(attribute, 'Name') ?? '',
      friendlyName: attributeOf(attribute, 'FriendlyName'),
      values: childrenOf(attribute, 'assertion', 'AttributeValue')
        .map(textOf)
        .filter((value): value is string => value !== null && value !== ''),
    }));
}

/**
 * Reads an assertion with a verified signature, if it is for this service and valid now.
 *
 * @throws AuthError validation_failed
 */
export function readAssertion(xml: string, expected: AssertionExpectations): Assertion {
  const assertion = readXml(xml, Number.POSITIVE_INFINITY);
  const id = attributeOf(assertion, 'ID');
  if (!isNamed(assertion, 'assertion', 'Assertion') || id === null) {
    return reject('it is not an assertion');
  }
  if (attributeOf(assertion, 'Version') !== '2.0') reject('it is not of SAML 2.0');
  if (textOf(onlyChild(assertion, 'Issuer')) !== expected.issuer) reject('it has another issuer');
  const subject = onlyChild(assertion, 'Subject');
  const expiresAt = checkBearer(subject, expected);
  checkConditions(assertion, expected);
  return {
    id,
    nameId: readNameId(subject),
    attributes: readAttributes(assertion),
    expiresAt,
    sessionEndsAt: sessionEndOf(assertion, expected.now),
  };
}
