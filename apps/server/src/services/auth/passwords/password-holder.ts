import type { Address } from '../accounts/address.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { Database } from '../../../platform/database/connection.ts';
import type { ClientDetails } from '../client-details.ts';

/**
 * Data that is read before a password is verified. All members but the first two are null for an unknown
 * address.
 */
interface PasswordHolder {
  /** The key under which wrong passwords are counted. */
  readonly failure_subject: Uint8Array;
  /** The end of the block of this key. */
  readonly blocked_until: Date | null;
  readonly id: string | null;
  readonly email: string | null;
  readonly raw_user_meta_data: JsonObject | null;
  /** Null or '' when the account has no password. */
  readonly hash: string | null;
  readonly is_banned: boolean | null;
  readonly is_confirmed: boolean | null;
  /** Whether the account was used before, but never on this device. */
  readonly is_new_device: boolean | null;
}

/**
 * The account of a normalized address. A known device has its own allowance, so that strangers cannot use up
 * the owner's.
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
      select u.id, u.email, u.raw_user_meta_data, u.encrypted_password as hash,
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
      account.raw_user_meta_data, account.hash, account.is_banned, account.is_confirmed,
      account.has_any and not account.has_this as is_new_device
    from subject
    left join account on true
    left join backend_auth.sign_in_failures f
      on f.subject = subject.hash and f.blocked_until > ${now}`;
  if (holder === undefined) throw new Error('Postgres returned no row for a password.');
  return holder;
}
