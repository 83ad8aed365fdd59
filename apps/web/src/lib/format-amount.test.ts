import { CURRENCIES } from '@beaconpay/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSignedAmount, formatAmount, formatExactAmount } from './format-amount.ts';

describe('formatAmount', () => {
  it.each([
    ['15', 'USD', '$15.00'],
    [15, 'USD', '$15.00'],
    ['1234567.5', 'EUR', '€1,234,567.50'],
    [-3, 'GBP', '-£3.00'],
    ['1000', 'JPY', '¥1,000.00'],
    ['1', 'CAD', 'C$1.00'],
    ['1', 'AUD', 'A$1.00'],
    ['1', 'CHF', 'Fr1.00'],
    ['0.129', 'BTC', '₿0.13'],
    ['2', 'ETH', 'Ξ2.00'],
    ['12', 'USDT', 'USDT 12.00'],
    ['5', 'NGN', 'NGN 5.00'],
    [1e-7, 'USD', '$0.00'],
    ['1.005', 'USD', '$1.01'],
    ['2.675', 'USD', '$2.68'],
    ['-1.005', 'USD', '-$1.01'],
    ['0.994', 'USD', '$0.99'],
    ['0.995', 'USD', '$1.00'],
    [' 7. ', 'USD', '$7.00'],
    ['0x10', 'USD', '–'],
    ['', 'USD', '–'],
    ['12345678901234567890.129', 'USD', '$12,345,678,901,234,567,890.13'],
    ['-0.001', 'USD', '$0.00'],
    ['abc', 'USD', '–'],
    [Number.NaN, 'USD', '–'],
  ])('shows %s %s as %s', (amount, currency, expected) => {
    expect(formatAmount(amount, currency)).toBe(expected);
  });

  /** @covers 9.28 */
  it('always shows exactly two decimals', () => {
    const codes = fc.constantFrom(...CURRENCIES.map(({ code }) => code));
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), codes, (amount, code) => {
        expect(formatAmount(amount, code)).toMatch(/\d\.\d{2}$/);
      }),
    );
  });
});

describe('formatExactAmount', () => {
  it.each([
    ['1250.5', 'USD', '$1,250.50'],
    ['0.000001', 'BTC', '0.000001 BTC'],
    ['1.125', 'ETH', '1.125 ETH'],
  ])('shows %s %s as %s', (amount, currency, expected) => {
    expect(formatExactAmount(amount, currency)).toBe(expected);
  });
});

it('formatSignedAmount shows the direction of a transaction as a sign', () => {
  expect(formatSignedAmount('15', 'USD', true)).toBe('+$15.00');
  expect(formatSignedAmount(15, 'USD', false)).toBe('-$15.00');
  expect(formatSignedAmount('12', 'USDT', false)).toBe('-USDT 12.00');
});
