import { describe, expect, it } from 'vitest';
import { judgeAccountNumber, isIban, isSwiftCode, judgeSwiftCode } from './bank-account.ts';

describe('isIban', () => {
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'gb29 nwbk 6016 1331 9268 19',
    'FR1420041010050500013M02606',
    'MT84MALT011000012345MTLCAST001S',
    'NO93 8601 1117 947',
  ])('accepts %s', (typed) => {
    expect(isIban(typed)).toBe(true);
  });

  it.each([
    ['a wrong check digit', 'DE88370400440532013000'],
    ['a wrong length for its country', 'DE8937040044053201300'],
    ['two digits swapped', 'DE89370400440532010300'],
    ['not an IBAN', '12345678'],
    ['nothing', ''],
  ])('refuses %s', (_, typed) => {
    expect(isIban(typed)).toBe(false);
  });
});

describe('the account number hint', () => {
  it('is empty for account numbers that are not IBANs', () => {
    expect(judgeAccountNumber('12345678')).toBeNull();
    expect(judgeAccountNumber('')).toBeNull();
  });

  it('distinguishes a valid IBAN from a mistyped one', () => {
    expect(judgeAccountNumber('DE89370400440532013000')).toBe('valid-iban');
    expect(judgeAccountNumber('DE88370400440532013000')).toBe('invalid-iban');
  });
});

describe('the SWIFT/BIC code', () => {
  it.each(['whatever', 'password', 'HARBORXX'])(
    'is not %s, because the country does not exist',
    (typed) => {
      expect(isSwiftCode(typed)).toBe(false);
      expect(judgeSwiftCode(typed)).toBe('unknown-country');
    },
  );

  it.each(['DEUTDEFF', 'deut de ff 500', 'NEDSZAJJXXX'])('%s is accepted', (typed) => {
    expect(isSwiftCode(typed)).toBe(true);
    expect(judgeSwiftCode(typed)).toBe('valid');
  });

  it.each(['DEUTDEF', 'DEUTDEFF5', '12345678', 'DEUTDEFF5000'])('%s gets a warning', (typed) => {
    expect(isSwiftCode(typed)).toBe(false);
    expect(judgeSwiftCode(typed)).toBe('invalid-format');
  });

  it('gets no hint before anything is typed', () => {
    expect(judgeSwiftCode(' ')).toBeNull();
  });
});
