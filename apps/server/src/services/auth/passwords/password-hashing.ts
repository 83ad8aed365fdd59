import { randomBytes } from 'node:crypto';
import { parseOptions } from '@node-rs/argon2';
import type { HashThreads } from './hash-threads.ts';

/** OWASP's first recommendation (docs/decisions/011-passwords-and-sign-in-abuse.md). */
export const ARGON2 = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };
/** The prefix of hashes with these parameters. */
const CURRENT_HASH_PREFIX = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`;

const BCRYPT_HASH = /^\$2[abxy]\$\d\d\$/;

interface PasswordCheck {
  readonly matches: boolean;
  /** The password matches, but its hash uses old parameters and should be replaced. */
  readonly isOutdated: boolean;
}

/** Each method throws an AuthError when the queue is full or the signal aborts. */
export interface PasswordHasher {
  hash(password: string, signal?: AbortSignal): Promise<string>;
  /** Takes the same time without a hash to compare with. */
  verify(password: string, hash: string | null, signal?: AbortSignal): Promise<PasswordCheck>;
}

/** Whether this server can verify a password with the hash. */
export function isKnownHash(hash: string): boolean {
  if (BCRYPT_HASH.test(hash)) return hash.length === 60;
  if (!hash.startsWith('$argon2')) return false;
  try {
    parseOptions(hash);
    return true;
  } catch {
    return false;
  }
}

/** A hash of no password, with the current parameters. */
function makeDecoy(): string {
  const encode = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `${CURRENT_HASH_PREFIX}${encode(16)}$${encode(32)}`;
}

/** The number of hash threads of a process. The server's processes share the cores. */
export function hashThreadsOf(cores: number, processes: number): number {
  return Math.max(1, Math.floor(cores / processes));
}

/** Hashes with argon2id, and verifies bcrypt hashes of imported accounts. */
export function createPasswordHasher(threads: Pick<HashThreads, 'run'>): PasswordHasher {
  const decoy = makeDecoy();

  const matches = async (password: string, hash: string, signal?: AbortSignal) => {
    if (BCRYPT_HASH.test(hash)) {
      return (await threads.run({ kind: 'verify-bcrypt', password, hash }, signal)) === true;
    }
    if (!isKnownHash(hash)) return false;
    return (await threads.run({ kind: 'verify-argon2', password, hash }, signal)) === true;
  };

  return {
    async hash(password, signal) {
      return String(await threads.run({ kind: 'hash', password, options: ARGON2 }, signal));
    },
    async verify(password, stored, signal) {
      if (stored === null || stored === '') {
        await matches(password, decoy, signal);
        return { matches: false, isOutdated: false };
      }
      const isMatch = await matches(password, stored, signal);
      return { matches: isMatch, isOutdated: isMatch && !stored.startsWith(CURRENT_HASH_PREFIX) };
    },
  };
}
