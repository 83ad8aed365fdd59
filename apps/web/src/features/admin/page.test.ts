// @vitest-environment node
import { expect, it } from 'vitest';
import { emptyPageBeyondEnd, lastPageOf, rowRange } from './page.ts';

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

const beyondEnd = (details: string | null) =>
  Object.assign(new Error('Requested range not satisfiable'), { code: 'PGRST103', details });

it('counts all rows when a page beyond the end is asked for, so that the last one is found at once', () => {
  const details = '{"total":34}';
  expect(emptyPageBeyondEnd(beyondEnd(details), 99, 10)).toEqual({ rows: [], totalCount: 34 });
});

it('goes back by one page when the answer does not count the rows', () => {
  expect(emptyPageBeyondEnd(beyondEnd(null), 3, 10).totalCount).toBe(20);
});
