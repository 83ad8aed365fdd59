import { CURRENCIES } from '@beaconpay/domain';
import { expect, test } from 'vitest';
import { accountNumberHint, swiftCodeHint, walletAddressHint } from './recipient-hints.ts';

test('an IBAN is confirmed, a wrong one is questioned, another number has no hint', () => {
  expect(accountNumberHint('DE89370400440532013000')).toBe('This IBAN looks right.');
  expect(accountNumberHint('DE88370400440532013000')).toContain('Please check it.');
  expect(accountNumberHint('12345678')).toBeNull();
});

test('a SWIFT/BIC code is confirmed or questioned', () => {
  expect(swiftCodeHint('DEUTDEFF')).toBe('This SWIFT/BIC code looks right.');
  expect(swiftCodeHint('DEUTXXFF')).toContain('must be a country code');
  expect(swiftCodeHint('DEUT')).toContain('Please check it.');
  expect(swiftCodeHint(' ')).toBeNull();
});

test.each(CURRENCIES.filter(({ kind }) => kind === 'crypto'))(
  'a text that is not a $code address is questioned',
  ({ code }) => {
    expect(walletAddressHint('my wallet', code)).toContain('Please check it');
  },
);

test('a wallet address has no hint before anything is typed', () => {
  expect(walletAddressHint('  ', 'BTC')).toBeNull();
});
