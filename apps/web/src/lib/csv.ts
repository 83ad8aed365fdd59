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

/** A table in the format of RFC 4180 with a header row. A text that could be a formula gets an apostrophe. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const table = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ value }) => value(row))),
  ];
  return `${BYTE_ORDER_MARK}${unparse(table, { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`;
}
