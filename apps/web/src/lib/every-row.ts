/** The position in a list: the last row that was read. */
export interface RowPosition {
  id: string;
  created_at: string;
}

/** The size of a page. The backend may return fewer rows. */
export const ROWS_AT_ONCE = 500;

/**
 * Reads all rows of a list, page by page. A short page is not the last one, because the backend has a limit
 * of its own. Only an empty page is the last one.
 */
export async function* everyRow<Row extends RowPosition>(
  readAfter: (last: RowPosition | null) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: RowPosition | null = null;
  for (;;) {
    const rows: Row[] = await readAfter(last);
    last = rows.at(-1) ?? null;
    if (last === null) return;
    yield rows;
  }
}

/** The filter of the data API for the rows after a row, newest first, then in the given order of `id`. */
export function olderThan({ id, created_at }: RowPosition, ids: 'descending' | 'ascending') {
  return `created_at.lt."${created_at}",id.${ids === 'descending' ? 'lt' : 'gt'}.${id}`;
}

/** The same for lists that start with the oldest row and the smallest id. */
export function newerThan({ id, created_at }: RowPosition) {
  return `created_at.gt."${created_at}",id.gt.${id}`;
}
