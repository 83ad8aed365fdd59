import type { TextRow } from './log-message.ts';

/** A column with the type that clients see, and the type below a domain, which formats the values. */
export interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly baseType: string;
}

export interface RowChange {
  readonly kind: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly oid: number;
  readonly schema: string;
  readonly table: string;
  readonly committedAt: string;
  readonly columns: readonly StoredColumn[];
  readonly keyColumns: readonly string[];
  readonly row: TextRow | null;
  readonly oldRow: TextRow | null;
  /** Long values were removed. */
  readonly isCut: boolean;
}

/** An entry that the log reader stores for all processes. */
export type StoredChange =
  | RowChange
  /** A process that receives the probe has received every change before it. */
  | { readonly kind: 'probe'; readonly id: string }
  /** Changes may be missing before this entry. */
  | { readonly kind: 'gap' };

export interface StoredRow {
  /** A bigint as text. It increases in commit order. */
  readonly position: string;
  readonly body: StoredChange;
}

/** Rows that one statement of the log reader stored. */
export interface StoredBatch {
  /** The last position that was stored before; null where the log reader does not know it. */
  readonly previous: string | null;
  readonly rows: readonly StoredRow[];
}

const MAX_ROW_CHARACTERS = 1_048_576;
/** Length of the values that a cut row keeps. */
const MAX_CUT_VALUE_CHARACTERS = 64;

function lengthOf(row: TextRow | null): number {
  return Object.values(row ?? {}).reduce((sum, value) => sum + (value?.length ?? 0), 0);
}

const cutRow = (row: TextRow | null): TextRow | null =>
  row &&
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => (value?.length ?? 0) <= MAX_CUT_VALUE_CHARACTERS),
  );

/** A row that is too long to be sent keeps its short values, as on a hosted project. */
export function cutLongValues(change: RowChange): RowChange {
  const { row, oldRow } = change;
  if (lengthOf(row) + lengthOf(oldRow) <= MAX_ROW_CHARACTERS) return change;
  return { ...change, row: cutRow(row), oldRow: cutRow(oldRow), isCut: true };
}
