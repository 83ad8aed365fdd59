import { expect, test } from 'vitest';
import { parseSize } from './size.ts';

test.each([
  ['20mb', 20_000_000],
  ['20MB', 20_000_000],
  ['20MiB', 20_971_520],
  ['1.5GB', 1_500_000_000],
  ['1 KiB', 1024],
  ['3B', 3],
  ['20971520', 20_971_520],
  [100, 100],
  ['many', null],
  ['-1', null],
  ['20MiBs', null],
  ['9000000TB', null],
])('the size %j is %j bytes', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});
