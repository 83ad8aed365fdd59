import type { Database } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import { ssoErrors } from '../sso-errors.ts';

export interface IdentityRow {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: JsonObject;
  readonly provider: string;
  readonly last_sign_in_at: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly email: string | null;
}

export interface FactorRow {
  readonly id: string;
  readonly friendly_name: string | null;
  readonly factor_type: 'totp' | 'phone' | 'webauthn';
  readonly status: 'verified' | 'unverified';
  readonly created_at: string;
  readonly updated_at: string;
  readonly phone: string | null;
}

/** A row of auth.users with its related rows, as `userColumns` selects it. */
export interface UserRow {
  readonly id: string;
  readonly aud: string | null;
  readonly role: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly phone_confirmed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string | null;
  readonly email_change_confirm_status: number | null;
  readonly email_change_sent_at: Date | null;
  readonly phone_change: string | null;
  readonly phone_change_sent_at: Date | null;
  readonly reauthentication_sent_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: JsonObject | null;
  readonly raw_user_meta_data: JsonObject | null;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
  readonly banned_until: Date | null;
  readonly is_sso_user: boolean;
  readonly is_anonymous: boolean;
  readonly identities: readonly IdentityRow[];
  readonly factors: readonly FactorRow[];
}

/** A table's rows that belong to the user, oldest first, as one JSON array. */
function rowsOfUser(table: string, columns: string): string {
  return `array_to_json(array(
    select row_to_json(r) from (
      select ${columns} from ${table} where user_id = u.id order by created_at, id
    ) r))`;
}

const IDENTITY_COLUMNS =
  'id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email';
/** All columns without secrets. */
const FACTOR_COLUMNS = 'id, friendly_name, factor_type, status, created_at, updated_at, phone';

const USER_COLUMNS = `
  u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at,
  u.phone_confirmed_at, u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at,
  u.email_change, u.email_change_confirm_status, u.email_change_sent_at, u.phone_change,
  u.phone_change_sent_at, u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data,
  u.raw_user_meta_data, u.created_at, u.updated_at, u.banned_until, u.is_sso_user, u.is_anonymous,
  ${rowsOfUser('auth.identities', IDENTITY_COLUMNS)} as identities,
  ${rowsOfUser('auth.mfa_factors', FACTOR_COLUMNS)} as factors`;

/** The columns of a `UserRow`. In the statement, `u` is auth.users or rows of its type. */
export function userColumns(sql: Database) {
  return sql.unsafe(USER_COLUMNS);
}

export function isEmailConfirmed(user: UserRow): boolean {
  return user.email_confirmed_at !== null;
}

/** Whether mail to the account's address reaches its owner, by a confirmation here or at a provider. */
export function isEmailVerified(user: UserRow): boolean {
  return (
    isEmailConfirmed(user) &&
    user.identities.some(
      ({ email, identity_data: data }) => email === user.email && data.email_verified === true,
    )
  );
}

/**
 * Rejects a change that lets a removed user of the organisation sign in, or that separates the account from
 * the organisation.
 *
 * @throws AuthError user_sso_managed
 */
export function rejectSsoUser(user: Pick<UserRow, 'is_sso_user'>, what: string): void {
  if (user.is_sso_user) throw ssoErrors.ssoManaged(what);
}

export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}

/** The name of the account in apps and on devices. */
export function labelOf({ id, email, phone }: Pick<UserRow, 'id' | 'email' | 'phone'>): string {
  return [email, phone].find((each) => each !== null && each !== '') ?? id;
}

export function hasVerifiedFactor(user: UserRow): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}
