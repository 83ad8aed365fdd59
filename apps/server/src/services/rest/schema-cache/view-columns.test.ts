import { expect, test } from 'vitest';
import { findViewColumnSources } from './view-columns.ts';

const entry = (number: number, table: number, column: number, name = 'n') =>
  `{TARGETENTRY :expr {VAR :varno 1 :location 7} :resno ${number} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`;

test('finds plain columns of the outermost query, not computed ones', () => {
  const tree = `({QUERY :commandType 1 :rtable ({RANGETBLENTRY :relid 9}) :targetList (${entry(1, 100, 2)} ${entry(2, 0, 0)} ${entry(3, 200, 5)}) :returningList <>})`;
  expect(findViewColumnSources(tree)).toEqual([
    { number: 1, relationId: 100, columnNumber: 2 },
    { number: 3, relationId: 200, columnNumber: 5 },
  ]);
});

test('ignores columns of nested queries', () => {
  const inner = `{QUERY :commandType 1 :targetList (${entry(1, 300, 1)})}`;
  const tree = `({QUERY :rtable ({RANGETBLENTRY :subquery ${inner}}) :targetList (${entry(1, 100, 1)}) :limitCount <>})`;
  expect(findViewColumnSources(tree)).toEqual([{ number: 1, relationId: 100, columnNumber: 1 }]);
});

test('handles escaped braces in names', () => {
  const tree = `({QUERY :targetList (${entry(1, 100, 1, 'a\\ \\{b\\)')} ${entry(2, 100, 2)}) :x <>})`;
  expect(findViewColumnSources(tree).map(({ number }) => number)).toEqual([1, 2]);
});
