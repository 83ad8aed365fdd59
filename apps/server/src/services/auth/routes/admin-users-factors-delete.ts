import { deleteFactor } from '../factors/remove-factor.ts';
import { findNamedUser } from './admin-user-fields.ts';
import { describeClient } from './describe-client.ts';
import { pathIdOf } from './path-id.ts';
import type { Route } from './route.ts';

/** DELETE /admin/users/:id/factors/:factorId */
export const adminUsersFactorsDeleteRoute: Route = async (auth, c) => {
  const { id: userId } = await findNamedUser(auth, c);
  const factorId = pathIdOf(c, 'factorId', 'factor_id');
  await deleteFactor(auth, { userId, factorId, client: describeClient(c) });
  return c.json({ id: factorId });
};
