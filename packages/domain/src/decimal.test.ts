import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, parseDecimal } from './decimal.ts';

describe('parseDecimal', () => {
  it.each([
    ['12', '12'],
    ['007.50', '7.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    [' 3.14 ', '3.14'],
    ['-0', '0'],
    ['-2.50', '-2.5'],
    ['0.000001', '0.000001'],
  ])('reads %s as %s', (typed, expected) => {
    expect(parseDecimal(typed, 6)).toBe(expected);
  });

  it.each(['', '.', '-', 'abc', '1e3', '1,000', '0x10', '1.2.3', '+5', '٣', 'NaN', 'Infinity'])(
    'refuses "%s"',
    (typed) => {
      expect(parseDecimal(typed, 6)).toBeNull();
    },
  );

  it('refuses more decimal places than allowed, except trailing zeros', () => {
    expect(parseDecimal('1.005', 2)).toBeNull();
    expect(parseDecimal('1.5000', 2)).toBe('1.5');
  });
});

describe('compareDecimals', () => {
  it('orders decimals of any size by their exact values', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), fc.nat({ max: 12 }), (left, right, places) => {
        const text = (value: bigint) => {
          const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
          const point = digits.length - places;
          return `${value < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
        };
        const expected = Math.sign(Number(left - right));
        expect(compareDecimals(text(left), text(right))).toBe(expected);
      }),
    );
  });

  it('detects differences that floating point loses', () => {
    expect(compareDecimals('0.1', '0.10000000000000000001')).toBe(-1);
    expect(compareDecimals('9007199254740993', '9007199254740992')).toBe(1);
  });

  it('refuses texts that are not numbers', () => {
    expect(() => compareDecimals('1', 'one')).toThrow(RangeError);
  });
});
