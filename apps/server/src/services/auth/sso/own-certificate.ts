import { createPublicKey, sign, type KeyObject } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
} from '@peculiar/asn1-x509';

const COMMON_NAME = '2.5.4.3';
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';

/**
 * The certificate of our key for identity providers. It is derived from the key alone, so that all processes
 * and starts have the same one.
 */
export function certificateOf(privateKey: KeyObject): string {
  const algorithm = new AlgorithmIdentifier({ algorithm: SHA256_WITH_RSA, parameters: null });
  const commonName = new AttributeTypeAndValue({
    type: COMMON_NAME,
    value: new AttributeValue({ utf8String: 'BeaconPay SAML 2.0' }),
  });
  const name = new Name([new RelativeDistinguishedName([commonName])]);
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const content = new TBSCertificate({
    serialNumber: Uint8Array.of(1).buffer,
    signature: algorithm,
    issuer: name,
    subject: name,
    validity: new Validity({
      notBefore: new Date('2000-01-01T00:00:00Z'),
      notAfter: new Date('2199-12-31T23:59:59Z'),
    }),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(content)), privateKey);
  const certificate = new Certificate({
    tbsCertificate: content,
    signatureAlgorithm: algorithm,
    signatureValue: Uint8Array.from(signature).buffer,
  });
  const base64 = Buffer.from(AsnConvert.serialize(certificate)).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
