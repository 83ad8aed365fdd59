import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { logOut } from '../sessions/log-out.ts';
import { LOGOUT_SCOPES } from '../sessions/sessions.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';

/** POST /logout?scope=global|local|others */
export function createLogoutRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const requested = c.req.query('scope') ?? 'global';
    const scope = LOGOUT_SCOPES.find((known) => known === requested);
    if (scope === undefined) {
      throw authErrors.validationFailed(`Unsupported logout scope "${requested}"`);
    }
    await logOut(auth, await requireUser(auth, c), scope, describeClient(c));
    return c.body(null, 204);
  };
}
