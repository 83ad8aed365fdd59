import type { Logger } from '../../../platform/logger.ts';
import { authErrors, type WeakPasswordReason } from '../errors.ts';
import type { BreachList } from './breach-list.ts';

/** The maximum length that bcrypt distinguishes. A moved account can have a bcrypt hash. */
const MAX_LENGTH = 72;
const CHECK_TIMEOUT_MS = 5_000;
/** The maximum delay of a sign-in by the check for weak passwords. */
const HINT_TIMEOUT_MS = 1_000;

interface PasswordWeakness {
  readonly reasons: readonly WeakPasswordReason[];
  readonly message: string;
}

export interface PasswordPolicy {
  /**
   * Accepts or rejects a new password.
   *
   * @throws AuthError weak_password; unexpected_failure when the list is unavailable and the setting rejects
   *   passwords then
   */
  check(password: string): Promise<void>;
  /** The error for a weak password at a sign-in; null when the password is allowed. */
  findWeakness(password: string): Promise<PasswordWeakness | null>;
}

interface PasswordPolicyOptions {
  readonly minLength: number;
  /** Sets of characters. A password contains at least one character of each. */
  readonly requiredCharacters: readonly string[];
  readonly breaches: BreachList | null;
  readonly failsClosed: boolean;
  readonly logger: Logger;
}

interface Finding {
  readonly reason: WeakPasswordReason;
  readonly message: string;
}

const BREACHED: Finding = {
  reason: 'pwned',
  message: 'Password is known to be weak and easy to guess, please choose a different one.',
};

function toWeakness(findings: readonly Finding[]): PasswordWeakness | null {
  if (findings.length === 0) return null;
  return {
    reasons: findings.map(({ reason }) => reason),
    message: findings.map(({ message }) => message).join(' '),
  };
}

export function createPasswordPolicy(options: PasswordPolicyOptions): PasswordPolicy {
  const { minLength, requiredCharacters, breaches, failsClosed, logger } = options;

  function findLocally(password: string): Finding[] {
    const characters = Array.from(password);
    const findings: Finding[] = [];
    if (characters.length < minLength) {
      const message = `Password should be at least ${minLength} characters.`;
      findings.push({ reason: 'length', message });
    }
    if (characters.length > MAX_LENGTH) {
      const message = `Password cannot be longer than ${MAX_LENGTH} characters.`;
      findings.push({ reason: 'length', message });
    }
    if (requiredCharacters.some((set) => !characters.some((one) => set.includes(one)))) {
      const sets = requiredCharacters.join(', ');
      const message = `Password should contain at least one character of each: ${sets}.`;
      findings.push({ reason: 'characters', message });
    }
    return findings;
  }

  /** Null when the list did not respond. */
  async function isBreached(password: string, timeoutMs: number): Promise<boolean | null> {
    if (breaches === null) return false;
    return breaches.has(password, timeoutMs).catch((error: unknown) => {
      logger.warn({ err: error }, 'auth: failed to check a password against the breach list');
      return null;
    });
  }

  return {
    async check(password) {
      const found = findLocally(password);
      // A password that is rejected anyway needs no request to the list.
      const breached = found.length > 0 ? false : await isBreached(password, CHECK_TIMEOUT_MS);
      if (breached === null && failsClosed) throw authErrors.breachListUnavailable();
      const weakness = toWeakness(breached === true ? [BREACHED] : found);
      if (weakness !== null) throw authErrors.weakPassword(weakness.message, weakness.reasons);
    },
    async findWeakness(password) {
      const breached = await isBreached(password, HINT_TIMEOUT_MS);
      return toWeakness([...findLocally(password), ...(breached === true ? [BREACHED] : [])]);
    },
  };
}
