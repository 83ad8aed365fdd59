import { errors, type RestError } from '../errors.ts';
import type { QueryParts } from './query-string.ts';
import type { Slot, ValueList } from './query-types.ts';

/** A range whose values have slots. */
export interface SlotRange {
  readonly path: string;
  readonly limit: Slot | null;
  readonly offset: Slot | null;
}

/** The limit and offset of rows. */
interface RowRange {
  readonly limit: number | null;
  readonly offset: number;
}

export const NO_RANGE: RowRange = { limit: null, offset: 0 };

/** The `Range: 0-9` header. PostgREST counts rows, not bytes. */
export function rangeOfHeader(header: string | undefined): RowRange {
  const [, lower, upper] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (lower === undefined) return NO_RANGE;
  const offset = Number(lower);
  if (upper === undefined || upper === '') return { limit: null, offset };
  if (Number(upper) < offset) throw emptyRange();
  return { limit: Number(upper) - offset + 1, offset };
}

function emptyRange(): RestError {
  return errors.range(
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  );
}

/** The rows in both ranges. */
function intersect(left: RowRange, right: RowRange): RowRange {
  const offset = Math.max(left.offset, right.offset);
  const ends = [left, right].flatMap((range) =>
    range.limit === null ? [] : [range.offset + range.limit],
  );
  return { offset, limit: ends.length === 0 ? null : Math.max(0, Math.min(...ends) - offset) };
}

/**
 * Combines the ranges of the query and the `Range` header, and adds their values.
 *
 * @throws RestError PGRST103
 */
export function addRanges(
  query: QueryParts,
  header: RowRange,
  maxRows: number | null,
  values: ValueList,
): { ranges: SlotRange[]; top: RowRange } {
  const given = query.ranges.find(({ path }) => path === '') ?? NO_RANGE;
  const top = intersect(given, header);
  if (top.limit === 0 && given.limit !== 0) throw emptyRange();
  const others = query.ranges.filter(({ path }) => path !== '');
  const ranges = [{ path: '', ...top }, ...others].map(({ path, limit, offset }) => ({
    path,
    limit: limit === null ? null : values.add(String(Math.min(limit, maxRows ?? limit))),
    offset: offset === 0 ? null : values.add(String(offset)),
  }));
  return { ranges, top };
}
