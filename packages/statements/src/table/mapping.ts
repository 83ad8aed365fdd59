import { StatementError } from '../statement-error.ts';
import { guessColumns, missingRoles, normalizeHeader, type ColumnRole } from './column-names.ts';
import type { DateFormat } from './date-format.ts';
import type { DecimalMark } from './number-format.ts';
import { MAX_HEADER_ROW, type Table, type TableRow } from './rows.ts';

/** How a table is read. It can be stored for the next file with the same header. */
export interface TableMapping {
  /** `headerKey` of the header for which the mapping was made. Empty for a table without a header. */
  readonly headerKey: string;
  /** The role of each column; null for columns that are not used. */
  readonly columns: readonly (ColumnRole | null)[];
  /** Found from the values if it is not given. */
  readonly dateFormat?: DateFormat;
  readonly decimalMark?: DecimalMark;
}

export interface LocatedHeader {
  readonly header: readonly string[];
  readonly columns: readonly (ColumnRole | null)[];
  /** The index of the first row with values. */
  readonly firstRow: number;
  /** The rows before the header. */
  readonly preamble: readonly TableRow[];
}

/** Equal for headers that differ in case, accents and punctuation only. */
export function headerKey(header: readonly string[]): string {
  return header.map(normalizeHeader).join('|');
}

function locate(
  table: Table,
  index: number,
  columns: readonly (ColumnRole | null)[],
): LocatedHeader {
  return {
    header: table.rows[index]?.cells ?? [],
    columns,
    firstRow: index + 1,
    preamble: table.rows.slice(0, index),
  };
}

/** The row that is most likely the header: the first one with all roles, or else the first widest one. */
function guessHeaderRow(rows: readonly TableRow[]): number {
  const complete = rows.findIndex(({ cells }) => missingRoles(guessColumns(cells)).length === 0);
  if (complete !== -1) return complete;
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  return rows.findIndex(({ cells }) => cells.length === width);
}

/**
 * The header of a table and the role of each column.
 *
 * @param mapping replaces the roles that are guessed from the names of the columns
 */
export function locateHeader(table: Table, mapping?: TableMapping): LocatedHeader {
  const candidates = table.rows.slice(0, MAX_HEADER_ROW);
  if (mapping === undefined) {
    const index = guessHeaderRow(candidates);
    return locate(table, index, guessColumns(candidates[index]?.cells ?? []));
  }
  if (mapping.headerKey === '') return locate(table, -1, mapping.columns);
  const index = candidates.findIndex(({ cells }) => headerKey(cells) === mapping.headerKey);
  if (index === -1) throw new StatementError('columns-unknown', null, { missing: 'header' });
  return locate(table, index, mapping.columns);
}
