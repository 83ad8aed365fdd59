import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireOperator } from './bearer.ts';
import { viewUser } from '../accounts/user-view.ts';
import { findNamedUser } from './admin-user-fields.ts';

/** GET /admin/users/:id */
export function createAdminUsersGetRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    return c.json(viewUser(await findNamedUser(auth, c)));
  };
}
