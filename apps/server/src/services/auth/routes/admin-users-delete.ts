import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import { deleteUser } from '../accounts/administer.ts';
import type { AuthContext } from '../auth-context.ts';
import { findNamedUser } from './admin-user-fields.ts';
import { requireOperator } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { optionalFlag, readBody } from './request-body.ts';

const bodySchema = z.object({ should_soft_delete: optionalFlag });

/** DELETE /admin/users/:id */
export function createAdminUsersDeleteRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const { id } = await findNamedUser(auth, c);
    const { should_soft_delete: isSoft } = await readBody(c, bodySchema);
    await deleteUser(auth, id, isSoft, describeClient(c));
    return c.json({});
  };
}
