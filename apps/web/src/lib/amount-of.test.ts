import { expect, test } from 'vitest';
import { amountOf } from './amount-of.ts';

const amount = amountOf({ min: '0.01', places: 2, message: 'Enter an amount.' });

test('an amount is parsed to an exact decimal text without leading and trailing zeros', () => {
  expect(amount.parse('007.50')).toBe('7.5');
  expect(amount.parse('10000000')).toBe('10000000');
});

test.each([
  ['12,50', '12.5'],
  ['1.250,00', '1250'],
  ['1,250.00', '1250'],
  ['1,250', '1250'],
  ['1 250', '1250'],
  ['۱٬۲۵۰٫۵', '1250.5'],
])('the amount "%s" is parsed as %s', (typed, exact) => {
  expect(amount.parse(typed)).toBe(exact);
});

const walletAmount = amountOf({ min: '0.000001', places: 18, message: 'Enter an amount.' });
const messageOf = (schema: typeof amount, typed: string) =>
  schema
    .safeParse(typed)
    .error?.issues.map(({ message }) => message)
    .join();

test.each([
  ['1.250', amount, "We can't tell if this is 1,250 or 1.25. Enter 1250 or 1.25."],
  [
    '1.251',
    amount,
    "We can't tell if this is 1,251 or 1.251. Enter 1251 or an amount with at most 2 decimals.",
  ],
  ['1,500', walletAmount, "We can't tell if this is 1,500 or 1.5. Enter 1500 or 1.5."],
  ['1.125', walletAmount, "We can't tell if this is 1,125 or 1.125. Enter 1125 or 1.1250."],
  ['1,25,00', amount, 'Enter the amount in digits, like 1250.50.'],
  ['ten', amount, 'Enter the amount in digits, like 1250.50.'],
  ['0,005', amount, 'Enter an amount.'],
  [' ', amount, 'Enter an amount.'],
])('the amount "%s" is rejected with a reason', (typed, schema, message) => {
  expect(messageOf(schema, typed)).toBe(message);
});

test('the amounts that an error message suggests are accepted', () => {
  expect(walletAmount.parse('1.1250')).toBe('1.125');
  expect(walletAmount.parse('1125')).toBe('1125');
});

test('an amount above the maximum is rejected with a message about the maximum', () => {
  expect(amount.safeParse('10000000.01').error?.issues.map(({ message }) => message)).toEqual([
    'Enter an amount of at most 10,000,000.',
  ]);
});
