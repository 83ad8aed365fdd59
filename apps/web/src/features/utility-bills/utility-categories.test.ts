import { expect, test } from 'vitest';
import { UTILITY_CATEGORIES } from './utility-categories.ts';

test('there are six bill categories', () => {
  expect(UTILITY_CATEGORIES.map(({ name }) => name)).toEqual([
    'Electricity',
    'Water',
    'Internet & TV',
    'Gas',
    'Insurance',
    'Rent',
  ]);
});
