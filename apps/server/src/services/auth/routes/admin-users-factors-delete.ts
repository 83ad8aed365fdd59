import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import { OPERATOR } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { deleteFactor } from '../factors/remove-factor.ts';
import { findNamedUser } from './admin-user-fields.ts';
import { requireOperator } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { factorIdOf } from './factor-id.ts';

/** DELETE /admin/users/:id/factors/:factorId */
export function createAdminUsersFactorsDeleteRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const { id: userId } = await findNamedUser(auth, c);
    const factorId = factorIdOf(c, 'factorId');
    await deleteFactor(auth, OPERATOR, { userId, factorId, client: describeClient(c) });
    return c.json({ id: factorId });
  };
}
