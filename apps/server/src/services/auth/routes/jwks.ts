import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';

/** GET /.well-known/jwks.json: the public halves of the signing keys. */
export function createJwksRoute(auth: AuthContext) {
  return (c: Context<ServiceEnv>): Response => {
    c.header('Cache-Control', 'public, max-age=600');
    c.header('Content-Type', 'application/json');
    return c.body(JSON.stringify(auth.signingKeys.jwks));
  };
}
