import { expect, test } from 'vitest';
import { isVisible } from './commit-visibility.ts';

const EPOCH = 2n ** 32n;
const snapshot = (end: bigint, ...running: bigint[]) => ({ end, running: new Set(running) });

/** @covers realtime.15 */
test.each([
  ['older than every running one', 90, snapshot(100n, 95n), true],
  ['that is running', 95, snapshot(100n, 95n), false],
  ['that is the next one', 100, snapshot(100n, 95n), false],
  ['that starts later', 101, snapshot(100n), false],
  ['of the previous epoch', 2 ** 32 - 5, snapshot(EPOCH + 10n), true],
  ['of the previous epoch that is running', 2 ** 32 - 5, snapshot(EPOCH + 10n, EPOCH - 5n), false],
  ['of the current epoch', 5, snapshot(EPOCH + 10n), true],
  ['of the next epoch', 3, snapshot(2n * EPOCH - 5n), false],
])(
  'A transaction %s has the visibility that Postgres reports',
  (_name, xid, snapshotThen, expected) => {
    expect(isVisible(xid, snapshotThen)).toBe(expected);
  },
);
