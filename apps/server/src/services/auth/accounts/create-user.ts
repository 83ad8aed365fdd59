import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../platform/json.ts';
import { translateDuplicates, withErrorMessage } from '../database-errors.ts';
import type { Database } from '../../../platform/database/connection.ts';
import type { NewIdentity } from './identities.ts';
import type { UserRow } from './user-row.ts';
import { AUDIENCE, findUserById } from './users.ts';

/** The instance id of every row in a project with one tenant. */
const INSTANCE_ID = '00000000-0000-0000-0000-000000000000';

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
    if (inserted === null) throw new Error('auth: the new user was not found after the insert');
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
