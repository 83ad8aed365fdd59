import { changeUser } from '../accounts/administer.ts';
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
    ...(fields.phone === undefined ? {} : { phone: phoneOf(auth, fields.phone) }),
    ...(fields.email === undefined ? {} : { email: parseEmail(fields.email) }),
    ...(fields.user_metadata ? { userMetadata: fields.user_metadata } : {}),
    ...(fields.app_metadata ? { appMetadata: fields.app_metadata } : {}),
    ...(fields.role === undefined ? {} : { role: fields.role }),
    ...(bannedUntil === undefined ? {} : { bannedUntil }),
  };
  const passwordHash = await hashGivenPassword(auth, fields);
  const user = await changeUser(
    auth,
    id,
    { ...changes, ...(passwordHash === undefined ? {} : { passwordHash }) },
    describeClient(c),
  );
  return c.json(viewUser(user));
};
