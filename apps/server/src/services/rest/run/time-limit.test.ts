import { expect, test } from 'vitest';
import { shorterTimeout } from './time-limit.ts';

test.each([
  [undefined, '1000'],
  ['8s', '1000'],
  ['60ms', '60'],
  ['60', '60'],
  ['0', '1000'],
  ['1min', '1000'],
  ['0.5s', '500'],
  ['nonsense', '1000'],
])('limits a statement timeout of %s to %s ms for a pattern', (own, shorter) => {
  expect(shorterTimeout(own, 1_000)).toBe(shorter);
});
