import type { Route } from './route.ts';

/** GET /.well-known/jwks.json: the public halves of the signing keys. */
export const jwksRoute: Route = (auth, c) => {
  c.header('Cache-Control', 'public, max-age=600');
  c.header('Content-Type', 'application/json');
  return c.body(JSON.stringify(auth.signingKeys.jwks));
};
