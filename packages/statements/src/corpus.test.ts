import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseStatement, type StatementOptions, type StatementResult } from './parse-statement.ts';
import type { StatementLine } from './statement-line.ts';

/**
 * Files of test/corpus with the lines or the error that they give. `account` and `currency` are those of
 * all lines without their own. Fields of a line without a value are left out.
 */
interface Expectation {
  readonly options?: StatementOptions;
  readonly error?: object;
  readonly format?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly lines?: readonly Partial<StatementLine>[];
  readonly notices?: readonly (readonly [key: string, line: number])[];
}

const CORPUS = join(import.meta.dirname, '../test/corpus');
const FORMATS = ['camt', 'mt940', 'ofx', 'table'];
const MIN_FILES = 60;

const CASES = FORMATS.flatMap((format) => {
  const text = readFileSync(join(CORPUS, `${format}.json`), 'utf8');
  const expectations = JSON.parse(text) as Record<string, Expectation>;
  return Object.entries(expectations).map(
    ([file, expected]) => [`${format}/${file}`, expected] as const,
  );
});

const EMPTY_LINE: Omit<StatementLine, 'key' | 'sourceLine'> = {
  account: '',
  bookingDate: '',
  valueDate: null,
  amount: '',
  currency: '',
  counterpartyName: null,
  counterpartyAccount: null,
  text: '',
  endToEndId: null,
  bankReference: null,
  isReversal: false,
  charges: null,
  instructed: null,
};

function expectedLines({ lines = [], account = '', currency = '' }: Expectation): object[] {
  return lines.map((line) => ({ ...EMPTY_LINE, account, currency, ...line }));
}

/** The result without the places of lines in the file, and with notices as pairs. */
function describeResult(result: StatementResult): object {
  if (!result.ok) return { error: result.error };
  return {
    format: result.format,
    lines: result.lines.map(({ key: _key, sourceLine: _sourceLine, ...line }) => line),
    notices: result.notices.map(({ key, line }) => [key, line]),
  };
}

describe('the corpus', () => {
  it('has an expectation for each file', () => {
    const files = FORMATS.flatMap((format) =>
      readdirSync(join(CORPUS, format)).map((file) => `${format}/${file}`),
    );
    expect(CASES.map(([file]) => file).toSorted()).toEqual(files.toSorted());
    expect(files.length).toBeGreaterThanOrEqual(MIN_FILES);
  });

  it.each(CASES)('%s', (file, expected) => {
    const bytes = readFileSync(join(CORPUS, file));
    const result = parseStatement(new Uint8Array(bytes), expected.options);
    expect(describeResult(result)).toEqual(
      expected.error === undefined
        ? {
            format: expected.format,
            lines: expectedLines(expected),
            notices: expected.notices ?? [],
          }
        : { error: expected.error },
    );
    if (result.ok) {
      const keys = result.lines.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});
