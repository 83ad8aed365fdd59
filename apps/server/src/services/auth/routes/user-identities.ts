import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { requireUser } from './bearer.ts';

/** GET /user/identities/authorize and DELETE /user/identities/:id: linking by hand is off. */
export function createUserIdentitiesRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireUser(auth, c);
    throw authErrors.manualLinkingDisabled();
  };
}
