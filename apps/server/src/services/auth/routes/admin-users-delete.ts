import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireOperator } from './bearer.ts';
import { withFailureMessage } from '../database-errors.ts';
import { optionalFlag, readBody } from './request-body.ts';
import { endSessions } from '../sessions/sessions.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { findNamedUser } from './admin-user-fields.ts';

const bodySchema = z.object({ should_soft_delete: optionalFlag });

/** Keeps the row, for what refers to it, but nothing that says whose it was. */
async function softDelete(auth: AuthContext, user: UserRow): Promise<void> {
  const now = auth.clock.now();
  const alias = createHash('sha256')
    .update(`${user.id}${user.email ?? ''}`)
    .digest('hex');
  await auth.sql.begin(async (sql) => {
    await sql`
      update auth.users set
        email = ${alias}, phone = null, encrypted_password = '', email_change = '',
        phone_change = '', confirmation_token = '', recovery_token = '',
        email_change_token_new = '', email_change_token_current = '', reauthentication_token = '',
        raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = ${now},
        updated_at = ${now}
      where id = ${user.id}`;
    await sql`delete from auth.identities where user_id = ${user.id}`;
    await sql`delete from auth.mfa_factors where user_id = ${user.id}`;
    await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
    await endSessions(sql, user.id, null, 'global');
  });
}

/** DELETE /admin/users/:id */
export function createAdminUsersDeleteRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const user = await findNamedUser(auth, c);
    const { should_soft_delete: isSoft } = await readBody(c, bodySchema);
    await withFailureMessage('Database error deleting user', async () => {
      if (isSoft) await softDelete(auth, user);
      else await auth.sql`delete from auth.users where id = ${user.id}`;
    });
    return c.json({});
  };
}
