import { errors, jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose';
import type { Clock } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import type { SigningKeys } from './signing-keys.ts';

const MAX_REMEMBERED_TOKENS = 10_000;

/** Why a token is not accepted. `expired` and `not-yet-valid` are signed well; `malformed` is no JWT at all. */
export type TokenProblem = 'malformed' | 'signature' | 'expired' | 'not-yet-valid' | 'claims';

export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly problem: TokenProblem;
  constructor(problem: TokenProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

export interface TokenSigner {
  /** Signs claims as they are, with the current key. */
  sign(claims: JsonObject): Promise<string>;
}

export interface TokenVerifier {
  /** @throws TokenError */
  verify(token: string): Promise<JsonObject>;
}

export interface TokenVerifierOptions {
  readonly keys: SigningKeys;
  /** HS256 secret of a project that used one; tokens signed with it are accepted too. */
  readonly jwtSecret: string | null;
  readonly clock: Clock;
}

export function createTokenSigner(keys: SigningKeys): TokenSigner {
  const { current } = keys;
  return {
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: current.algorithm, kid: current.keyId, typ: 'JWT' })
        .sign(current.privateKey),
  };
}

function toTokenError(error: unknown): TokenError {
  if (error instanceof errors.JWTExpired) return new TokenError('expired', 'JWT expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'nbf'
      ? new TokenError('not-yet-valid', 'JWT not yet valid')
      : new TokenError('claims', error.message, { cause: error });
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TokenError('signature', 'invalid JWT: signature is invalid');
  }
  if (error instanceof TokenError) return error;
  return new TokenError('malformed', 'invalid JWT: token is malformed', { cause: error });
}

/**
 * Verifies access tokens and legacy API keys. A verified token is remembered
 * until it expires, because checking an ES256 signature costs more than most queries.
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { keys, clock } = options;
  const secret = options.jwtSecret === null ? null : new TextEncoder().encode(options.jwtSecret);
  const remembered = new Map<string, { claims: JsonObject; expiresAtS: number }>();

  const selectKey = (header: JWTHeaderParameters) => {
    if (header.alg === 'HS256') {
      if (secret !== null) return secret;
    } else {
      const key = header.kid === undefined ? keys.current : keys.byKeyId.get(header.kid);
      if (key?.algorithm === header.alg) return key.publicKey;
    }
    throw new TokenError('signature', 'invalid JWT: no suitable key was found to verify it');
  };

  return {
    async verify(token) {
      const nowS = clock.now().getTime() / 1000;
      const known = remembered.get(token);
      if (known !== undefined && known.expiresAtS > nowS) return known.claims;
      remembered.delete(token);
      try {
        const { payload } = await jwtVerify(token, selectKey, { currentDate: clock.now() });
        const claims = payload as JsonObject;
        if (remembered.size >= MAX_REMEMBERED_TOKENS) {
          const oldest = remembered.keys().next().value;
          if (oldest !== undefined) remembered.delete(oldest);
        }
        remembered.set(token, { claims, expiresAtS: payload.exp ?? Number.POSITIVE_INFINITY });
        return claims;
      } catch (error) {
        throw toTokenError(error);
      }
    },
  };
}
