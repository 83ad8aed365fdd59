import type { Address } from '../accounts/address.ts';
import type { Database } from '../database.ts';
import type { ClientDetails } from '../client-details.ts';

/** What is to be known before a password is looked at. All but the first two are null for an unknown address. */
interface PasswordHolder {
  /** Whose wrong passwords count together. */
  readonly failure_subject: Uint8Array;
  /** Until when nobody of that subject is let in. */
  readonly blocked_until: Date | null;
  readonly id: string | null;
  readonly email: string | null;
  /** Null or '': the account has no password. */
  readonly hash: string | null;
  readonly is_banned: boolean | null;
  readonly is_confirmed: boolean | null;
  /** The account was signed in to before, but never from this device. */
  readonly is_new_device: boolean | null;
}

/**
 * Who would sign in with a (normalized) address. A device that signed in before
 * has an allowance of its own, so that strangers cannot use up the owner's.
 */
export async function findPasswordHolder(
  sql: Database,
  { kind, value }: Address,
  client: ClientDetails,
  now: Date,
): Promise<PasswordHolder> {
  const [holder] = await sql<PasswordHolder[]>`
    with device as (
      select backend_auth.device_of(${client.userAgent}::text, ${client.ip}::inet) as hash
    ), account as (
      select u.id, u.email, u.encrypted_password as hash,
        coalesce(u.banned_until > ${now}, false) as is_banned,
        ${sql(`${kind}_confirmed_at`)} is not null as is_confirmed, known.has_this, known.has_any
      from auth.users u, device, lateral (
        select coalesce(bool_or(k.device = device.hash), false) as has_this, count(*) > 0 as has_any
        from backend_auth.known_devices k where k.user_id = u.id
      ) known
      where ${sql(`u.${kind}`)} = ${value} and u.is_sso_user = false and u.deleted_at is null
    ), subject as (
      select backend_auth.failure_subject(${value}::text,
        (select device.hash from device, account where account.has_this)) as hash
    )
    select subject.hash as failure_subject, f.blocked_until, account.id, account.email,
      account.hash, account.is_banned, account.is_confirmed,
      account.has_any and not account.has_this as is_new_device
    from subject
    left join account on true
    left join backend_auth.sign_in_failures f
      on f.subject = subject.hash and f.blocked_until > ${now}`;
  if (holder === undefined) throw new Error('Postgres did not answer about a password.');
  return holder;
}
