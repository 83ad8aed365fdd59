import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';

/** RFC 9106, section 4: the second recommended option, for servers (decision 008). */
const ARGON2_MEMORY_KIB = 65_536;
const ARGON2_PASSES = 3;
const ARGON2_LANES = 4;
/** How a hash begins that was made so. */
const CURRENT_HASH_PREFIX = `$argon2id$v=19$m=${ARGON2_MEMORY_KIB},t=${ARGON2_PASSES},p=${ARGON2_LANES}$`;

const BCRYPT_HASH = /^\$2[abxy]\$\d\d\$/;

export interface PasswordCheck {
  readonly matches: boolean;
  /** The password matches, but its hash should be made anew the way hashes are made now. */
  readonly isOutdated: boolean;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long when there is no hash to compare with. */
  verify(password: string, hash: string | null): Promise<PasswordCheck>;
}

/** Lets `limit` jobs run at a time, in order of arrival. */
function createJobQueue(limit: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (job) => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      // The place of the finished job goes to the next one, so `running` stays as it is.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

async function compare(password: string, hash: string): Promise<PasswordCheck> {
  const noMatch: PasswordCheck = { matches: false, isOutdated: false };
  if (BCRYPT_HASH.test(hash)) {
    const matches = await bcrypt.verify(password, hash);
    return { matches, isOutdated: matches };
  }
  if (hash.startsWith('$argon2')) {
    const matches = await argon2.verify(hash, password);
    return matches ? { matches, isOutdated: !hash.startsWith(CURRENT_HASH_PREFIX) } : noMatch;
  }
  return noMatch;
}

/** Whether this server could check a password against the hash. */
export function isKnownHash(hash: string): boolean {
  if (BCRYPT_HASH.test(hash)) return hash.length === 60;
  if (!hash.startsWith('$argon2')) return false;
  try {
    argon2.parseOptions(hash);
    return true;
  } catch {
    return false;
  }
}

/**
 * How many hashes a process may work on at a time: as many as keep all cores
 * busy, shared among the server's processes. More would only cost memory, and
 * file reads and compression wait for the same threads.
 */
export function hashesAtATime(cores: number, processes: number): number {
  return Math.ceil((cores + 1) / processes);
}

/**
 * Hashes with argon2id, and verifies bcrypt hashes of accounts that came from elsewhere.
 *
 * @param atATime hashes that are worked on at once; others wait their turn
 */
export function createPasswordHasher(atATime: number): PasswordHasher {
  const inQueue = createJobQueue(atATime);
  const hash = (password: string) =>
    inQueue(() =>
      argon2.hash(password, {
        memoryCost: ARGON2_MEMORY_KIB,
        timeCost: ARGON2_PASSES,
        parallelism: ARGON2_LANES,
      }),
    );
  const decoy = hash(randomBytes(24).toString('base64url'));

  return {
    hash,
    async verify(password, stored) {
      if (stored !== null && stored !== '') return inQueue(() => compare(password, stored));
      const decoyHash = await decoy;
      await inQueue(() => compare(password, decoyHash));
      return { matches: false, isOutdated: false };
    },
  };
}
