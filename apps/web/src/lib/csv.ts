import { unparse } from 'papaparse';

export interface CsvColumn<Row> {
  header: string;
  /** A number stays one; null leaves the cell empty. */
  value: (row: Row) => string | number | null;
}

/**
 * What a spreadsheet could take for a formula: a sign that begins one, also in its full width, at the
 * very beginning or behind what the spreadsheet skips.
 */
const FORMULA = /^(?:[\t\r\n]|\p{White_Space}*[=+\-@＝＋－＠])/u;

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A table as RFC 4180 has it, with a row of headers. A text that could be a formula gets an apostrophe. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const table = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ value }) => value(row))),
  ];
  return `${BYTE_ORDER_MARK}${unparse(table, { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`;
}
