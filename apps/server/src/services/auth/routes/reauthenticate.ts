import { requestNonce } from '../account-commands/update-own-account.ts';
import { requireUser } from './bearer.ts';
import { linkOptionsOf } from './link-options.ts';
import type { Route } from './route.ts';

/** GET /reauthenticate: mails the nonce for PUT /user. */
export const reauthenticateRoute: Route = async (auth, c) => {
  const { user } = await requireUser(auth, c);
  await requestNonce(auth, user, linkOptionsOf(auth, c));
  return c.json({});
};
