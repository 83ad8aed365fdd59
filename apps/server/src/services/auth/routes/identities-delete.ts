import { z } from 'zod';
import { authErrors } from '../errors.ts';
import { unlinkIdentity } from '../providers/link-identity.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import type { Route } from './route.ts';

const identityId = z.guid();

/** DELETE /user/identities/:id */
export const identitiesDeleteRoute: Route = async (auth, c) => {
  const signedIn = await requireUser(auth, c);
  const id = identityId.safeParse(c.req.param('id'));
  if (auth.config.manualLinking && !id.success) throw authErrors.identityNotFound();
  await unlinkIdentity(auth, signedIn, id.data ?? '', describeClient(c));
  return c.json({});
};
