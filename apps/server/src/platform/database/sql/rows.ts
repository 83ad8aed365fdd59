import { parse as parseArray } from 'postgres-array';
import type { Field, StatementResult } from '../wire/statement-result.ts';

/** A row of a query whose columns have no declared types. */
export type Row = Record<string, unknown>;

/** The rows of a query. */
export type Rows<T extends readonly unknown[]> = T & {
  /** The number of rows that the statement returned or changed. */
  readonly count: number;
};

type Decode = (text: string) => unknown;

const toNumber: Decode = Number;
const toJson: Decode = (text) => JSON.parse(text) as unknown;
const toDate: Decode = (text) => new Date(text);
const arrayOf =
  (decode: Decode): Decode =>
  (text) =>
    parseArray(text, decode);
const toText: Decode = (text) => text;

/** By the OID of a type in `pg_type`. Values of other types, such as int8 and numeric, stay text. */
const DECODERS: ReadonlyMap<number, Decode> = new Map<number, Decode>([
  [16, (text) => text === 't'],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  [21, toNumber],
  [23, toNumber],
  [26, toNumber],
  [700, toNumber],
  [701, toNumber],
  [114, toJson],
  [3802, toJson],
  [1082, toDate],
  [1114, toDate],
  [1184, toDate],
  [1003, arrayOf(toText)],
  [1005, arrayOf(toNumber)],
  [1007, arrayOf(toNumber)],
  [1009, arrayOf(toText)],
  [1028, arrayOf(toNumber)],
  [2951, arrayOf(toText)],
]);

function countOf(tag: string, rows: number): number {
  const count = /\d+$/.exec(tag)?.[0];
  return count === undefined ? rows : Number(count);
}

/** Decodes the rows of one statement into objects by column name. */
export function decodeRows<T extends readonly unknown[]>(result: StatementResult): Rows<T> {
  const columns = (result.fields ?? []).map(({ name, typeOid }: Field) => ({
    name,
    decode: DECODERS.get(typeOid) ?? toText,
  }));
  const rows = result.rows.map((cells) => {
    const row: Row = {};
    for (const [index, { name, decode }] of columns.entries()) {
      const cell = cells[index];
      row[name] = cell === null || cell === undefined ? null : decode(cell.toString('utf8'));
    }
    return row;
  });
  // Not enumerable, so that the rows compare as a plain array.
  Object.defineProperty(rows, 'count', { value: countOf(result.tag, rows.length) });
  return rows as unknown as Rows<T>;
}

/** The rows of a statement, or the rows of each statement of a text with several. */
export function decodeResults(results: readonly StatementResult[], isSimple: boolean): unknown {
  const [first] = results;
  if (first === undefined) return decodeRows({ rows: [], fields: null, tag: '' });
  return isSimple && results.length > 1
    ? results.map((result) => decodeRows(result))
    : decodeRows(first);
}
