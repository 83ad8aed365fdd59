import { compactVerify, errors, SignJWT, type CompactJWSHeaderParameters } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../runtime/clock.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { checkTimes, EXACT_RULES, TokenError, type ClaimRules } from './token-claims.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

const MAX_REMEMBERED_TOKENS = 10_000;

export { DATA_API_RULES, TokenError, type ClaimRules, type TokenProblem } from './token-claims.ts';

export interface TokenSigner {
  /** Signs claims as they are, with the current key. */
  sign(claims: JsonObject): Promise<string>;
}

export interface TokenVerifier {
  /**
   * @param rules the tolerance for its times; the default is none
   * @throws TokenError
   */
  verify(token: string, rules?: ClaimRules): Promise<JsonObject>;
}

interface TokenVerifierOptions {
  readonly keys: SigningKeys;
  /** The legacy HS256 secret of a project. Tokens signed with it are accepted too. */
  readonly jwtSecret: string | null;
  readonly clock: Clock;
}

export function createTokenSigner(keys: Pick<SigningKeys, 'current'>): TokenSigner {
  return {
    sign(claims) {
      const { algorithm, keyId, privateKey } = keys.current;
      return new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT' })
        .sign(privateKey);
    },
  };
}

interface VerifiedToken {
  readonly claims: JsonObject;
  /** The id of the key that verified the token, which can be retired by now; null for the legacy secret. */
  readonly keyId: string | null;
}

function toTokenError(error: unknown): TokenError {
  if (error instanceof TokenError) return error;
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TokenError('signature', 'invalid JWT: signature is invalid');
  }
  return new TokenError('malformed', 'invalid JWT: token is malformed', { cause: error });
}

/**
 * Verifies access tokens and legacy API keys. Verified signatures are cached, because verifying an ES256
 * signature costs more than most queries. The times of a token are checked on every request.
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { keys, clock } = options;
  const secret = options.jwtSecret === null ? null : new TextEncoder().encode(options.jwtSecret);
  const remembered = new LRUCache<string, VerifiedToken>({ max: MAX_REMEMBERED_TOKENS });

  const selectKey = (header: CompactJWSHeaderParameters): SigningKey | Uint8Array => {
    if (header.alg === 'HS256') {
      if (secret !== null) return secret;
    } else {
      const key = header.kid === undefined ? keys.current : keys.find(header.kid);
      if (key?.algorithm === header.alg) return key;
    }
    throw new TokenError('signature', 'invalid JWT: no suitable key was found to verify it');
  };

  async function verifySignature(token: string): Promise<JsonObject> {
    const known = remembered.get(token);
    if (known !== undefined) {
      if (known.keyId === null || keys.find(known.keyId) !== undefined) return known.claims;
      remembered.delete(token);
    }
    let keyId: string | null = null;
    const { payload } = await compactVerify(token, (header) => {
      const key = selectKey(header);
      if (key instanceof Uint8Array) return key;
      ({ keyId } = key);
      return key.publicKey;
    });
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    if (!isJsonObject(claims)) throw new Error('The claims are not an object.');
    remembered.set(token, { claims, keyId });
    return claims;
  }

  return {
    async verify(token, rules = EXACT_RULES) {
      const claims = await verifySignature(token).catch((error: unknown) => {
        throw toTokenError(error);
      });
      checkTimes(claims, clock.now().getTime() / 1000, rules);
      return claims;
    },
  };
}
