import { expect, test } from 'vitest';
import { shorterTime } from './time-limit.ts';

test.each([
  [undefined, '1000'],
  ['8s', '1000'],
  ['60ms', '60'],
  ['60', '60'],
  ['0', '1000'],
  ['1min', '1000'],
  ['0.5s', '500'],
  ['nonsense', '1000'],
])('A role with a statement timeout of %s has %s ms for a pattern', (own, shorter) => {
  expect(shorterTime(own, 1_000)).toBe(shorter);
});
