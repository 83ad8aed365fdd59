import { expect, test } from 'vitest';
import { amountOf } from './amount-of.ts';

const amount = amountOf({ min: '0.01', places: 2, message: 'Enter an amount.' });

test('an exact decimal text leaves the field, whatever zeros were typed', () => {
  expect(amount.parse('007.50')).toBe('7.5');
  expect(amount.parse('10000000')).toBe('10000000');
});

test('an amount beyond the most is refused by name', () => {
  expect(amount.safeParse('10000000.01').error?.issues.map(({ message }) => message)).toEqual([
    'Enter an amount of at most 10,000,000.',
  ]);
});
