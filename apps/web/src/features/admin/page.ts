/** One page of a list that the server cuts and counts. */
export interface Page<Row> {
  rows: Row[];
  /** Of all pages together. */
  totalCount: number;
}

/** First and last row of a page (counted from 1), both counted from 0 and included. */
export function rowRange(page: number, pageSize: number): [first: number, last: number] {
  return [(page - 1) * pageSize, page * pageSize - 1];
}

/** The last page there is; an empty list has one, too. */
export function lastPageOf(totalCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalCount / pageSize));
}

export function requireCount(count: number | null): number {
  if (count === null) throw new Error("The server didn't return a total.");
  return count;
}

/** What the data API answers when a list has become shorter than the page asked for. */
const OFFSET_BEYOND_END = 'PGRST103';

/** How it says then how many there are: "An offset of 40 was requested, but there are only 12 rows." */
const ROWS_THERE_ARE = /there are only (\d+) rows/;

interface DataError extends Error {
  readonly code: string;
  readonly details: string | null;
}

/**
 * An empty page with the count of all; if the answer does not say it, of what the pages before it can
 * hold. Any other error is thrown.
 */
export function emptyPageBeyondEnd(error: DataError, page: number, pageSize: number): Page<never> {
  if (error.code !== OFFSET_BEYOND_END) throw error;
  const [rowsBefore] = rowRange(page, pageSize);
  const told = ROWS_THERE_ARE.exec(error.details ?? '')?.[1];
  return { rows: [], totalCount: Math.min(Number(told ?? rowsBefore), rowsBefore) };
}
