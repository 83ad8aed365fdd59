/** Where a list goes on: at the last row that was read. */
export interface RowPosition {
  id: string;
  created_at: string;
}

/** Rows asked for at once; the backend may give fewer of them. */
export const ROWS_AT_ONCE = 500;

/**
 * All rows of a list, page by page. A page that is shorter than asked for is not the last one: the
 * backend has a limit of its own. Only an empty one is.
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

/** The data API's condition for what comes after a row, newest first (then by `id` as given). */
export function olderThan({ id, created_at }: RowPosition, ids: 'descending' | 'ascending') {
  return `created_at.lt."${created_at}",id.${ids === 'descending' ? 'lt' : 'gt'}.${id}`;
}

/** The same for lists that begin with the oldest, and with the smallest id. */
export function newerThan({ id, created_at }: RowPosition) {
  return `created_at.gt."${created_at}",id.gt.${id}`;
}
