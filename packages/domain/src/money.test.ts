import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorUnitsToDecimal } from './money.ts';

describe('minor units', () => {
  it('are a decimal text without a rounding error', () => {
    expect(minorUnitsToDecimal(-5)).toBe('-0.05');
    fc.assert(
      fc.property(fc.maxSafeInteger(), (minorUnits) => {
        const digits = minorUnitsToDecimal(minorUnits).replace('.', '');
        expect(BigInt(digits)).toBe(BigInt(minorUnits));
      }),
    );
  });

  it('are whole numbers', () => {
    expect(() => minorUnitsToDecimal(1.5)).toThrow(RangeError);
  });
});
