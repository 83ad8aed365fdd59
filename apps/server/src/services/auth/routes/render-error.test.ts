import { expect, test } from 'vitest';
import { negotiatedVersion } from './render-error.ts';

test.each([
  [undefined, null],
  ['', null],
  ['2023-12-31', null],
  ['2024-01-01', '2024-01-01'],
  ['2030-06-30', '2024-01-01'],
  ['latest', null],
  ['9999', null],
])('a client that names API version %s is answered by %s', (requested, expected) => {
  expect(negotiatedVersion(requested)).toBe(expected);
});
