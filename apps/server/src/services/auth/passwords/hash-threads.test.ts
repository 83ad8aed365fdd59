import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createHashThreads, type HashThreads } from './hash-threads.ts';

const ARGON2 = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };
const hash = { kind: 'hash', password: 'secret', options: ARGON2 } as const;
/** Long enough that no other task starts meanwhile. */
const longHash = { ...hash, options: { ...ARGON2, timeCost: 8 } };

let threads: HashThreads;
afterEach(() => threads.close());

describe('the hash queue', () => {
  test('returns 503 with Retry-After when it is full, and continues', async () => {
    threads = createHashThreads({ threads: 1, maxWaiting: 2 });
    const accepted = [hash, hash, hash].map((task) => threads.run(task));
    await expect(threads.run(hash)).rejects.toMatchObject({ status: 503, retryAfterS: 2 });
    for (const made of await Promise.all(accepted)) expect(made).toMatch(/^\$argon2id\$/);
    expect(await threads.run(hash)).toMatch(/^\$argon2id\$/);
  });

  test('drops the tasks of clients that disconnected, and accepts others', async () => {
    threads = createHashThreads({ threads: 1, maxWaiting: 1 });
    const underWay = threads.run(longHash);
    const gone = new AbortController();
    const waiting = threads.run(hash, gone.signal);
    await expect(threads.run(hash)).rejects.toMatchObject({ status: 503 });
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'request_timeout' });
    const next = threads.run(hash);
    await Promise.all([underWay, next]);
  });

  test('does not start an aborted task', async () => {
    threads = createHashThreads({ threads: 1, maxWaiting: 1 });
    await expect(threads.run(hash, AbortSignal.abort())).rejects.toMatchObject({
      code: 'request_timeout',
    });
  });

  test('reports an error, and continues', async () => {
    threads = createHashThreads({ threads: 1, maxWaiting: 1 });
    const broken = { kind: 'verify-argon2', password: 'x', hash: '$argon2id$broken' } as const;
    await expect(threads.run(broken)).rejects.toThrow();
    expect(await threads.run(hash)).toMatch(/^\$argon2id\$/);
  });
});

test('DNS lookups and file access do not wait for running hashes', async () => {
  threads = createHashThreads({ threads: 8, maxWaiting: 100 });
  let done = 0;
  const hashes = Array.from({ length: 8 }, () => threads.run(longHash).then(() => (done += 1)));
  await Promise.all([lookup('localhost'), readFile(new URL(import.meta.url))]);
  expect(done).toBeLessThan(8);
  await Promise.all(hashes);
});
