import type { TokenVerifier } from '../../platform/identity/access-token.ts';
import { failures } from './errors.ts';

/**
 * Lets through who brings an access token or a legacy key, both of which are
 * JWTs. A key alone says which project is meant and not who calls.
 *
 * @throws FunctionError 401
 */
export async function authorize(
  tokens: TokenVerifier,
  authorization: string | undefined,
): Promise<void> {
  if (authorization === undefined || authorization.trim() === '') throw failures.noBearer();
  const token = /^bearer +(\S+)\s*$/i.exec(authorization)?.[1];
  if (token === undefined) throw failures.invalidBearer();
  await tokens.verify(token).catch(() => {
    throw failures.invalidBearer();
  });
}
