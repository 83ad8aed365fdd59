import papaparse, { type ParseStepResult } from 'papaparse';
import { StatementError } from '../statement-error.ts';
import { guessColumns, missingRoles } from './column-names.ts';

export interface TableRow {
  readonly cells: readonly string[];
  /** Where the row starts in its file, counted from 1. */
  readonly line: number;
}

export interface Table {
  readonly rows: readonly TableRow[];
  readonly delimiter: string;
  /** Whether the file ends with a line end. */
  readonly hasLastLineEnd: boolean;
}

const DELIMITERS = [';', ',', '\t', '|'];
/** A line that spreadsheets write before the header. */
const SEPARATOR_LINE = /^"?sep=(.)"?\n/i;
/** The header is among the first rows. Banks write some lines about the account before it. */
export const MAX_HEADER_ROW = 40;
const MAX_COLUMNS = 200;
const SAMPLE_LENGTH = 64 * 1024;
/** A text with longer lines is no table. */
const MAX_LINE_LENGTH = 100_000;

function hasLongLine(text: string): boolean {
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    if (end - start > MAX_LINE_LENGTH) return true;
    start = end + 1;
  }
  return text.length - start > MAX_LINE_LENGTH;
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

/** How many columns of the best header have a role, if the text is split at a delimiter. */
function scoreDelimiter(text: string, delimiter: string): number {
  const { data } = papaparse.parse<string[]>(text.slice(0, SAMPLE_LENGTH), {
    delimiter,
    preview: MAX_HEADER_ROW,
  });
  const scores = data.map((cells) => {
    const columns = guessColumns(cells.slice(0, MAX_COLUMNS));
    const roles = columns.filter((role) => role !== null).length;
    return missingRoles(columns).length === 0 ? 100 + roles : roles;
  });
  const width = Math.max(0, ...data.map((cells) => cells.length));
  return width < 2 ? -1 : Math.max(0, ...scores) + width / MAX_COLUMNS;
}

/** The delimiter of a table, or null if the text has no columns. */
export function findDelimiter(text: string): string | null {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  if (named !== undefined) return named;
  const scored = DELIMITERS.map(
    (delimiter) => [scoreDelimiter(text, delimiter), delimiter] as const,
  );
  const [best] = scored.toSorted(([left], [right]) => right - left);
  return best === undefined || best[0] < 0 ? null : best[1];
}

/**
 * Splits a text into rows. Empty rows are left out.
 *
 * @param maxRows more rows are refused
 * @param onProgress receives the share of the text that is read
 * @throws StatementError
 */
export function readTable(
  text: string,
  maxRows: number,
  onProgress: (share: number) => void,
): Table {
  const delimiter = hasLongLine(text) ? null : findDelimiter(text);
  if (delimiter === null) throw new StatementError('format-unknown', null);
  const start = SEPARATOR_LINE.exec(text)?.[0].length ?? 0;
  const body = text.slice(start);
  const rows: TableRow[] = [];
  let line = start > 0 ? 2 : 1;
  let offset = 0;
  const addRow = ({ data: cells, errors, meta }: ParseStepResult<string[]>): void => {
    const [error] = errors;
    if (error !== undefined) {
      const key = error.code === 'MissingQuotes' ? 'truncated' : 'field-malformed';
      throw new StatementError(key, line, key === 'truncated' ? {} : { field: 'quote' });
    }
    if (cells.some((cell) => cell.trim() !== '')) {
      if (rows.length > maxRows)
        throw new StatementError('too-many-lines', line, { maxLines: maxRows });
      rows.push({ cells: cells.slice(0, MAX_COLUMNS), line });
    }
    line += countLineEnds(body, offset, meta.cursor);
    offset = meta.cursor;
    if (rows.length % 2000 === 0) onProgress(offset / body.length);
  };
  papaparse.parse<string[]>(body, { delimiter, newline: '\n', step: addRow });
  return { rows, delimiter, hasLastLineEnd: text.endsWith('\n') };
}
