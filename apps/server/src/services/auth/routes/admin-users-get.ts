import { viewUser } from '../accounts/user-view.ts';
import { findNamedUser } from './admin-user-fields.ts';
import type { Route } from './route.ts';

/** GET /admin/users/:id */
export const adminUsersGetRoute: Route = async (auth, c) => {
  return c.json(viewUser(await findNamedUser(auth, c)));
};
