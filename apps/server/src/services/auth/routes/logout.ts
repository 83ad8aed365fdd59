import { authErrors } from '../errors.ts';
import { logOut } from '../sessions/log-out.ts';
import { LOGOUT_SCOPES } from '../sessions/sessions.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import type { Route } from './route.ts';

/** POST /logout?scope=global|local|others */
export const logoutRoute: Route = async (auth, c) => {
  const requested = c.req.query('scope') ?? 'global';
  const scope = LOGOUT_SCOPES.find((known) => known === requested);
  if (scope === undefined) {
    throw authErrors.validationFailed(`Unsupported logout scope "${requested}"`);
  }
  await logOut(auth, await requireUser(auth, c), scope, describeClient(c));
  return c.body(null, 204);
};
