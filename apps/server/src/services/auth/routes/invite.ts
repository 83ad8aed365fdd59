import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireOperator } from '../bearer.ts';
import { parseEmail } from '../email-address.ts';
import { requestInvitation } from '../email-confirmation.ts';
import { authErrors } from '../errors.ts';
import { findOrInsertUnconfirmed, markInvited } from '../link-accounts.ts';
import { metadataField, optionalText, readBody } from '../request-body.ts';
import { viewUser } from '../user-view.ts';
import { findUserById } from '../users.ts';

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
    await requestInvitation(auth, c, user);
    await markInvited(auth, user.id);
    const invited = await findUserById(auth.sql, user.id);
    if (invited === null) throw authErrors.userNotFound();
    return c.json(viewUser(invited));
  };
}
