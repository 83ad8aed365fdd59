import { expect, test } from 'vitest';
import { csvToObjects } from './csv.ts';

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
