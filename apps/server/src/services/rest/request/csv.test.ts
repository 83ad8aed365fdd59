import { expect, test } from 'vitest';
import { csvToJson } from './csv.ts';

const csvToObjects = (text: string) => JSON.parse(csvToJson(text).json) as unknown;

test('Cells may be quoted, hold line ends, and NULL means null', () => {
  expect(csvToObjects('a,b\r\n"x,""y""\nz",NULL\r\n,2')).toEqual([
    { a: 'x,"y"\nz', b: null },
    { a: '', b: '2' },
  ]);
});

test('A line with another number of cells is refused', () => {
  expect(() => csvToObjects('a,b\n1')).toThrow('All lines must have same number of fields');
});

test('Without lines there is nothing', () => {
  expect(csvToObjects('a,b\n')).toEqual([]);
});

test('blank lines are skipped', () => {
  expect(csvToObjects('a\n\n1\n\n')).toEqual([{ a: '1' }]);
});

test.each([
  ['', 'there is no header'],
  ['a,b\n1,"x', 'a quoted cell does not end'],
  ['a,b\n1,x"y"z', 'a quote stands within a cell'],
  ['a,b\n1,"x"y', 'a quote stands within a cell'],
])('%j is refused: %s', (text, problem) => {
  expect(() => csvToObjects(text)).toThrow(problem);
});

test('Of a name that comes twice the last cell counts', () => {
  expect(csvToJson('a,b,a\n1,2,3')).toEqual({
    names: ['a', 'b'],
    json: '[{"a":"3","b":"2"}]',
    isEmpty: false,
  });
});

test('A long header that many short lines would say again is refused before it fills the memory', () => {
  const text = `${'h'.repeat(500_000)}\n${'1\n'.repeat(250_000)}`;
  expect(() => csvToJson(text)).toThrow('its header is too long for so many lines');
});

test('Names as long as Postgres has them do not make a table of short cells too long', () => {
  const name = 'n'.repeat(63);
  const lines = '1\n'.repeat(20_000);
  expect(csvToJson(`${name}\n${lines}`).json).toHaveLength(20_000 * (name.length + 9) + 1);
});
