import { isIban } from '@beaconpay/domain';
import type { LineCollector } from '../line-collector.ts';
import { StatementError } from '../statement-error.ts';
import { headerCurrency, missingRoles, type ColumnRole } from './column-names.ts';
import { guessDateFormat } from './date-format.ts';
import { locateHeader, type LocatedHeader, type TableMapping } from './mapping.ts';
import { guessDecimalMark } from './number-format.ts';
import { isPending, readRow, Row, type RowFormat } from './row-line.ts';
import { MAX_HEADER_ROW, readTable, type Table } from './rows.ts';

export interface TableOptions {
  /** Replaces the mapping that is guessed from the header. */
  readonly mapping?: TableMapping;
  /** The account of a table without a column for it. */
  readonly account?: string;
  /** The currency of a table without a column for it. */
  readonly currency?: string;
}

const AMOUNT_ROLES: readonly ColumnRole[] = ['amount', 'debit', 'credit', 'charges'];
const DATE_ROLES: readonly ColumnRole[] = ['bookingDate', 'valueDate'];
/** The share of the work that splits the text into rows. */
const READING_SHARE = 0.5;
const ROWS_PER_PROGRESS = 2000;

/** The IBAN in the lines before the header. */
function preambleAccount({ preamble }: LocatedHeader): string | null {
  const words = preamble.flatMap(({ cells }) =>
    cells.flatMap((cell) => [cell, ...cell.split(/[:;,]\s*/)]),
  );
  return words.find((word) => isIban(word)) ?? null;
}

function currencyOfHeader({ header, columns }: LocatedHeader): string | null {
  const named = header.filter((_name, at) => {
    const role = columns[at];
    return role === 'amount' || role === 'debit' || role === 'credit';
  });
  return named.map(headerCurrency).find((currency) => currency !== null) ?? null;
}

function valuesOf(rows: readonly Row[], roles: readonly ColumnRole[]): string[] {
  return rows.flatMap((row) => roles.map((role) => row.get(role)).filter((text) => text !== ''));
}

/** The formats of dates and amounts, found from all rows. */
function findFormat(
  rows: readonly Row[],
  { table, located, options }: { table: Table; located: LocatedHeader; options: TableOptions },
): RowFormat {
  const decimalMark =
    options.mapping?.decimalMark ?? guessDecimalMark(valuesOf(rows, AMOUNT_ROLES));
  if (decimalMark === null) {
    throw new StatementError('number-format-ambiguous', null, { column: 'amount' });
  }
  const isEuropean = decimalMark === ',' || table.delimiter === ';';
  const dateFormat =
    options.mapping?.dateFormat ?? guessDateFormat(valuesOf(rows, DATE_ROLES), isEuropean);
  if (dateFormat === null) {
    throw new StatementError('date-format-ambiguous', null, { column: 'bookingDate' });
  }
  return {
    columns: located.columns,
    dateFormat,
    decimalMark,
    account: options.account ?? preambleAccount(located),
    currency: options.currency ?? currencyOfHeader(located),
  };
}

/** Whether the last row ends before the columns that each movement has. */
function isTruncated({ rows, hasLastLineEnd }: Table, { columns }: LocatedHeader): boolean {
  const needed = Math.max(
    ...columns.map((role, at) => (role === 'amount' || role === 'bookingDate' ? at : 0)),
  );
  const last = rows.at(-1);
  return (
    !hasLastLineEnd && last !== undefined && last.cells.length > 1 && last.cells.length <= needed
  );
}

/** Adds the rows of a table of values that are separated by semicolons, commas, tabs or bars. */
export function parseTable(
  text: string,
  { options, maxLines }: { readonly options: TableOptions; readonly maxLines: number },
  collector: LineCollector,
): void {
  const table = readTable(text, maxLines + MAX_HEADER_ROW, (share) => {
    collector.progress(share * READING_SHARE);
  });
  const located = locateHeader(table, options.mapping);
  const missing = missingRoles(located.columns);
  if (missing.length > 0) {
    throw new StatementError('columns-unknown', null, { missing: missing.join(',') });
  }
  if (isTruncated(table, located))
    throw new StatementError('truncated', table.rows.at(-1)?.line ?? 1);
  const rows = table.rows.slice(located.firstRow).map((row) => new Row(row, located.columns));
  const booked = rows.filter((row) => !isPending(row));
  const format = findFormat(booked, { table, located, options });
  collector.startStatement();
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_PER_PROGRESS === 0) {
      collector.progress(READING_SHARE + (at / rows.length) * (1 - READING_SHARE));
    }
    const line = isPending(row) ? null : readRow(row, format);
    if (line !== null) collector.add(line);
    else collector.skip(isPending(row) ? 'pending' : 'row-without-movement', row.line);
  }
}
