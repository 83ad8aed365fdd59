import { expect, test } from 'vitest';
import { csvToJson } from './csv.ts';

const csvToObjects = (text: string) => JSON.parse(csvToJson(text).json) as unknown;

test('parses quoted cells, line breaks in cells, and NULL', () => {
  expect(csvToObjects('a,b\r\n"x,""y""\nz",NULL\r\n,2')).toEqual([
    { a: 'x,"y"\nz', b: null },
    { a: '', b: '2' },
  ]);
});

test('rejects a line with a different number of cells', () => {
  expect(() => csvToObjects('a,b\n1')).toThrow('All lines must have same number of fields');
});

test('returns no rows for a header alone', () => {
  expect(csvToObjects('a,b\n')).toEqual([]);
});

test('skips blank lines', () => {
  expect(csvToObjects('a\n\n1\n\n')).toEqual([{ a: '1' }]);
});

test.each([
  ['', 'there is no header'],
  ['a,b\n1,"x', 'a quoted cell does not end'],
  ['a,b\n1,x"y"z', 'a quote stands within a cell'],
  ['a,b\n1,"x"y', 'a quote stands within a cell'],
])('rejects %j: %s', (text, problem) => {
  expect(() => csvToObjects(text)).toThrow(problem);
});

test('uses the last cell of a duplicate name', () => {
  expect(csvToJson('a,b,a\n1,2,3')).toEqual({
    names: ['a', 'b'],
    json: '[{"a":"3","b":"2"}]',
    isEmpty: false,
  });
});

/** @covers security.limits.2 */
test('rejects a long header with many short lines before it fills the memory', () => {
  const text = `${'h'.repeat(500_000)}\n${'1\n'.repeat(250_000)}`;
  expect(() => csvToJson(text)).toThrow('its header is too long for so many lines');
});

test('accepts names of the maximum Postgres length over short cells', () => {
  const name = 'n'.repeat(63);
  const lines = '1\n'.repeat(20_000);
  expect(csvToJson(`${name}\n${lines}`).json).toHaveLength(20_000 * (name.length + 9) + 1);
});
