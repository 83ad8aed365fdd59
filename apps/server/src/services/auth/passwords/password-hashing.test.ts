import { hash as hashArgon2 } from '@node-rs/argon2';
import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { afterAll, describe, expect, test } from 'vitest';
import { createHashThreads } from './hash-threads.ts';
import { createPasswordHasher, hashThreadsOf, isKnownHash } from './password-hashing.ts';

const threads = createHashThreads({ threads: 2, maxWaiting: 100 });
const passwords = createPasswordHasher(threads);
afterAll(() => threads.close());

describe('password hashes', () => {
  test('match their password only, and are salted', async () => {
    const [first, second] = await Promise.all([passwords.hash('secret'), passwords.hash('secret')]);
    expect(first).not.toBe(second);
    expect(await passwords.verify('secret', first)).toEqual({ matches: true, isOutdated: false });
    expect((await passwords.verify('Secret', first)).matches).toBe(false);
  });

  test.each([
    ['bcrypt', () => hashBcrypt('secret', 4)],
    ['argon2id with less memory', () => hashArgon2('secret', { memoryCost: 19_456, timeCost: 2 })],
    [
      'argon2id as this server made them before',
      () => hashArgon2('secret', { memoryCost: 65_536, timeCost: 3, parallelism: 4 }),
    ],
  ])('by %s still match, and should be replaced', async (_, makeHash) => {
    const hash = await makeHash();
    expect(isKnownHash(hash)).toBe(true);
    expect(await passwords.verify('secret', hash)).toEqual({ matches: true, isOutdated: true });
    expect(await passwords.verify('other', hash)).toEqual({ matches: false, isOutdated: false });
  });

  test.each([null, '', 'secret', '$1$secret', '5ebe2294ecd0e0f08eab7690d2a6ee69'])(
    'that this server does not know never match: %s',
    async (stored) => {
      expect((await passwords.verify('secret', stored)).matches).toBe(false);
      expect(isKnownHash(stored ?? '')).toBe(false);
    },
  );

  test('are all created when many are requested at once', async () => {
    const hashes = await Promise.all(Array.from({ length: 12 }, () => passwords.hash('secret')));
    expect(new Set(hashes).size).toBe(12);
  });

  test.each([
    { cores: 2, processes: 1, atATime: 2 },
    { cores: 2, processes: 2, atATime: 1 },
    { cores: 16, processes: 4, atATime: 4 },
    { cores: 1, processes: 4, atATime: 1 },
  ])(
    'run $atATime at a time in each of $processes processes on $cores cores',
    ({ cores, processes, atATime }) => {
      expect(hashThreadsOf(cores, processes)).toBe(atATime);
    },
  );
});
