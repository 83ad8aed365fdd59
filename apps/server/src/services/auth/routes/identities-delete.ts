import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { unlinkIdentity } from '../providers/link-identity.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';

const identityId = z.guid();

/** DELETE /user/identities/:id */
export function createIdentitiesDeleteRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const signedIn = await requireUser(auth, c);
    const id = identityId.safeParse(c.req.param('id'));
    if (auth.config.manualLinking && !id.success) throw authErrors.identityNotFound();
    await unlinkIdentity(auth, signedIn, id.data ?? '', describeClient(c));
    return c.json({});
  };
}
