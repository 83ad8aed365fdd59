import { viewFactor } from '../accounts/user-view.ts';
import { findNamedUser } from './admin-user-fields.ts';
import type { Route } from './route.ts';

/** GET /admin/users/:id/factors */
export const adminUsersFactorsRoute: Route = async (auth, c) => {
  const { factors } = await findNamedUser(auth, c);
  return c.json(factors.map(viewFactor));
};
