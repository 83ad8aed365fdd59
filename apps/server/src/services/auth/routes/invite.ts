import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireOperator } from './bearer.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { requestInvitation } from '../one-time-tokens/email-confirmation.ts';
import { authErrors } from '../errors.ts';
import { linkRequestOf } from './link-request.ts';
import { findOrInsertUnconfirmed, markInvited } from '../accounts/link-accounts.ts';
import { metadataField, optionalText, readBody } from './request-body.ts';
import { viewUser } from '../accounts/user-view.ts';
import { findUserById } from '../accounts/users.ts';

const bodySchema = z.object({ email: optionalText, data: metadataField });

/** POST /invite: opens an account for somebody and mails them a link to it. */
export function createInviteRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const body = await readBody(c, bodySchema);
    const user = await findOrInsertUnconfirmed(auth, {
      email: parseEmail(body.email ?? ''),
      passwordHash: null,
      data: body.data ?? {},
    });
    await requestInvitation(auth, user, linkRequestOf(auth, c, null));
    await markInvited(auth, user.id);
    const invited = await findUserById(auth.sql, user.id);
    if (invited === null) throw authErrors.userNotFound();
    return c.json(viewUser(invited));
  };
}
