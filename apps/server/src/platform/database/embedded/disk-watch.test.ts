import { afterEach, expect, test, vi } from 'vitest';
import { MEBIBYTE } from '../../free-space.ts';
import { createDiskWatch, type DiskWatch } from './disk-watch.ts';

let watch: DiskWatch | undefined;
afterEach(() => watch?.stop());

test('A change of free disk space is logged once, and a full disk makes the database unavailable', async () => {
  let freeBytes = 20_000 * MEBIBYTE;
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  watch = createDiskWatch('/data', logger, () =>
    Promise.resolve({ freeBytes, totalBytes: 100_000 * MEBIBYTE }),
  );
  const logged = () =>
    [logger.info, logger.warn, logger.error].map(({ mock }) => mock.calls.length);
  const becomes = async (mebibytes: number) => {
    freeBytes = mebibytes * MEBIBYTE;
    await watch?.measureNow();
    await watch?.measureNow();
  };
  await watch.measureNow();
  expect(logged()).toEqual([0, 0, 0]);
  await becomes(900);
  expect(logged()).toEqual([0, 1, 0]);
  expect(watch.cause()).toBeNull();
  await becomes(10);
  expect(logged()).toEqual([0, 1, 1]);
  expect(logger.error.mock.calls[0]?.[0]).toEqual({ dir: '/data', free: '10 MiB' });
  expect(watch.cause()).toBe('The disk of the database is full.');
  await becomes(5000);
  expect(logged()).toEqual([1, 1, 1]);
  expect(watch.cause()).toBeNull();
});
