import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';

const ALGORITHMS = ['ES256', 'RS256'];
/** The members of a JWK that hold a private key (RFC 7518, sections 6.2.2 and 6.3.2). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

export interface SigningKey {
  readonly keyId: string;
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
}

export interface SigningKeys {
  /** Signs new tokens. */
  readonly current: SigningKey;
  /** The key that verifies the tokens that name it, unless it is retired. */
  find(keyId: string): SigningKey | undefined;
  /** The content of `/.well-known/jwks.json`: public keys only. */
  readonly jwks: { readonly keys: readonly JWK[] };
}

function toPublicJwk(jwk: JWK): JWK {
  return Object.fromEntries(
    Object.entries(jwk).filter(([member]) => !PRIVATE_MEMBERS.includes(member)),
  );
}

/** The `kid` of a key. */
export async function keyIdOf(jwk: JWK): Promise<string> {
  return jwk.kid ?? calculateJwkThumbprint(jwk);
}

export async function importSigningKey(jwk: JWK): Promise<SigningKey> {
  const algorithm = jwk.alg ?? (jwk.kty === 'EC' ? 'ES256' : 'RS256');
  if (!ALGORITHMS.includes(algorithm)) {
    throw new Error(`A signing key must be ES256 or RS256, not ${algorithm}.`);
  }
  const keyId = await keyIdOf(jwk);
  const publicJwk: JWK = {
    ...toPublicJwk(jwk),
    kid: keyId,
    alg: algorithm,
    use: 'sig',
    key_ops: ['verify'],
  };
  return {
    keyId,
    algorithm,
    publicJwk,
    privateKey: (await importJWK({ ...jwk, key_ops: ['sign'] }, algorithm)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey,
  };
}

export async function generateSigningJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: 'ES256', kid: await calculateJwkThumbprint(jwk) };
}
