import { describe, expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { parseLogic } from './parse-logic.ts';
import { parseColumnList, parseTreePath } from './parse-names.ts';
import { parseOperation } from './parse-operation.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import { ValueList } from './query-types.ts';

type Case = readonly [text: string, position: string, details: string];

/** The errors are those of PostgREST 14: the position, what it found and what it expected. */
function expectError(
  parse: () => unknown,
  subject: string,
  position: string,
  details: string,
): void {
  let problem: unknown = null;
  try {
    parse();
  } catch (error) {
    problem = error;
  }
  expect(problem instanceof RestError ? problem.body : problem).toEqual({
    code: 'PGRST100',
    message: `"${subject}" (${position})`,
    details,
    hint: null,
  });
}

const NAME = 'field name (* or [a..z0..9_$])';
const AFTER_NAME = 'letter, digit, "-", "->>", "->"';

describe('select: parse errors', () => {
  test.each<Case>([
    ['id,,name', 'line 1, column 4', `unexpected "," expecting "...", ${NAME}, "*" or "count()"`],
    [
      'id,clients(name[])',
      'line 1, column 16',
      `unexpected '[' expecting ${AFTER_NAME}, "::", ".", ")", "," or end of input`,
    ],
    [
      'name!hint',
      'line 1, column 5',
      `unexpected '!' expecting ${AFTER_NAME}, "::", ".", ")", "," or end of input`,
    ],
    ['*!hint', 'line 1, column 2', `unexpected '!' expecting ")", "," or end of input`],
    ['name::', 'line 1, column 7', 'unexpected end of input expecting letter or digit'],
    [
      'data->>-78xy',
      'line 1, column 11',
      `unexpected 'x' expecting digit, "->", "::", ".", "," or end of input`,
    ],
    ['data->>--34', 'line 1, column 9', 'unexpected "-" expecting digit'],
    ['data->>-xy-4', 'line 1, column 9', 'unexpected "x" expecting digit'],
    [
      'data->(key',
      'line 1, column 7',
      'unexpected "(" expecting "-", digit or any non reserved character different from: .,>()',
    ],
    ['"open', 'line 1, column 6', 'unexpected end of input expecting "\\\\" or "\\""'],
  ])('%s', (text, position, details) => {
    const subject = `failed to parse select parameter (${text})`;
    expectError(() => parseSelect(text), subject, position, details);
  });
});

describe('order: parse errors', () => {
  const ALL = '"asc", "desc", "nullsfirst" or "nullslast"';
  test.each<Case>([
    ['id.ac', 'line 1, column 4', `unexpected "c" expecting ${ALL}`],
    ['id.descc', 'line 1, column 8', `unexpected 'c' expecting delimiter (.), "," or end of input`],
    ['id.nulsfist', 'line 1, column 4', `unexpected "n" expecting ${ALL}`],
    ['id.nullslasttt', 'line 1, column 13', `unexpected 't' expecting "," or end of input`],
    ['id.smth34', 'line 1, column 4', `unexpected "s" expecting ${ALL}`],
    ['id.asc.nlsfst', 'line 1, column 8', 'unexpected "l" expecting "nullsfirst" or "nullslast"'],
    ['id.asc.nullslasttt', 'line 1, column 17', `unexpected 't' expecting "," or end of input`],
    ['id.asc.smth34', 'line 1, column 8', 'unexpected "s" expecting "nullsfirst" or "nullslast"'],
    [
      'clients(name,id)',
      'line 1, column 8',
      `unexpected '(' expecting ${AFTER_NAME}, delimiter (.), "," or end of input`,
    ],
  ])('%s', (text, position, details) => {
    expectError(() => parseOrder(text), `failed to parse order (${text})`, position, details);
  });
});

describe('logic tree: parse errors', () => {
  test.each<Case>([
    [
      '()',
      'line 1, column 4',
      `unexpected ")" expecting ${NAME}, negation operator (not) or logic operator (and, or)`,
    ],
    ['(id.in.1,2,id.eq.3)', 'line 1, column 10', 'unexpected "1" expecting "("'],
    [')(', 'line 1, column 3', 'unexpected ")" expecting "("'],
    [
      '(id.eq.1,not.xor(id.eq.2,id.eq.3))',
      'line 1, column 16',
      'unexpected "x" expecting logic operator (and, or)',
    ],
    ['(id.eq.1', 'line 1, column 11', 'unexpected end of input expecting "," or ")"'],
  ])('or=%s', (text, position, details) => {
    const parse = () => parseLogic('or', text, new ValueList());
    expectError(parse, `failed to parse logic tree (${text})`, position, details);
  });

  test('rejects conditions after the end of the tree', () => {
    const text = '(id.eq.1),name.eq.x)';
    const parse = () => parseLogic('or', text, new ValueList());
    const details = 'unexpected "," expecting end of input';
    expectError(parse, `failed to parse logic tree (${text})`, 'line 1, column 12', details);
  });

  test('ignores an extra closing parenthesis', () => {
    const [one, two] = [new ValueList(), new ValueList()];
    expect(parseLogic('or', '(id.eq.1,id.eq.2))', one)).toEqual(
      parseLogic('or', '(id.eq.1,id.eq.2)', two),
    );
  });
});

describe('filter: parse errors', () => {
  const OPERATOR = 'operator (eq, gt, ...)';
  test.each<Case>([
    ['val', 'line 1, column 1', `unexpected "v" expecting "not" or ${OPERATOR}`],
    ['noop.0', 'line 1, column 1', `unexpected "o" expecting "not" or ${OPERATOR}`],
    ['fts().value', 'line 1, column 5', `unexpected ")" expecting ${OPERATOR}`],
    ['eq().value', 'line 1, column 4', `unexpected ")" expecting ${OPERATOR}`],
    ['is().value', 'line 1, column 3', `unexpected "(" expecting ${OPERATOR}`],
    ['in().value', 'line 1, column 3', `unexpected "(" expecting ${OPERATOR}`],
    ['in.1', 'line 1, column 4', 'unexpected "1" expecting "("'],
    [
      'is.nope',
      'line 1, column 6',
      'unexpected "p" expecting isVal: (null, not_null, true, false, unknown)',
    ],
    ['not.5', 'line 1, column 5', `unexpected "5" expecting ${OPERATOR}`],
    ['5\n', 'line 1, column 1', `unexpected "5" expecting "not" or ${OPERATOR}`],
    ['in.(a\nb', 'line 2, column 2', 'unexpected end of input expecting "," or ")"'],
    ['é.1', 'line 1, column 1', `unexpected "\\233" expecting "not" or ${OPERATOR}`],
  ])('%s', (text, position, details) => {
    const parse = () => parseOperation(text, new ValueList());
    expectError(parse, `failed to parse filter (${text})`, position, details);
  });
});

test('names: parse errors', () => {
  expectError(
    () => parseColumnList('', 'columns'),
    'failed to parse columns parameter ()',
    'line 1, column 1',
    `unexpected end of input expecting ${NAME}`,
  );
  expectError(
    () => parseTreePath(':id'),
    'failed to parse tree path (:id)',
    'line 1, column 1',
    `unexpected ":" expecting ${NAME}`,
  );
});
