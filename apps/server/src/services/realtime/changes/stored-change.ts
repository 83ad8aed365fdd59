import type { TextRow } from './log-message.ts';

/** A column as clients know it, with the type that its values are written by (that below a domain). */
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
  /** Long values were left out. */
  readonly isCut: boolean;
}

/** What the reader puts down for all processes. */
export type StoredChange =
  | RowChange
  /** Everything up to here has been heard by whoever hears this. */
  | { readonly kind: 'probe'; readonly id: string }
  /** Changes may be missing before this. */
  | { readonly kind: 'gap' };

const MAX_ROW_CHARACTERS = 1_048_576;
const MAX_KEPT_CHARACTERS = 64;

function lengthOf(row: TextRow | null): number {
  return Object.values(row ?? {}).reduce((sum, value) => sum + (value?.length ?? 0), 0);
}

const cutRow = (row: TextRow | null): TextRow | null =>
  row &&
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => (value?.length ?? 0) <= MAX_KEPT_CHARACTERS),
  );

/** A row too long to be sent keeps its short values, as on a hosted project. */
export function cutLongValues(change: RowChange): RowChange {
  const { row, oldRow } = change;
  if (lengthOf(row) + lengthOf(oldRow) <= MAX_ROW_CHARACTERS) return change;
  return { ...change, row: cutRow(row), oldRow: cutRow(oldRow), isCut: true };
}
