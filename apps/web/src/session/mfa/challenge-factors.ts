import type { User } from '@supabase/auth-js';
import { hasWebAuthn } from '../../lib/web-authn.ts';
import { lastDigitsOf, nameOf, verifiedFactorsOf, type FactorKind } from './factor-kinds.ts';

/** A way to take the second step; `id` tells it from the others. */
export type ChallengeFactor = { id: string } & (
  | { name: 'app' }
  | { name: 'key'; factorId: string; label: string }
  | { name: 'phone'; factorId: string; lastDigits: string }
  | { name: 'recovery' }
);

const BY_APP: ChallengeFactor = { id: 'app', name: 'app' };
const BY_RECOVERY: ChallengeFactor = { id: 'recovery', name: 'recovery' };

/**
 * How somebody can take their second step, the best way first: a key takes one touch and answers to
 * this site alone, where the browser knows keys. Somebody unknown has an app.
 */
export function challengeFactorsOf(
  user: User | null,
  knowsKeys = hasWebAuthn(),
): [ChallengeFactor, ...ChallengeFactor[]] {
  const factors = verifiedFactorsOf(user);
  const ofType = (type: FactorKind) => factors.filter(({ factor_type: own }) => own === type);
  const keys = ofType('webauthn').map((factor): ChallengeFactor => {
    const { id } = factor;
    return { id, name: 'key', factorId: id, label: nameOf(factor) };
  });
  const apps = ofType('totp').length > 0 ? [BY_APP] : [];
  const phones = ofType('phone').map((factor): ChallengeFactor => {
    const { id } = factor;
    return { id, name: 'phone', factorId: id, lastDigits: lastDigitsOf(factor) };
  });
  const [first, ...others] = knowsKeys
    ? [...keys, ...apps, ...phones]
    : [...apps, ...phones, ...keys];
  return [first ?? BY_APP, ...others, BY_RECOVERY];
}
