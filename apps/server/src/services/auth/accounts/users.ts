import type { Query, Database } from '../../../platform/database/connection.ts';
import { authErrors } from '../errors.ts';
import { userColumns, type UserRow } from './user-row.ts';

export const AUDIENCE = 'authenticated';

async function findUser(sql: Database, condition: Query): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where ${condition} and u.deleted_at is null`;
  return user ?? null;
}

export function findUserByEmail(sql: Database, email: string): Promise<UserRow | null> {
  return findUser(sql, sql`u.email = ${email} and u.is_sso_user = false`);
}

/** @param phone without the leading plus */
export function findUserByPhone(sql: Database, phone: string): Promise<UserRow | null> {
  return findUser(sql, sql`u.phone = ${phone} and u.is_sso_user = false`);
}

export function findUserById(sql: Database, userId: string): Promise<UserRow | null> {
  return findUser(sql, sql`u.id = ${userId}`);
}

/** Locks the account until the transaction ends. */
export async function lockUser(sql: Database, userId: string): Promise<UserRow | null> {
  const locked = await sql`
    select 1 from auth.users where id = ${userId} and deleted_at is null for update`;
  // Read after the lock, so that it contains the changes of an earlier holder of the lock.
  return locked.length === 0 ? null : findUserById(sql, userId);
}

/**
 * Locks the account that a token or an identity names.
 *
 * @throws AuthError user_not_found when it was deleted
 */
export async function lockOwnAccount(sql: Database, userId: string): Promise<UserRow> {
  const user = await lockUser(sql, userId);
  if (user === null) throw authErrors.userOfTokenNotFound();
  return user;
}
