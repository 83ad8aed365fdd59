import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { invite } from '../accounts/invite.ts';
import { viewUser } from '../accounts/user-view.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireOperator } from './bearer.ts';
import { linkOptionsOf } from './link-options.ts';
import { metadataField, optionalText, readBody } from './request-body.ts';

const bodySchema = z.object({ email: optionalText, data: metadataField });

/** POST /invite */
export function createInviteRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const body = await readBody(c, bodySchema);
    const account = { email: parseEmail(body.email ?? ''), data: body.data ?? {} };
    return c.json(viewUser(await invite(auth, account, linkOptionsOf(auth, c))));
  };
}
