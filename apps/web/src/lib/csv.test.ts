// @vitest-environment node
import fc from 'fast-check';
import { parse } from 'papaparse';
import { expect, it } from 'vitest';
import { csvHeader, csvRows, type CsvColumn } from './csv.ts';

const toCsv = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]) =>
  csvHeader(columns) + csvRows(columns, rows);

const text = [{ header: 'Text', value: (row: string) => row }];

function cellOf(value: string): string {
  const file = toCsv(text, [value]);
  const { data } = parse<string[]>(file.slice(1, -2), { delimiter: ',', newline: '\r\n' });
  return data[1]?.[0] ?? '';
}

it('a CSV file starts with a byte order mark and the headers, and its lines end with CRLF', () => {
  const columns = [
    { header: 'Name', value: (row: { name: string; amount: number }) => row.name },
    { header: 'Amount', value: (row: { name: string; amount: number }) => row.amount },
  ];
  const file = toCsv(columns, [
    { name: 'Ada "Countess", Lovelace', amount: -15 },
    { name: 'two\r\nlines', amount: 0.5 },
  ]);
  expect(file).toBe(
    '\uFEFFName,Amount\r\n"Ada ""Countess"", Lovelace",-15\r\n"two\r\nlines",0.5\r\n',
  );
  expect(new TextEncoder().encode(file).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
});

/** @covers security.files.8 */
it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '＝1',
  '＋1',
  '－1',
  '＠A1',
])(
  'a text that a spreadsheet could interpret as a formula is prefixed with an apostrophe: %j',
  (formula) => {
    expect(cellOf(formula)).toBe(`'${formula}`);
  },
);

it('a header is escaped like a text, a number stays a number, and a missing value is an empty cell', () => {
  const columns = [
    { header: '=A1', value: () => -12.5 },
    { header: 'None', value: () => null },
  ];
  expect(toCsv(columns, [{}])).toBe('\uFEFF"\'=A1",None\r\n-12.5,\r\n');
});

it('pages are written one after the other, and an empty page adds no line', () => {
  const pages = [['a', 'b'], [], ['c']].map((rows) => csvRows(text, rows));
  expect(csvHeader(text) + pages.join('')).toBe('\uFEFFText\r\na\r\nb\r\nc\r\n');
});

it('every text is parsed back unchanged or with an apostrophe as prefix', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (value) => {
      expect([value, `'${value}`]).toContain(cellOf(value));
    }),
  );
});
