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
