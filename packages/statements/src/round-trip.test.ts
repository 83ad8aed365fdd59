import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderCamt, type CamtStyle } from '../test/render/camt.ts';
import { encode, type Encoding } from '../test/render/encode.ts';
import { statements, type Movement, type Statement } from '../test/render/movement.ts';
import { renderMt940 } from '../test/render/mt940.ts';
import { renderOfx } from '../test/render/ofx.ts';
import { renderTable, type TableStyle } from '../test/render/table.ts';
import { parseStatement, type StatementOptions } from './parse-statement.ts';
import type { StatementLine } from './statement-line.ts';
import { inspectTable } from './table/inspect-table.ts';

const encodings = fc.constantFrom<Encoding>(
  'utf-8',
  'utf-8-bom',
  'utf-16le',
  'utf-16be',
  'windows-1252',
);
const lineEnds = fc.constantFrom('\n', '\r\n', '\r');
const file = fc.record({ encoding: encodings, lineEnd: lineEnds });
type FileStyle = typeof file extends fc.Arbitrary<infer Style> ? Style : never;

const camtStyles: fc.Arbitrary<CamtStyle> = fc.record({
  message: fc.constantFrom('052', '053', '054'),
  version: fc.integer({ min: 2, max: 13 }),
  prefix: fc.constantFrom('', 'ns2:', 'camt:'),
  hasBatches: fc.boolean(),
  isIndented: fc.boolean(),
});
const tableStyles: fc.Arbitrary<TableStyle> = fc
  .record<TableStyle>({
    delimiter: fc.constantFrom(';', ',', '\t', '|'),
    date: fc.constantFrom('ymd', 'dmy', 'mdy', 'points'),
    decimalMark: fc.constantFrom('.', ','),
    grouping: fc.constantFrom('', '.', ',', "'", ' ', 'india'),
    amounts: fc.constantFrom('signed', 'split', 'sign-column', 'minus-last', 'parentheses'),
  })
  .filter(({ grouping, decimalMark }) => {
    return (grouping === 'india' ? ',' : grouping) !== decimalMark;
  });

function parseLines(
  text: string,
  { encoding, lineEnd }: FileStyle = { encoding: 'utf-8', lineEnd: '\n' },
  options?: StatementOptions,
): readonly StatementLine[] {
  const result = parseStatement(encode(text.replaceAll('\n', lineEnd), encoding), options);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.lines;
}

/** The movements that the lines describe. */
function movementsOf(lines: readonly StatementLine[]): Movement[] {
  return lines.map(({ key: _key, sourceLine: _sourceLine, account: _account, ...rest }) => rest);
}

/** Equal movements of one statement are different lines; the counter needs no other difference. */
function expectSameMovements(lines: readonly StatementLine[], statement: Statement): void {
  expect(lines.every(({ account }) => account === statement.account)).toBe(true);
  expect(movementsOf(lines)).toEqual(statement.movements);
}

/** What a table needs if its dates have two readings. */
function dateMapping(style: TableStyle): StatementOptions {
  const text = renderTable([], style);
  const dateFormat = style.date === 'points' ? 'dmy' : style.date;
  const { headerKey, columns } = inspectTable(new TextEncoder().encode(text));
  return { mapping: { headerKey, columns, dateFormat } };
}

describe('a statement is read as it was written, in any encoding', () => {
  it('as a camt message of any version', () => {
    fc.assert(
      fc.property(
        statements({ hasReversals: true }),
        camtStyles,
        file,
        (statement, style, fileStyle) => {
          const lines = parseLines(renderCamt([statement], style), fileStyle);
          expectSameMovements(lines, statement);
        },
      ),
    );
  });

  it('as MT940 or MT942', () => {
    fc.assert(
      fc.property(
        statements({ hasReversals: true }),
        fc.record({
          isInterim: fc.boolean(),
          hasBlocks: fc.boolean(),
          separator: fc.constantFrom('?', '~', '^'),
        }),
        file,
        (statement, style, fileStyle) => {
          const lines = parseLines(renderMt940(statement, style), fileStyle);
          expectSameMovements(lines, statement);
        },
      ),
    );
  });

  it('as OFX', () => {
    fc.assert(
      fc.property(
        statements({ hasReversals: false }),
        fc.record({ isXml: fc.boolean() }),
        file,
        (statement, style, fileStyle) => {
          const lines = parseLines(renderOfx([statement], style), fileStyle);
          expectSameMovements(lines, statement);
        },
      ),
    );
  });

  it('as a table', () => {
    fc.assert(
      fc.property(
        statements({ hasReversals: false }),
        tableStyles,
        file,
        (statement, style, fileStyle) => {
          const text = renderTable([statement], style);
          const lines = parseLines(text, fileStyle, dateMapping(style));
          expectSameMovements(lines, statement);
        },
      ),
    );
  });
});

describe('the keys of lines', () => {
  it('are the same in all formats', () => {
    fc.assert(
      fc.property(
        statements({ hasReversals: false }),
        camtStyles,
        tableStyles,
        (statement, camtStyle, tableStyle) => {
          const swift = { isInterim: false, hasBlocks: false, separator: '?' } as const;
          const files = [
            parseLines(renderCamt([statement], camtStyle)),
            parseLines(renderMt940(statement, swift)),
            parseLines(renderOfx([statement], { isXml: true })),
            parseLines(renderTable([statement], tableStyle), undefined, dateMapping(tableStyle)),
          ];
          const [first, ...others] = files.map((lines) => lines.map(({ key }) => key));
          for (const other of others) expect(other).toEqual(first);
        },
      ),
    );
  });

  it('are the same in any order and overlap of statements', () => {
    // Few different values, so that equal movements are frequent.
    const few = statements({ hasReversals: false }).map(({ account, movements }) => ({
      account,
      movements: movements.flatMap((movement, at) => {
        const alike = { ...movement, bankReference: null, text: `order ${at % 2}`, amount: '10' };
        return at % 3 === 0 ? [movement] : [alike, alike];
      }),
    }));
    const period = fc.tuple(fc.nat(40), fc.nat(40), fc.integer());
    fc.assert(
      fc.property(few, fc.array(period, { maxLength: 4 }), (statement, periods) => {
        const days = [...new Set(statement.movements.map(({ bookingDate }) => bookingDate))];
        const all = keysOf([statement]);
        const files = periods.map(([from, length, seed]) => {
          const included = days.toSorted().slice(from % days.length, (from % days.length) + length);
          const movements = statement.movements.filter(({ bookingDate }) =>
            included.includes(bookingDate),
          );
          return keysOf([{ ...statement, movements: shuffle(movements, seed) }]);
        });
        expect(all).toHaveLength(statement.movements.length);
        expect(new Set([...files.flat(), ...all])).toEqual(new Set(all));
        // Also if the statements are in one file.
        const inOneFile = keysOf([
          statement,
          { ...statement, movements: statement.movements.toReversed() },
        ]);
        expect(new Set(inOneFile)).toEqual(new Set(all));
        expect(inOneFile).toHaveLength(all.length);
      }),
    );
  });
});

function keysOf(all: readonly Statement[]): string[] {
  const text = renderCamt(all, {
    message: '053',
    version: 8,
    prefix: '',
    hasBatches: false,
    isIndented: true,
  });
  return parseLines(text).map(({ key }) => key);
}

function shuffle<T>(values: readonly T[], seed: number): T[] {
  return values
    .map((value, at) => [Math.imul(at + 1, seed | 1) % 97, value] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, value]) => value);
}
