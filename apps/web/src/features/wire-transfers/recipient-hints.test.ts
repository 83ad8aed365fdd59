import { CURRENCIES } from '@beaconpay/domain';
import { expect, test } from 'vitest';
import { accountNumberHint, swiftCodeHint, walletAddressHint } from './recipient-hints.ts';

test('a valid IBAN has a confirmation, an invalid IBAN has a warning, and another number has no hint', () => {
  expect(accountNumberHint('DE89370400440532013000')).toBe('This IBAN looks right.');
  expect(accountNumberHint('DE88370400440532013000')).toContain('Please check it.');
  expect(accountNumberHint('12345678')).toBeNull();
});

test('a valid SWIFT/BIC code has a confirmation, and an invalid code has a warning', () => {
  expect(swiftCodeHint('DEUTDEFF')).toBe('This SWIFT/BIC code looks right.');
  expect(swiftCodeHint('DEUTXXFF')).toContain('must be a country code');
  expect(swiftCodeHint('DEUT')).toContain('Please check it.');
  expect(swiftCodeHint(' ')).toBeNull();
});

test.each(CURRENCIES.filter(({ kind }) => kind === 'crypto'))(
  'a text that is not a $code address has a warning',
  ({ code }) => {
    expect(walletAddressHint('my wallet', code)).toContain('Please check it');
  },
);

test('an empty wallet address has no hint', () => {
  expect(walletAddressHint('  ', 'BTC')).toBeNull();
});
