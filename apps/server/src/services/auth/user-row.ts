import type { JsonObject } from '../../platform/json.ts';

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

/** A row of auth.users with what belongs to it, as `USER_COLUMNS` selects it. */
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
  readonly confirmation_token: string | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_token: string | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string | null;
  readonly email_change_token_new: string | null;
  readonly email_change_token_current: string | null;
  readonly email_change_confirm_status: number | null;
  readonly email_change_sent_at: Date | null;
  readonly reauthentication_token: string | null;
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

export function isEmailConfirmed(user: UserRow): boolean {
  return user.email_confirmed_at !== null;
}

export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}

export function hasVerifiedFactor(user: UserRow): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}
