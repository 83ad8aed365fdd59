import type { JsonObject, JsonValue } from '../../../platform/json.ts';
import type { FactorRow, IdentityRow, UserRow } from './user-row.ts';

/** Removes members without a value, as clients expect for optional members. */
function withoutEmpty(members: Record<string, JsonValue | Date | undefined>): JsonObject {
  const view: JsonObject = {};
  for (const [name, value] of Object.entries(members)) {
    if (value === null || value === undefined || value === '') continue;
    view[name] = value instanceof Date ? value.toISOString() : value;
  }
  return view;
}

function toInstant(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}

function viewIdentity(identity: IdentityRow): JsonObject {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...withoutEmpty({
      last_sign_in_at: toInstant(identity.last_sign_in_at),
      created_at: toInstant(identity.created_at),
      updated_at: toInstant(identity.updated_at),
      email: identity.email,
    }),
  };
}

/** A second factor as the API returns it, without its secret. */
export function viewFactor(factor: FactorRow): JsonObject {
  return {
    id: factor.id,
    factor_type: factor.factor_type,
    status: factor.status,
    created_at: toInstant(factor.created_at),
    updated_at: toInstant(factor.updated_at),
    ...withoutEmpty({ friendly_name: factor.friendly_name, phone: factor.phone }),
  };
}

/** A user as the API returns it, to the user and to the operator, without secrets. */
export function viewUser(user: UserRow): JsonObject {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(viewIdentity),
    is_anonymous: user.is_anonymous,
    ...withoutEmpty({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmed_at: user.confirmed_at,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      new_email: user.email_change,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.phone_change,
      phone_change_sent_at: user.phone_change_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      created_at: user.created_at,
      updated_at: user.updated_at,
      is_sso_user: user.is_sso_user ? true : undefined,
      factors: user.factors.length === 0 ? undefined : user.factors.map(viewFactor),
    }),
  };
}
