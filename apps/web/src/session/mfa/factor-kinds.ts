import type { Factor, User } from '@supabase/auth-js';
import { m } from '../../paraglide/messages.js';

/** The name of each kind of second factor. A factor without its own name uses it, too. */
const KINDS: Record<Factor['factor_type'], string> = {
  totp: m.session_authenticator_app(),
  webauthn: m.session_security_key(),
  phone: m.common_phone(),
};

export type { Factor };
export type FactorKind = keyof typeof KINDS;

/** Enough digits for the owner to recognize the phone, and too few to reveal the number. */
const SHOWN_DIGITS = 4;

/** The factors whose enrolment is complete. */
export function verifiedFactorsOf(user: User | null): Factor[] {
  return user?.factors?.filter(({ status }) => status === 'verified') ?? [];
}

export function kindNameOf(kind: FactorKind): string {
  return KINDS[kind];
}

/** The name that the owner gave the factor. */
export function nameOf(factor: Factor): string {
  return factor.friendly_name ?? kindNameOf(factor.factor_type);
}

/** The last digits of a phone number; empty for other factors. The client's types have no number. */
export function lastDigitsOf(factor: Factor & { phone?: string }): string {
  return (factor.phone ?? '').slice(-SHOWN_DIGITS);
}
