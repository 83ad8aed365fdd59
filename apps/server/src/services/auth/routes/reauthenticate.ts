import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import { requestNonce } from '../accounts/update-own-account.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireUser } from './bearer.ts';
import { linkOptionsOf } from './link-options.ts';

/** GET /reauthenticate: mails the nonce that PUT /user takes. */
export function createReauthenticateRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const { user } = await requireUser(auth, c);
    await requestNonce(auth, user, linkOptionsOf(auth, c));
    return c.json({});
  };
}
