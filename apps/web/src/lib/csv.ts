import { unparse } from 'papaparse';

export interface CsvColumn<Row> {
  header: string;
  /** Numbers stay numbers. Null leaves the cell empty. */
  value: (row: Row) => string | number | null;
}

/**
 * A text that a spreadsheet could read as a formula: it starts with a formula sign, also full-width, or has
 * one after characters that spreadsheets skip.
 */
const FORMULA = /^(?:[\t\r\n]|\p{White_Space}*[=+\-@＝＋－＠])/u;

/** Marks the text as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

type Cell = string | number | null;

function toLines(rows: Cell[][]): string {
  if (rows.length === 0) return '';
  return `${unparse(rows, { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`;
}

/** The first line of a table in the format of RFC 4180, with the mark of UTF-8. */
export function csvHeader<Row>(columns: readonly CsvColumn<Row>[]): string {
  return BYTE_ORDER_MARK + toLines([columns.map(({ header }) => header)]);
}

/** Some rows of a table, so that a long table is written page by page. A text that could be a formula gets an apostrophe. */
export function csvRows<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return toLines(rows.map((row) => columns.map(({ value }) => value(row))));
}
