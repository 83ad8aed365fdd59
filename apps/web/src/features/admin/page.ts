import { readBackendError } from '../../lib/backend-error.ts';

/** One page of a list that the server limits and counts. */
export interface Page<Row> {
  rows: Row[];
  /** The number of rows on all pages. */
  totalCount: number;
}

/** The first and the last row of a page, both starting at 0 and included. The page starts at 1. */
export function rowRange(page: number, pageSize: number): [first: number, last: number] {
  return [(page - 1) * pageSize, page * pageSize - 1];
}

/** The number of the last page. An empty list has one page. */
export function lastPageOf(totalCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalCount / pageSize));
}

export function requireCount(count: number | null): number {
  if (count === null) throw new Error("The server didn't return a total.");
  return count;
}

/** The data API's code for a list that is shorter than the offset of the requested page. */
const OFFSET_BEYOND_END = 'PGRST103';

/**
 * An empty page with the total of the response. Without a total, the rows of the pages before it are the total. Any
 * other error is thrown.
 */
export function emptyPageBeyondEnd(error: Error, page: number, pageSize: number): Page<never> {
  const { key, values } = readBackendError(error);
  if (key !== OFFSET_BEYOND_END) throw error;
  const [rowsBefore] = rowRange(page, pageSize);
  const total = typeof values.total === 'number' ? values.total : rowsBefore;
  return { rows: [], totalCount: Math.min(total, rowsBefore) };
}
