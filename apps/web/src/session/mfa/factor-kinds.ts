import type { Factor, User } from '@supabase/auth-js';

/** What each kind of second factor is called, also where nobody gave it a name. */
const KINDS: Record<Factor['factor_type'], string> = {
  totp: 'Authenticator app',
  webauthn: 'Security key',
  phone: 'Phone',
};

export type { Factor };
export type FactorKind = keyof typeof KINDS;

/** So many digits of a number tell its owner which phone it is, and nobody else the number. */
const SHOWN_DIGITS = 4;

/** The factors that somebody has proved; others were begun and left. */
export function verifiedFactorsOf(user: User | null): Factor[] {
  return user?.factors?.filter(({ status }) => status === 'verified') ?? [];
}

export function kindNameOf(kind: FactorKind): string {
  return KINDS[kind];
}

/** What its owner calls a factor. */
export function nameOf(factor: Factor): string {
  return factor.friendly_name ?? kindNameOf(factor.factor_type);
}

/** The end of a phone's number; empty for other factors. The client's types leave the number out. */
export function lastDigitsOf(factor: Factor & { phone?: string }): string {
  return (factor.phone ?? '').slice(-SHOWN_DIGITS);
}
