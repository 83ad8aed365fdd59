import { createUser } from '../account-commands/administer.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { viewUser } from '../accounts/user-view.ts';
import { authErrors } from '../errors.ts';
import { adminUserSchema, hashGivenPassword, parseBan } from './admin-user-fields.ts';
import { describeClient } from './describe-client.ts';
import { readBody } from './request-body.ts';
import type { Route } from './route.ts';
import { phoneOf } from './text-channel.ts';

/** POST /admin/users */
export const adminUsersCreateRoute: Route = async (auth, c) => {
  const fields = await readBody(c, adminUserSchema);
  if (fields.email === undefined && fields.phone === undefined) {
    throw authErrors.validationFailed('Cannot create a user without either an email or phone');
  }
  const given = {
    email: fields.email === undefined ? null : parseEmail(fields.email),
    phone: fields.phone === undefined ? null : phoneOf(auth, fields.phone),
    passwordHash: (await hashGivenPassword(auth, fields)) ?? null,
    userMetadata: fields.user_metadata ?? {},
    appMetadata: fields.app_metadata ?? {},
    isConfirmed: fields.email === undefined ? fields.phone_confirm : fields.email_confirm,
    isPhoneConfirmed: fields.phone_confirm,
    bannedUntil: parseBan(fields.ban_duration, auth.clock.now()) ?? null,
    role: fields.role,
    id: fields.id ?? undefined,
  };
  return c.json(viewUser(await createUser(auth, given, describeClient(c))));
};
