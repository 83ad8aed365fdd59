// @vitest-environment node
import { expect, it } from 'vitest';
import { lastPageOf, rowRange } from './page.ts';

it('asks for the rows of a page, both ends included', () => {
  expect(rowRange(1, 10)).toEqual([0, 9]);
  expect(rowRange(3, 10)).toEqual([20, 29]);
});

it.each([
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [100_001, 10_001],
])('%i rows have %i pages of ten', (totalCount, pages) => {
  expect(lastPageOf(totalCount, 10)).toBe(pages);
});
