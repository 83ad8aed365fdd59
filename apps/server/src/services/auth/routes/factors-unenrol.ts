import { unenrolFactor } from '../factors/remove-factor.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { pathIdOf } from './path-id.ts';
import type { Route } from './route.ts';

/** DELETE /factors/:id */
export const factorsUnenrolRoute: Route = async (auth, c) => {
  const signedIn = await requireUser(auth, c);
  const id = pathIdOf(c, 'id', 'factor_id');
  await unenrolFactor(auth, signedIn, id, describeClient(c));
  return c.json({ id });
};
