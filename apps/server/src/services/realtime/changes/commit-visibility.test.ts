import { expect, test } from 'vitest';
import { isVisible } from './commit-visibility.ts';

const EPOCH = 2n ** 32n;
const snapshot = (end: bigint, ...running: bigint[]) => ({ end, running: new Set(running) });

test.each([
  ['before all that run', 90, snapshot(100n, 95n), true],
  ['which runs', 95, snapshot(100n, 95n), false],
  ['which is none yet', 100, snapshot(100n, 95n), false],
  ['which begins later', 101, snapshot(100n), false],
  ['of the count before the present one', 2 ** 32 - 5, snapshot(EPOCH + 10n), true],
  ['which runs since the count before', 2 ** 32 - 5, snapshot(EPOCH + 10n, EPOCH - 5n), false],
  ['of the present count', 5, snapshot(EPOCH + 10n), true],
  ['which begins when the count does anew', 3, snapshot(2n * EPOCH - 5n), false],
])('A transaction %s is seen or not as Postgres says', (_name, xid, seen, expected) => {
  expect(isVisible(xid, seen)).toBe(expected);
});
