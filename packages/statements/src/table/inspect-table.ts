import { decodeBytes } from '../decode-bytes.ts';
import { STATEMENT_LIMITS } from '../limits.ts';
import { missingRoles, type ColumnRole } from './column-names.ts';
import { headerKey, locateHeader } from './mapping.ts';
import { readTable } from './rows.ts';

/** What a screen needs to let a person map the columns of a table. */
export interface TableInspection {
  /** Under which a mapping is stored. */
  readonly headerKey: string;
  readonly header: readonly string[];
  /** The guessed role of each column. */
  readonly columns: readonly (ColumnRole | null)[];
  /** Roles without a column. The table cannot be read without them. */
  readonly missing: readonly ColumnRole[];
  /** The first rows after the header. */
  readonly rows: readonly (readonly string[])[];
}

const SHOWN_ROWS = 5;

/** @throws StatementError for a file that is no table */
export function inspectTable(bytes: Uint8Array): TableInspection {
  const table = readTable(decodeBytes(bytes), STATEMENT_LIMITS.maxLines, () => undefined);
  const { header, columns, firstRow } = locateHeader(table);
  return {
    headerKey: headerKey(header),
    header,
    columns,
    missing: missingRoles(columns),
    rows: table.rows.slice(firstRow, firstRow + SHOWN_ROWS).map(({ cells }) => cells),
  };
}
