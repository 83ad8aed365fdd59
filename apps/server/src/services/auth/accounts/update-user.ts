import type { JsonObject } from '../../../platform/json.ts';
import { translateDuplicates } from '../database-errors.ts';
import type { Database } from '../../../platform/database/connection.ts';
import { phoneIdentityOf } from './create-user.ts';
import { refreshProviders } from './identities.ts';

/** Marks the address as confirmed and deletes links that would confirm it. */
export async function confirmEmail(sql: Database, userId: string, now: Date): Promise<void> {
  await sql`
    with u as (
      update auth.users set
        email_confirmed_at = coalesce(email_confirmed_at, ${now}), updated_at = ${now}
      where id = ${userId} returning id
    ), t as (
      delete from backend_auth.one_time_tokens
      where user_id = ${userId} and slot = 'confirmation'
    )
    update auth.identities i set
      identity_data = i.identity_data || '{"email_verified": true}', updated_at = ${now}
    from u where i.user_id = u.id and i.provider = 'email'`;
}

/** Marks the phone number as confirmed and deletes codes that would confirm it. */
export async function confirmPhone(sql: Database, userId: string, now: Date): Promise<void> {
  await sql`
    with u as (
      update auth.users set
        phone_confirmed_at = coalesce(phone_confirmed_at, ${now}), updated_at = ${now}
      where id = ${userId} returning id, phone
    ), t as (
      delete from backend_auth.one_time_tokens t using u
      where t.user_id = u.id and t.address = u.phone and t.slot = 'confirmation'
    )
    update auth.identities i set
      identity_data = i.identity_data || '{"phone_verified": true}', updated_at = ${now}
    from u where i.user_id = u.id and i.provider = 'phone'`;
}

/**
 * Sets a phone number on the user and as an identity. An anonymous account becomes a permanent one.
 *
 * @throws AuthError phone_exists
 */
export async function replacePhone(
  sql: Database,
  userId: string,
  phone: string,
  options: { isConfirmed: boolean; now: Date },
): Promise<void> {
  const { isConfirmed, now } = options;
  await translateDuplicates(
    () => sql`
      update auth.users set
        phone = ${phone}, is_anonymous = false, phone_change = '', phone_change_token = '',
        phone_confirmed_at = case when ${isConfirmed}::boolean then ${now}::timestamptz end,
        updated_at = ${now}
      where id = ${userId}`,
  );
  await sql`
    delete from backend_auth.one_time_tokens where user_id = ${userId} and slot = 'phone_change'`;
  const { data } = phoneIdentityOf(userId, phone, isConfirmed);
  await sql`
    insert into auth.identities as i (
      provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (${userId}, ${userId}, ${sql.json(data)}, 'phone', ${now}, ${now}, ${now})
    on conflict (provider_id, provider) do update set
      identity_data = i.identity_data || excluded.identity_data, updated_at = ${now}`;
  await refreshProviders(sql, userId);
}

/** Removes the password of an account whose address was never confirmed with it. */
export async function clearPassword(sql: Database, userId: string): Promise<void> {
  await sql`update auth.users set encrypted_password = '' where id = ${userId}`;
}

/**
 * Sets an address without a confirmation, on the user and on the email identity. An account without such an
 * identity gets one. An anonymous account becomes a permanent one.
 *
 * @throws AuthError email_exists
 */
export async function replaceEmail(
  sql: Database,
  userId: string,
  email: string,
  options: { isConfirmed: boolean; now: Date },
): Promise<void> {
  const { isConfirmed, now } = options;
  const identityData = { sub: userId, email, email_verified: isConfirmed, phone_verified: false };
  await translateDuplicates(
    () => sql`
      with u as (
        update auth.users set
          email = ${email}, is_anonymous = false,
          email_confirmed_at = case when ${isConfirmed}::boolean then ${now}::timestamptz
            else email_confirmed_at end,
          email_change = '', email_change_confirm_status = 0,
          raw_app_meta_data = case
            when raw_app_meta_data ? 'provider' then raw_app_meta_data
            else coalesce(raw_app_meta_data, '{}') || '{"provider":"email","providers":["email"]}'
          end,
          updated_at = ${now}
        where id = ${userId} returning id
      ), t as (
        delete from backend_auth.one_time_tokens
        where user_id = ${userId} and slot in ('email_change_new', 'email_change_current')
      )
      insert into auth.identities as i (
        provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
      )
      select u.id::text, u.id, ${sql.json(identityData)}, 'email', ${now}, ${now}, ${now} from u
      on conflict (provider_id, provider) do update set
        identity_data = i.identity_data || excluded.identity_data, updated_at = ${now}`,
  );
}

/** Merges metadata into a column. Members that are null are removed. */
export async function mergeMetadata(
  sql: Database,
  userId: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  changes: JsonObject,
  now: Date,
): Promise<void> {
  const removed = Object.keys(changes).filter((name) => changes[name] === null);
  const kept = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
  await sql`
    update auth.users set
      ${sql(column)} = (coalesce(${sql(column)}, '{}') || ${sql.json(kept)})
        - array(select jsonb_array_elements_text(${sql.json(removed)})),
      updated_at = ${now}
    where id = ${userId}`;
}

/**
 * Replaces the password. Pending links, codes and address changes are revoked, because an attacker can
 * have requested them.
 */
export async function replacePassword(
  sql: Database,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await sql`
    with u as (
      update auth.users set
        encrypted_password = ${passwordHash}, updated_at = ${now},
        email_change = '', email_change_confirm_status = 0, phone_change = ''
      where id = ${userId}
    )
    delete from backend_auth.one_time_tokens where user_id = ${userId}`;
}
