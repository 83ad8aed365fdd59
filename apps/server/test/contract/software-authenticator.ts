import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** Deviations of the device, or of the page that uses it, for one test. */
export interface Deviations {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly isUserVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** CBOR byte strings and texts in their shortest encoding (RFC 8949). */
function cborBytes(bytes: Uint8Array): Buffer {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** A WebAuthn authenticator with one key. */
export function createAuthenticator(site: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  let counter = 0;
  let userHandle = '';

  /** RFC 9052: an EC2 key for ES256. */
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);

  function clientData(type: string, challenge: string, deviations: Deviations): Buffer {
    const origin = deviations.origin ?? site.origin;
    const given = { type, challenge: deviations.challenge ?? challenge, origin };
    return Buffer.from(JSON.stringify({ ...given, crossOrigin: false }));
  }

  function authenticatorData(deviations: Deviations, flags: number): Buffer {
    counter = deviations.counter ?? counter + 1;
    const verified = (deviations.isUserVerified ?? true) ? USER_VERIFIED : 0;
    const head = Buffer.alloc(5);
    head.writeUInt8(USER_PRESENT | verified | flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(deviations.rpId ?? site.rpId), head]);
  }

  const envelope = {
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };

  return {
    credentialId: envelope.id,
    create(options: { challenge: string; user: { id: string } }, deviations: Deviations = {}) {
      userHandle = options.user.id;
      const length = Buffer.from([0, credentialId.length]);
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const authData = Buffer.concat([authenticatorData(deviations, HAS_KEY), key]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ]);
      return {
        ...envelope,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, deviations)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    get(options: { challenge: string }, deviations: Deviations = {}) {
      const data = clientData('webauthn.get', options.challenge, deviations);
      const authData = authenticatorData(deviations, 0);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...envelope,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: deviations.userHandle ?? userHandle,
        },
      };
    },
  };
}
