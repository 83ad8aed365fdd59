// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesceRefresh } from './coalesce-refresh.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const PAUSE_MS = 100;

/** @covers realtime.in-the-product.2 */
test('Several changes during a refresh cause one more refresh after a pause', async () => {
  const ends: (() => void)[] = [];
  const refresh = coalesceRefresh(
    () => new Promise<void>((resolve) => ends.push(resolve)),
    PAUSE_MS,
  );
  refresh.take();
  expect(ends).toHaveLength(1);
  for (let count = 0; count < 50; count += 1) refresh.take();
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(ends).toHaveLength(2);
});

test('A failed refresh does not prevent a later one', async () => {
  let count = 0;
  const refresh = coalesceRefresh(() => {
    count += 1;
    return Promise.reject(new Error('away'));
  }, PAUSE_MS);
  refresh.take();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  refresh.take();
  expect(count).toBe(2);
});

test('No refresh starts after the subscriber has stopped', async () => {
  let count = 0;
  const refresh = coalesceRefresh(() => {
    count += 1;
    return Promise.resolve();
  }, PAUSE_MS);
  refresh.take();
  refresh.take();
  refresh.end();
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  refresh.take();
  expect(count).toBe(1);
});
