import { hasWebAuthn } from '../../lib/web-authn.ts';
import {
  lastDigitsOf,
  nameOf,
  verifiedFactorsOf,
  type FactorKind,
} from '../../session/mfa/factor-kinds.ts';
import type { Session } from '../../session/session-context.ts';

/** A factor that the user can choose for the challenge; `id` is unique. */
export type ChallengeFactor = { id: string } & (
  | { name: 'app' }
  | { name: 'key'; factorId: string; label: string }
  | { name: 'phone'; factorId: string; lastDigits: string }
  | { name: 'recovery' }
);

const APP: ChallengeFactor = { id: 'app', name: 'app' };
const RECOVERY: ChallengeFactor = { id: 'recovery', name: 'recovery' };

/**
 * The factors of a user, the best first. Where the browser supports security keys they come first:
 * a key needs one touch and works on this site only. Without a user the list has the app.
 */
export function challengeFactorsOf(
  user: Session['user'],
  supportsKeys = hasWebAuthn(),
): [ChallengeFactor, ...ChallengeFactor[]] {
  const factors = verifiedFactorsOf(user);
  const ofKind = (kind: FactorKind) => factors.filter(({ factor_type: own }) => own === kind);
  const keys = ofKind('webauthn').map((factor): ChallengeFactor => {
    const { id } = factor;
    return { id, name: 'key', factorId: id, label: nameOf(factor) };
  });
  const apps = ofKind('totp').length > 0 ? [APP] : [];
  const phones = ofKind('phone').map((factor): ChallengeFactor => {
    const { id } = factor;
    return { id, name: 'phone', factorId: id, lastDigits: lastDigitsOf(factor) };
  });
  const [first, ...others] = supportsKeys
    ? [...keys, ...apps, ...phones]
    : [...apps, ...phones, ...keys];
  return [first ?? APP, ...others, RECOVERY];
}
