import type { WirePool } from '../../platform/database/wire/wire-pool.ts';

/** What is to be known of an account before its password is looked at. */
export interface PasswordHolder {
  readonly userId: string;
  /** Null or '': the account has no password. */
  readonly hash: string | null;
  readonly isBanned: boolean;
  readonly isEmailConfirmed: boolean;
}

const FIND_PASSWORD_HOLDER = `
  select u.id, u.encrypted_password, coalesce(u.banned_until > $2, false),
    u.email_confirmed_at is not null
  from auth.users u
  where u.email = $1 and u.is_sso_user = false and u.deleted_at is null`;

/** Who would sign in with a (normalized) address. */
export async function findPasswordHolder(
  wire: WirePool,
  email: string,
  now: Date,
): Promise<PasswordHolder | null> {
  const statement = { text: FIND_PASSWORD_HOLDER, parameters: [email, now.toISOString()] };
  const [rows] = await wire.run([statement], { repeatable: true });
  const cells = rows?.[0]?.map((cell) => cell?.toString('utf8') ?? null);
  if (cells === undefined) return null;
  const [userId, hash = null, banned, confirmed] = cells;
  return {
    userId: userId ?? '',
    hash,
    isBanned: banned === 't',
    isEmailConfirmed: confirmed === 't',
  };
}
