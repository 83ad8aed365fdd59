import { X509Certificate } from 'node:crypto';
import { isLocalHost } from '../../../platform/hosts.ts';
import { authErrors } from '../errors.ts';
import { attributeOf, childrenOf, isNamed, readXml, type XmlElement } from './xml-documents.ts';

/**
 * The maximum size of one identity provider's metadata. Several keys, a logo and texts need a tenth of it.
 */
export const MAX_METADATA_LENGTH = 512 * 1024;
const MAX_ENTITY_ID_LENGTH = 1024;
const MIN_KEY_BITS = 2048;
const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';

/** The used parts of an identity provider's metadata. */
export interface ProviderMetadata {
  readonly entityId: string;
  /** The URL for sign-ins. */
  readonly signInUrl: string;
  /** PEM. Each of them can sign. */
  readonly certificates: readonly string[];
}

function reject(message: string): never {
  throw authErrors.validationFailed(`SAML Metadata ${message}`);
}

function rootOf(xml: string): XmlElement {
  try {
    return readXml(xml, MAX_METADATA_LENGTH);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : '';
    return reject(`is not valid XML. ${reason}`);
  }
}

/** Only the key of the certificate counts, not its validity period. */
function readCertificate(element: XmlElement): string {
  const base64 = (element.textContent ?? '').replace(/\s+/g, '');
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return reject('contains a certificate that cannot be read');
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS) {
    return reject(`contains a key that is not RSA of at least ${MIN_KEY_BITS} bits`);
  }
  return certificate.toString();
}

function certificatesOf(descriptor: XmlElement): string[] {
  return childrenOf(descriptor, 'metadata', 'KeyDescriptor')
    .filter((key) => attributeOf(key, 'use') !== 'encryption')
    .flatMap((key) => childrenOf(key, 'signature', 'KeyInfo'))
    .flatMap((info) => childrenOf(info, 'signature', 'X509Data'))
    .flatMap((data) => childrenOf(data, 'signature', 'X509Certificate'))
    .map(readCertificate);
}

/** Browsers are redirected to this URL. Without TLS it must be on this machine. */
function signInUrlOf(descriptor: XmlElement): string {
  const service = childrenOf(descriptor, 'metadata', 'SingleSignOnService').find(
    (candidate) => attributeOf(candidate, 'Binding') === REDIRECT_BINDING,
  );
  const location = service === undefined ? null : attributeOf(service, 'Location');
  if (location === null) return reject('does not contain a SingleSignOnService by HTTP-Redirect');
  if (!URL.canParse(location)) return reject('contains a SingleSignOnService that is not a URL');
  const { protocol, hostname } = new URL(location);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname));
  return isSafe ? location : reject('contains a SingleSignOnService that is not a HTTPS URL');
}

/** @throws AuthError validation_failed with the missing or unsupported part */
export function readProviderMetadata(xml: string): ProviderMetadata {
  const root = rootOf(xml);
  if (!isNamed(root, 'metadata', 'EntityDescriptor')) {
    return reject('does not describe one entity');
  }
  const entityId = attributeOf(root, 'entityID');
  if (entityId === null || entityId.length > MAX_ENTITY_ID_LENGTH) {
    return reject('does not contain an EntityID');
  }
  const [descriptor, ...others] = childrenOf(root, 'metadata', 'IDPSSODescriptor');
  if (descriptor === undefined) return reject('does not contain any IDPSSODescriptor');
  if (others.length > 0) return reject('contains multiple IDPSSODescriptors');
  const protocols = (attributeOf(descriptor, 'protocolSupportEnumeration') ?? '').split(/\s+/);
  if (!protocols.includes(PROTOCOL)) return reject('is not about SAML 2.0');
  const certificates = certificatesOf(descriptor);
  if (certificates.length === 0) return reject('does not contain a certificate that signs');
  return { entityId, signInUrl: signInUrlOf(descriptor), certificates };
}
