import { z } from 'zod';
import { parseEmail } from '../accounts/email-address.ts';
import { invite } from '../account-commands/invite-user.ts';
import { viewUser } from '../accounts/user-view.ts';
import { linkOptionsOf } from './link-options.ts';
import { metadataField, optionalText, readBody } from './request-body.ts';
import type { Route } from './route.ts';

const bodySchema = z.object({ email: optionalText, data: metadataField });

/** POST /invite */
export const inviteRoute: Route = async (auth, c) => {
  const body = await readBody(c, bodySchema);
  const account = { email: parseEmail(body.email ?? ''), data: body.data ?? {} };
  return c.json(viewUser(await invite(auth, account, linkOptionsOf(auth, c))));
};
