import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { JsonObject } from '../../../platform/json.ts';
import type { Database } from '../database.ts';
import { translateDuplicates, withErrorMessage } from '../database-errors.ts';
import { authErrors } from '../errors.ts';
import { refreshProviders, type NewIdentity } from './identities.ts';
import { userColumns, type UserRow } from './user-row.ts';

/** The instance id of every row in a project with one tenant. */
const INSTANCE_ID = '00000000-0000-0000-0000-000000000000';
export const AUDIENCE = 'authenticated';

async function findUser(sql: Database, condition: postgres.Fragment): Promise<UserRow | null> {
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

export interface NewUser {
  readonly id?: string | undefined;
  /** Normalized. A user without email and phone is anonymous. */
  readonly email: string | null;
  readonly phone?: string | null;
  /** Null when the account has no password. */
  readonly passwordHash: string | null;
  readonly userMetadata: JsonObject;
  readonly appMetadata?: JsonObject;
  /** The confirmation time of the email address, or of the phone without one. */
  readonly isConfirmed: boolean;
  /** The confirmation time of the phone, when there is an email address, too. */
  readonly isPhoneConfirmed?: boolean;
  /** False when the address counts as confirmed although no mail was read. */
  readonly isVerified?: boolean;
  /** Whether only an organisation signs users in to the account. */
  readonly isSsoUser?: boolean;
  readonly role?: string | undefined;
  readonly bannedUntil?: Date | null;
  readonly invitedAt?: Date | null;
  /** By default, the email address or the phone. */
  readonly identity?: NewIdentity;
}

function isPhoneConfirmed({ email, phone = null, ...user }: NewUser): boolean {
  if (phone === null) return false;
  return email === null ? user.isConfirmed : (user.isPhoneConfirmed ?? false);
}

function identityOf(id: string, user: NewUser): NewIdentity | null {
  if (user.identity !== undefined) return user.identity;
  if (user.email === null) {
    const { phone = null } = user;
    return phone === null ? null : phoneIdentityOf(id, phone, user.isConfirmed);
  }
  const data = {
    sub: id,
    email: user.email,
    email_verified: user.isVerified ?? user.isConfirmed,
    phone_verified: false,
  };
  return { provider: 'email', providerId: id, data };
}

export function phoneIdentityOf(userId: string, phone: string, isVerified: boolean): NewIdentity {
  const data = { sub: userId, phone, email_verified: false, phone_verified: isVerified };
  return { provider: 'phone', providerId: userId, data };
}

/**
 * Adds an account with the identity that it signs in with.
 *
 * @throws AuthError email_exists, phone_exists, validation_failed with the message of a trigger
 */
export async function insertUser(sql: Database, user: NewUser, now: Date): Promise<UserRow> {
  const id = user.id ?? randomUUID();
  const identity = identityOf(id, user);
  const provider = identity?.provider ?? '';
  const appMetadata =
    identity === null
      ? { ...user.appMetadata }
      : { provider, providers: [provider], ...user.appMetadata };
  return withErrorMessage('Database error saving new user', async () => {
    await translateDuplicates(
      () => sql`
        with u as (
          insert into auth.users (
            instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
            phone_confirmed_at, invited_at,
            confirmation_token, recovery_token, email_change, email_change_token_new,
            raw_app_meta_data, raw_user_meta_data, banned_until, is_anonymous,
            is_sso_user, created_at, updated_at
          ) values (
            ${INSTANCE_ID}, ${id}, ${AUDIENCE}, ${user.role ?? AUDIENCE}, ${user.email},
            ${user.phone ?? null},
            ${user.passwordHash ?? ''}, ${user.email !== null && user.isConfirmed ? now : null},
            ${isPhoneConfirmed(user) ? now : null},
            ${user.invitedAt ?? null}, '', '', '', '',
            ${sql.json(appMetadata)}, ${sql.json(user.userMetadata)},
            ${user.bannedUntil ?? null}, ${identity === null}, ${user.isSsoUser ?? false},
            ${now}, ${now}
          ) returning id
        )
        insert into auth.identities (
          provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
        )
        select ${identity?.providerId ?? ''}, u.id, ${sql.json(identity?.data ?? {})},
          ${provider}, ${now}, ${now}, ${now}
        from u where ${identity !== null}::boolean`,
    );
    // Read again, because a trigger can have changed the row.
    const inserted = await findUserById(sql, id);
    if (inserted === null) throw new Error('A new user was gone at once.');
    return inserted;
  });
}

/**
 * Resets an unconfirmed account for a new sign-up. Its password, data, pending links and product rows are
 * removed. Settings of an operator, such as a ban, stay.
 *
 * @returns null when it was confirmed in the meantime
 */
export async function replaceUnconfirmed(
  sql: Database,
  userId: string,
  given: Pick<NewUser, 'email' | 'phone' | 'passwordHash' | 'userMetadata' | 'identity'> &
    Partial<Pick<NewUser, 'isConfirmed'>>,
  now: Date,
): Promise<UserRow | null> {
  const [old] = await sql<
    Pick<UserRow, 'role' | 'raw_app_meta_data' | 'banned_until' | 'invited_at'>[]
  >`
    delete from auth.users where id = ${userId} and confirmed_at is null
    returning role, raw_app_meta_data, banned_until, invited_at`;
  if (old === undefined) return null;
  const provider = given.identity?.provider;
  const kept = {
    id: userId,
    role: old.role ?? AUDIENCE,
    appMetadata: {
      ...old.raw_app_meta_data,
      // The account now belongs to this identity, not to the one that opened it.
      ...(provider === undefined ? {} : { provider, providers: [provider] }),
    },
    bannedUntil: old.banned_until,
    invitedAt: old.invited_at,
  };
  return insertUser(sql, { isConfirmed: false, ...given, ...kept }, now);
}

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
