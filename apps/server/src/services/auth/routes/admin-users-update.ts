import { changeUser } from '../account-commands/administer.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { viewUser } from '../accounts/user-view.ts';
import {
  adminUserSchema,
  findNamedUser,
  hashGivenPassword,
  parseBan,
} from './admin-user-fields.ts';
import { describeClient } from './describe-client.ts';
import { readBody } from './request-body.ts';
import type { Route } from './route.ts';
import { phoneOf } from './text-channel.ts';

/** PUT /admin/users/:id */
export const adminUsersUpdateRoute: Route = async (auth, c) => {
  const { id } = await findNamedUser(auth, c);
  const fields = await readBody(c, adminUserSchema);
  const bannedUntil = parseBan(fields.ban_duration, auth.clock.now());
  const changes = {
    confirmsEmail: fields.email_confirm,
    confirmsPhone: fields.phone_confirm,
    phone: fields.phone === undefined ? undefined : phoneOf(auth, fields.phone),
    email: fields.email === undefined ? undefined : parseEmail(fields.email),
    userMetadata: fields.user_metadata ?? undefined,
    appMetadata: fields.app_metadata ?? undefined,
    role: fields.role,
    bannedUntil,
    passwordHash: await hashGivenPassword(auth, fields),
  };
  return c.json(viewUser(await changeUser(auth, id, changes, describeClient(c))));
};
