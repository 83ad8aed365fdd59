import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireOperator } from './bearer.ts';
import { withFailureMessage } from '../database-errors.ts';
import { parseEmail } from '../accounts/email-address.ts';
import { authErrors } from '../errors.ts';
import { readBody } from './request-body.ts';
import { endSessions } from '../sessions/sessions.ts';
import { viewUser } from '../accounts/user-view.ts';
import {
  confirmEmail,
  findUserById,
  mergeMetadata,
  replaceEmail,
  replacePassword,
} from '../accounts/users.ts';
import {
  adminUserSchema,
  findNamedUser,
  hashGivenPassword,
  parseBan,
} from './admin-user-fields.ts';

/** PUT /admin/users/:id: what is given takes effect at once, without asking the user. */
export function createAdminUsersUpdateRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const user = await findNamedUser(auth, c);
    const fields = await readBody(c, adminUserSchema);
    if (fields.phone !== undefined) throw authErrors.phoneDisabled();
    const email = fields.email === undefined ? null : parseEmail(fields.email);
    const now = auth.clock.now();
    const bannedUntil = parseBan(fields.ban_duration, now);
    const passwordHash = await hashGivenPassword(auth, fields);

    await withFailureMessage('Error updating user', () =>
      auth.sql.begin(async (sql) => {
        if (email !== null && email !== user.email) {
          await replaceEmail(sql, user.id, email, { isConfirmed: fields.email_confirm, now });
        }
        if (fields.email_confirm) await confirmEmail(sql, user.id, now);
        if (passwordHash !== undefined) {
          await replacePassword(sql, user.id, passwordHash, now);
          await endSessions(sql, user.id, null, 'global');
        }
        if (fields.user_metadata) {
          await mergeMetadata(sql, user.id, 'raw_user_meta_data', fields.user_metadata, now);
        }
        if (fields.app_metadata) {
          await mergeMetadata(sql, user.id, 'raw_app_meta_data', fields.app_metadata, now);
        }
        if (fields.role !== undefined || bannedUntil !== undefined) {
          await sql`
            update auth.users set
              role = coalesce(${fields.role ?? null}, role),
              banned_until = case when ${bannedUntil !== undefined}::boolean
                then ${bannedUntil ?? null}::timestamptz else banned_until end,
              updated_at = ${now}
            where id = ${user.id}`;
        }
      }),
    );
    const updated = await findUserById(auth.sql, user.id);
    if (updated === null) throw authErrors.userNotFound();
    return c.json(viewUser(updated));
  };
}
