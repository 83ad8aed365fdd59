import type { Database } from '../database.ts';

/** What is to be known of an account before its password is looked at. */
export interface PasswordHolder {
  readonly id: string;
  /** Null or '': the account has no password. */
  readonly hash: string | null;
  readonly is_banned: boolean;
  readonly is_confirmed: boolean;
}

/** Who would sign in with a (normalized) address. */
export async function findPasswordHolder(
  sql: Database,
  email: string,
  now: Date,
): Promise<PasswordHolder | null> {
  const [holder] = await sql<PasswordHolder[]>`
    select u.id, u.encrypted_password as hash, coalesce(u.banned_until > ${now}, false) as is_banned,
      u.email_confirmed_at is not null as is_confirmed
    from auth.users u
    where u.email = ${email} and u.is_sso_user = false and u.deleted_at is null`;
  return holder ?? null;
}
