import { describe, expect, test } from 'vitest';
import { retry } from './retry.ts';

const error = new TypeError('no');

/** Runs a task that fails the given number of times. Attempt `n` takes `durationsMs[n]` on an injected clock. */
async function run(errors: number, durationsMs: readonly number[] = []) {
  let nowMs = 0;
  let attempts = 0;
  const delaysMs: number[] = [];
  const reported: number[] = [];
  const succeeded = await retry(
    () => {
      nowMs += durationsMs[attempts] ?? 0;
      attempts += 1;
      return attempts > errors ? Promise.resolve() : Promise.reject(error);
    },
    {
      maxDelayMs: 1500,
      now: () => nowMs,
      wait(delayMs) {
        delaysMs.push(delayMs);
        return Promise.resolve();
      },
      onError: (_error, { attempt }) => void reported.push(attempt),
    },
  );
  return { succeeded, delaysMs, reported };
}

describe('retry', () => {
  test('runs a task that succeeds once', async () => {
    expect(await run(0)).toEqual({ succeeded: true, delaysMs: [], reported: [] });
  });

  test('doubles the delay after each error, up to the maximum', async () => {
    const { succeeded, delaysMs, reported } = await run(5);
    expect(succeeded).toBe(true);
    expect(delaysMs).toEqual([250, 500, 1000, 1500, 1500]);
    expect(reported).toEqual([1, 2, 3, 4, 5]);
  });

  test('starts with the first delay again after an attempt that ran for a minute', async () => {
    const { delaysMs } = await run(4, [0, 0, 60_000, 0]);
    expect(delaysMs).toEqual([250, 500, 250, 500]);
  });

  test('ends a delay when the signal aborts', async () => {
    const ended = new AbortController();
    let attempts = 0;
    const task = () => {
      attempts += 1;
      return Promise.reject(error);
    };
    const retrying = retry(task, {
      minDelayMs: 3_600_000,
      maxDelayMs: 3_600_000,
      signal: ended.signal,
      onError() {
        setImmediate(() => ended.abort());
      },
    });
    expect(await retrying).toBe(false);
    expect(attempts).toBe(1);
  });

  test('reports no error of an attempt during which the signal aborted', async () => {
    const ended = new AbortController();
    const reported: unknown[] = [];
    const task = () => {
      ended.abort();
      return Promise.reject(error);
    };
    const options = { maxDelayMs: 1, signal: ended.signal };
    expect(await retry(task, { ...options, onError: (one) => void reported.push(one) })).toBe(
      false,
    );
    expect(reported).toEqual([]);
  });
});
