import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';

/** The first choice of OWASP's password storage cheat sheet for argon2id. */
const ARGON2_MEMORY_KIB = 19_456;
const ARGON2_PASSES = 2;
const ARGON2_LANES = 1;

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

function isCurrent(hash: string): boolean {
  const { memoryCost, timeCost, parallelism } = argon2.parseOptions(hash);
  return (
    hash.startsWith('$argon2id$') &&
    memoryCost === ARGON2_MEMORY_KIB &&
    timeCost === ARGON2_PASSES &&
    parallelism === ARGON2_LANES
  );
}

async function compare(password: string, hash: string): Promise<PasswordCheck> {
  const noMatch: PasswordCheck = { matches: false, isOutdated: false };
  if (BCRYPT_HASH.test(hash)) {
    const matches = await bcrypt.verify(password, hash);
    return { matches, isOutdated: matches };
  }
  if (hash.startsWith('$argon2')) {
    const matches = await argon2.verify(hash, password);
    return matches ? { matches, isOutdated: !isCurrent(hash) } : noMatch;
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
 * Hashes with argon2id, and verifies bcrypt hashes of accounts that came from
 * elsewhere. No more hashes are worked on at a time than keep all cores busy,
 * because file reads and compression wait for the same thread pool.
 */
export function createPasswordHasher(): PasswordHasher {
  const inQueue = createJobQueue(availableParallelism() + 1);
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
