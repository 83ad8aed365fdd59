// @vitest-environment node
import { expect, it } from 'vitest';
import { emptyPageBeyondEnd, lastPageOf, rowRange } from './page.ts';

it('the row range of a page includes both ends', () => {
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

it('an empty page beyond the end has the total row count of the response', () => {
  const details = '{"total":34}';
  expect(emptyPageBeyondEnd(beyondEnd(details), 99, 10)).toEqual({ rows: [], totalCount: 34 });
});

it('an empty page beyond the end counts the rows of the previous pages if the response has no total', () => {
  expect(emptyPageBeyondEnd(beyondEnd(null), 3, 10).totalCount).toBe(20);
});
