import { requireUser } from './bearer.ts';
import { viewUser } from '../accounts/user-view.ts';
import type { Route } from './route.ts';

/** GET /user */
export const userGetRoute: Route = async (auth, c) => {
  const { user } = await requireUser(auth, c);
  return c.json(viewUser(user));
};
