import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireUser } from './bearer.ts';
import { authErrors } from '../errors.ts';
import { endSessions, LOGOUT_SCOPES } from '../sessions/sessions.ts';

/** POST /logout?scope=global|local|others */
export function createLogoutRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const requested = c.req.query('scope') ?? 'global';
    const scope = LOGOUT_SCOPES.find((known) => known === requested);
    if (scope === undefined) {
      throw authErrors.validationFailed(`Unsupported logout scope "${requested}"`);
    }
    const { user, session } = await requireUser(auth, c);
    await endSessions(auth.sql, user.id, session?.id ?? null, scope);
    return c.body(null, 204);
  };
}
