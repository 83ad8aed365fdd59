import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireUser } from './bearer.ts';
import { viewUser } from '../accounts/user-view.ts';

/** GET /user */
export function createUserGetRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const { user } = await requireUser(auth, c);
    return c.json(viewUser(user));
  };
}
