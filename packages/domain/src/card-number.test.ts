import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardBrand,
  cardLastFour,
  containsCardNumber,
  containsCardSecret,
  containsSecurityCode,
  maskCardSecrets,
  passesLuhn,
} from './card-number.ts';

/** Published test numbers of the card networks. */
const TEST_NUMBERS = [
  ['4111111111111111', 'visa'],
  ['4222222222222', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
  ['30569309025904', 'diners'],
  ['3530111333300000', 'jcb'],
  ['6200000000000005', 'unionpay'],
  ['6759649826438453', 'maestro'],
] as const;

describe.each(TEST_NUMBERS)('the test number %s', (number, brand) => {
  it(`is a card number of ${brand}`, () => {
    expect(containsCardNumber(number)).toBe(true);
    expect(cardBrand(number)).toBe(brand);
    expect(cardLastFour(number)).toBe(number.slice(-4));
  });

  it('is found in any text with any grouping of its digits', () => {
    const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '/');
    fc.assert(
      fc.property(
        fc.array(separator, { minLength: number.length, maxLength: number.length }),
        fc.constantFrom('', 'card ', 'ref: '),
        fc.constantFrom('', ' 12/28', ' exp', ', thanks'),
        (separators, before, after) => {
          const grouped = Array.from(number, (digit, place) => (separators[place] ?? '') + digit);
          expect(containsCardNumber(before + grouped.join('') + after)).toBe(true);
        },
      ),
    );
  });

  it('is not found with a wrong digit', () => {
    const wrong = number.slice(0, -1) + String((Number(number.slice(-1)) + 1) % 10);
    expect(passesLuhn(wrong)).toBe(false);
    expect(containsCardNumber(`card ${wrong}`)).toBe(false);
  });
});

describe('containsCardNumber', () => {
  it.each([
    '',
    'FT-2026-0001',
    '+2348035550100',
    'DE89 3704 0044 0532 0130 00',
    '4111 1111 card 1111 1111',
    '000000000000000000',
    '12345678901234567890123456789',
  ])('ignores "%s"', (text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  it('finds full-width digits', () => {
    expect(containsCardNumber('４１１１１１１１１１１１１１１１')).toBe(true);
  });

  it('finds a number between other numbers', () => {
    expect(containsCardNumber('77 4111 1111 1111 1111 99')).toBe(true);
  });

  it('is fast for a hostile text', () => {
    const startedAt = performance.now();
    containsCardNumber('1 '.repeat(50_000));
    containsCardNumber('9'.repeat(100_000));
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

describe('containsSecurityCode', () => {
  it.each(['cvv 123', 'CVV: 1234', 'cvc=123', 'CVV2 "123"', 'security code 123', 'x,cid#999'])(
    'finds "%s"',
    (text) => {
      expect(containsSecurityCode(text)).toBe(true);
    },
  );

  it.each(['', '123', 'cvv', 'cvv 12', 'cvv 12345', 'acid 123', 'cvvx 123'])(
    'ignores "%s"',
    (text) => {
      expect(containsSecurityCode(text)).toBe(false);
    },
  );
});

it('an unknown number has the brand card', () => {
  expect(cardBrand('9999')).toBe('card');
  expect(cardBrand('')).toBe('card');
});

describe('maskCardSecrets', () => {
  it.each([
    ['card 4111 1111 1111 1111 exp 12/28', 'card •••• •••• •••• 1111 exp 12/28'],
    ['4111111111111111 and 378282246310005', '••••••••••••1111 and •••••••••••0005'],
    ['٤١١١١١١١١١١١١١١١', '••••••••••••1111'],
    ['cvv: 123, thanks', 'cvv: •••, thanks'],
    ['invoice 2026-0001', 'invoice 2026-0001'],
    ['DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
  ])('masks %j as %j', (text, expected) => {
    expect(maskCardSecrets(text)).toBe(expected);
  });

  it('returns a text that can be stored, whatever is around the secrets', () => {
    const part = fc.oneof(
      fc.constantFrom(...TEST_NUMBERS.map(([number]) => number)),
      fc.constantFrom('cvc 123', 'CID 4444', ' ', '-', 'a', '+', '7', '٤'),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const masked = maskCardSecrets(text);
        expect(containsCardSecret(masked)).toBe(false);
        if (!containsCardSecret(text)) expect(masked).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
