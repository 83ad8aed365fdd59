/**
 * Why a file is refused. Screens have a sentence for each key. The values are figures and names from
 * the file or of the limit.
 */
export type StatementErrorKey =
  /** bytes, maxBytes */
  | 'too-large'
  /** maxLines */
  | 'too-many-lines'
  | 'empty'
  /** kind: pdf, zip, gzip, image, office, binary */
  | 'not-a-text'
  /** encoding */
  | 'encoding-invalid'
  | 'format-unknown'
  | 'xml-malformed'
  /** A document type declaration, which can define entities. */
  | 'xml-doctype'
  /** maxDepth */
  | 'nesting-too-deep'
  /** The file ends before the statement does. */
  | 'truncated'
  /** message */
  | 'message-not-supported'
  /** field */
  | 'field-missing'
  /** field */
  | 'field-malformed'
  /** field, value */
  | 'amount-invalid'
  /** field, value */
  | 'date-invalid'
  /** value */
  | 'currency-invalid'
  /** The mapping of the columns is not known. missing: names of roles, separated by commas */
  | 'columns-unknown'
  /** A column of dates or amounts has two readings. column */
  | 'date-format-ambiguous'
  | 'number-format-ambiguous'
  | 'account-missing'
  | 'currency-missing';

export type StatementErrorValues = Readonly<Record<string, string | number>>;

/** The longest value that an error repeats from a file. */
const MAX_VALUE_LENGTH = 60;

/** Ends the parsing of a file. `parseStatement` returns its content. */
export class StatementError extends Error {
  readonly key: StatementErrorKey;
  /** The line of the file, counted from 1, if there is one. */
  readonly line: number | null;
  readonly values: StatementErrorValues;

  constructor(key: StatementErrorKey, line: number | null, values: StatementErrorValues = {}) {
    super(`statement: ${key}${line === null ? '' : ` on line ${line}`}`);
    this.key = key;
    this.line = line;
    this.values = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, MAX_VALUE_LENGTH) : value,
      ]),
    );
  }
}
