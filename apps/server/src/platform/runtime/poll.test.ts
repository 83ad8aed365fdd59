import { expect, test } from 'vitest';
import { poll } from './poll.ts';

/** Polls a check that returns a result after the given number of empty results. */
async function run(misses: number, options: Partial<Parameters<typeof poll>[1]> = {}) {
  const delaysMs: number[] = [];
  let checks = 0;
  const found = await poll(
    () => {
      checks += 1;
      return Promise.resolve(checks > misses ? 'found' : null);
    },
    {
      minDelayMs: 10,
      wait(delayMs) {
        delaysMs.push(delayMs);
        return Promise.resolve();
      },
      ...options,
    },
  );
  return { found, checks, delaysMs };
}

test('A poll checks at once, and again after equal delays', async () => {
  expect(await run(0)).toEqual({ found: 'found', checks: 1, delaysMs: [] });
  expect(await run(3)).toEqual({ found: 'found', checks: 4, delaysMs: [10, 10, 10] });
});

test('The delays of a poll double up to a maximum', async () => {
  expect((await run(4, { maxDelayMs: 35 })).delaysMs).toEqual([10, 20, 35, 35]);
});

test('A poll ends without a result after the last check, and when the signal aborts', async () => {
  expect(await run(9, { maxChecks: 2 })).toMatchObject({ found: null, checks: 2 });
  expect(await run(9, { signal: AbortSignal.abort() })).toMatchObject({ found: null, checks: 0 });
  const ended = new AbortController();
  const hour = { minDelayMs: 3_600_000, signal: ended.signal };
  const polling = poll(() => {
    setImmediate(() => ended.abort());
    return Promise.resolve(null);
  }, hour);
  expect(await polling).toBeNull();
});

test('An error of the check ends a poll', async () => {
  const check = () => Promise.reject(new Error('the database is away'));
  await expect(poll(check, { minDelayMs: 10 })).rejects.toThrow('the database is away');
});
