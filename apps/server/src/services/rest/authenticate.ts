import { TokenError } from '../../platform/identity/access-token.ts';
import { ApiKeyError, type Caller, type CallerResolver } from '../../platform/identity/caller.ts';
import { errors, type RestError } from './errors.ts';

const JWT_PARTS = 3;

/** PostgREST's error for a token that cannot be decoded or verified. */
function undecodableToken(error: TokenError, authorization: string | undefined): RestError {
  const parts = (authorization ?? '').split(' ').at(-1)?.split('.').length ?? 0;
  if (parts !== JWT_PARTS) return errors.jwtInvalid(`Expected 3 parts in JWT; got ${parts}`);
  if (error.message.includes('no suitable key')) {
    return errors.jwtInvalid(
      'No suitable key or wrong key type',
      'None of the keys was able to decode the JWT',
    );
  }
  return errors.jwtInvalid('JWT cryptographic operation failed');
}

function toRestError(error: unknown, authorization: string | undefined): unknown {
  if (error instanceof ApiKeyError) return errors.apiKey(error.message, error.hint);
  if (!(error instanceof TokenError)) return error;
  switch (error.problem) {
    case 'expired':
      return errors.jwtClaims('JWT expired');
    case 'not-yet-valid':
      return errors.jwtClaims('JWT not yet valid');
    case 'claims':
      return errors.jwtClaims(error.message);
    case 'malformed':
    case 'signature':
      return undecodableToken(error, authorization);
  }
}

function isAudience(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'string') return true;
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/**
 * Resolves the API key and the token of a request to a caller.
 *
 * @throws RestError PGRST301, PGRST302, PGRST303
 */
export async function authenticate(
  callers: CallerResolver,
  apiKey: string | undefined,
  authorization: string | undefined,
): Promise<Caller> {
  // An empty bearer token is an error, not an anonymous request.
  if (authorization !== undefined && /^bearer\s*$/i.test(authorization)) {
    throw errors.jwtInvalid('Empty JWT is sent in Authorization header');
  }
  const caller = await callers.resolve(apiKey, authorization).catch((error: unknown) => {
    throw toRestError(error, authorization);
  });
  if (!isAudience(caller.claims.aud)) {
    throw errors.jwtClaims("The JWT 'aud' claim must be a string or an array of strings");
  }
  return caller;
}
