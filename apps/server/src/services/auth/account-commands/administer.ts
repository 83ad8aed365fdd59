import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../platform/json.ts';
import { OPERATOR, recordAction, type AuditAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { translateReferences, withErrorMessage } from '../database-errors.ts';
import { authErrors } from '../errors.ts';
import { sendNotice } from '../one-time-tokens/token-emails.ts';
import type { ClientDetails } from '../client-details.ts';
import { endSessions } from '../sessions/sessions.ts';
import { addIdentity } from '../accounts/identities.ts';
import { rejectSsoUser, userColumns, type UserRow } from '../accounts/user-row.ts';
import { insertUser, phoneIdentityOf, type NewUser } from '../accounts/create-user.ts';
import {
  confirmEmail,
  confirmPhone,
  mergeMetadata,
  replaceEmail,
  replacePassword,
  replacePhone,
} from '../accounts/update-user.ts';
import { findUserById, lockUser } from '../accounts/users.ts';

/** One page of all accounts, newest first. */
export async function listUsers(
  { sql }: AuthContext,
  page: number,
  pageSize: number,
): Promise<{ readonly users: readonly UserRow[]; readonly total: number }> {
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from auth.users where deleted_at is null`;
  const users = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where u.deleted_at is null
    order by u.created_at desc, u.id limit ${pageSize} offset ${(page - 1) * pageSize}`;
  return { users, total: counted?.total ?? 0 };
}

export async function createUser(
  auth: AuthContext,
  user: NewUser,
  client: ClientDetails,
): Promise<UserRow> {
  return auth.sql.begin(async (sql) => {
    const now = auth.clock.now();
    const created = await insertUser(sql, user, now);
    if (user.email !== null && created.phone !== null) {
      const isVerified = created.phone_confirmed_at !== null;
      await addIdentity(
        sql,
        created.id,
        phoneIdentityOf(created.id, created.phone, isVerified),
        now,
      );
    }
    const traits = { user_id: created.id };
    await recordAction(sql, { action: 'user_signedup', actor: OPERATOR, traits, client, now });
    return (await findUserById(sql, created.id)) ?? created;
  });
}

/** What an operator changes. A value that is undefined stays the same. */
interface OperatorChanges {
  readonly email: string | undefined;
  readonly confirmsEmail: boolean;
  readonly phone: string | undefined;
  readonly confirmsPhone: boolean;
  readonly passwordHash: string | undefined;
  readonly userMetadata: JsonObject | undefined;
  readonly appMetadata: JsonObject | undefined;
  readonly role: string | undefined;
  /** Null lifts a ban. */
  readonly bannedUntil: Date | null | undefined;
}

/**
 * Changes an account at once, without a confirmation by the user.
 *
 * @throws AuthError user_not_found, email_exists, phone_exists
 */
export async function changeUser(
  auth: AuthContext,
  userId: string,
  changes: OperatorChanges,
  client: ClientDetails,
): Promise<UserRow> {
  const { email, confirmsEmail, passwordHash, userMetadata, appMetadata } = changes;
  const { phone, confirmsPhone, role = null, bannedUntil } = changes;
  return withErrorMessage('Error updating user', () =>
    auth.sql.begin(async (sql) => {
      const now = auth.clock.now();
      const user = await lockUser(sql, userId);
      if (user === null) throw authErrors.userNotFound();
      const newEmail = email === user.email ? undefined : email;
      const newPhone = phone === user.phone ? undefined : phone;
      if (passwordHash !== undefined || newEmail !== undefined || newPhone !== undefined) {
        rejectSsoUser(user, 'Updating email, phone or password');
      }
      const acts: AuditAction[] = ['user_modified'];
      const byOperator = { now, client: null };
      if (passwordHash !== undefined) {
        await replacePassword(sql, userId, passwordHash, now);
        await endSessions(sql, userId, null, 'global');
        await sendNotice(auth, sql, 'password_changed', user, byOperator);
        acts.push('user_updated_password');
      }
      if (newEmail !== undefined) {
        await replaceEmail(sql, userId, newEmail, { isConfirmed: confirmsEmail, now });
        const change = { from: user.email, to: newEmail };
        await sendNotice(auth, sql, 'email_changed', user, { ...byOperator, change });
        acts.push('user_email_changed');
      }
      if (newPhone !== undefined) {
        await replacePhone(sql, userId, newPhone, { isConfirmed: confirmsPhone, now });
        await sendNotice(auth, sql, 'phone_changed', user, byOperator);
        acts.push('user_phone_changed');
      }
      if (confirmsPhone) await confirmPhone(sql, userId, now);
      if (confirmsEmail) await confirmEmail(sql, userId, now);
      if (userMetadata) {
        await mergeMetadata(sql, userId, 'raw_user_meta_data', userMetadata, now);
      }
      if (appMetadata) await mergeMetadata(sql, userId, 'raw_app_meta_data', appMetadata, now);
      if (role !== null || bannedUntil !== undefined) {
        await sql`
          update auth.users set
            role = coalesce(${role}, role),
            banned_until = case when ${bannedUntil !== undefined}::boolean
              then ${bannedUntil ?? null}::timestamptz else banned_until end,
            updated_at = ${now}
          where id = ${userId}`;
      }
      const traits = { user_id: userId };
      for (const action of acts) {
        await recordAction(sql, { action, actor: OPERATOR, traits, client, now });
      }
      return (await findUserById(sql, userId)) ?? user;
    }),
  );
}

/**
 * Deletes an account. A soft deletion keeps the row for references to it, without personal data. The value
 * that replaces the address is not derived from it.
 *
 * @throws AuthError user_not_found, conflict
 */
export async function deleteUser(
  auth: AuthContext,
  userId: string,
  isSoft: boolean,
  client: ClientDetails,
): Promise<void> {
  const now = auth.clock.now();
  const remove = () =>
    auth.sql.begin(async (sql) => {
      const user = await lockUser(sql, userId);
      if (user === null) throw authErrors.userNotFound();
      await sql`
        delete from backend_auth.sign_in_failures f
        where f.subject = backend_auth.failure_subject(${user.email}::text, null)
          or f.subject in (
            select backend_auth.failure_subject(${user.email}::text, device)
            from backend_auth.known_devices where user_id = ${userId}
          )`;
      await sql`delete from auth.flow_state where user_id = ${userId}`;
      if (isSoft) {
        await sql`
          update auth.users set
            email = ${`deleted-${randomUUID()}`}, phone = null, encrypted_password = '',
            email_change = '', phone_change = '', confirmation_token = '', recovery_token = '',
            email_change_token_new = '', email_change_token_current = '',
            reauthentication_token = '', phone_change_token = '', email_change_confirm_status = 0,
            raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = ${now},
            updated_at = ${now}
          where id = ${userId}`;
        await sql`delete from auth.identities where user_id = ${userId}`;
        await sql`delete from auth.mfa_factors where user_id = ${userId}`;
        await sql`delete from backend_auth.one_time_tokens where user_id = ${userId}`;
        await sql`delete from backend_auth.passkeys where user_id = ${userId}`;
        await sql`delete from backend_auth.outbox where user_id = ${userId}`;
        await sql`delete from backend_auth.known_devices where user_id = ${userId}`;
        await endSessions(sql, userId, null, 'global');
      } else {
        await sql`delete from auth.users where id = ${userId}`;
      }
      await sql`select backend_auth.forget_audit_names(${userId})`;
      const traits = { user_id: userId, soft: isSoft };
      await recordAction(sql, { action: 'user_deleted', actor: OPERATOR, traits, client, now });
    });
  await withErrorMessage('Database error deleting user', () => translateReferences(remove));
}
