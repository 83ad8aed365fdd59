import type { TokenVerifier } from '../../platform/identity/access-token.ts';
import { functionErrors } from './errors.ts';

/**
 * Requires an access token or a legacy API key, both of which are JWTs. An opaque API key alone does not
 * identify a caller.
 *
 * @throws FunctionError 401
 */
export async function requireJwt(
  tokens: TokenVerifier,
  authorization: string | undefined,
): Promise<void> {
  if (authorization === undefined || authorization.trim() === '') throw functionErrors.noBearer();
  const token = /^bearer +(\S+)\s*$/i.exec(authorization)?.[1];
  if (token === undefined) throw functionErrors.invalidBearer();
  await tokens.verify(token).catch(() => {
    throw functionErrors.invalidBearer();
  });
}
