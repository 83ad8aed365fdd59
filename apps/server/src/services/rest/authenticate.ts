import { TokenError } from '../../platform/identity/access-token.ts';
import { ApiKeyError, type Caller, type CallerResolver } from '../../platform/identity/caller.ts';
import { failures, type RestError } from './errors.ts';

const JWT_PARTS = 3;

/** Why a token could not be read at all, as far as it can be told. */
function undecodable(error: TokenError, authorization: string | undefined): RestError {
  const parts = (authorization ?? '').split(' ').at(-1)?.split('.').length ?? 0;
  if (parts !== JWT_PARTS) return failures.jwtInvalid(`Expected 3 parts in JWT; got ${parts}`);
  if (error.message.includes('no suitable key')) {
    return failures.jwtInvalid(
      'No suitable key or wrong key type',
      'None of the keys was able to decode the JWT',
    );
  }
  return failures.jwtInvalid('JWT cryptographic operation failed');
}

function toRestError(error: unknown, authorization: string | undefined): unknown {
  if (error instanceof ApiKeyError) return failures.apiKey(error.message, error.hint);
  if (!(error instanceof TokenError)) return error;
  switch (error.problem) {
    case 'expired':
      return failures.jwtClaims('JWT expired');
    case 'not-yet-valid':
      return failures.jwtClaims('JWT not yet valid');
    case 'claims':
      return failures.jwtClaims(error.message);
    case 'malformed':
    case 'signature':
      return undecodable(error, authorization);
  }
}

function isAudience(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'string') return true;
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/**
 * Who asks.
 *
 * @throws RestError PGRST301, PGRST302, PGRST303
 */
export async function authenticate(
  callers: CallerResolver,
  apiKey: string | undefined,
  authorization: string | undefined,
): Promise<Caller> {
  // A client that sends the header means to be somebody, not a stranger.
  if (authorization !== undefined && /^bearer\s*$/i.test(authorization)) {
    throw failures.jwtInvalid('Empty JWT is sent in Authorization header');
  }
  const caller = await callers.resolve(apiKey, authorization).catch((error: unknown) => {
    throw toRestError(error, authorization);
  });
  if (!isAudience(caller.claims.aud)) {
    throw failures.jwtClaims("The JWT 'aud' claim must be a string or an array of strings");
  }
  return caller;
}
