import { expect, it } from 'vitest';
import { encodeCardReference } from './card-reference.ts';
import { maskTransactionReference } from './masked-reference.ts';

it.each([
  ['TR-2026-77', '•••• 6-77'],
  ['  4711  ', '•••• 11'],
  ['abc', '•••• c'],
  ['x', '••••'],
  ['ref 🏦🏦🏦🏦🏦', '•••• 🏦🏦🏦🏦'],
])('the reference %j is masked as %j', (reference, masked) => {
  expect(maskTransactionReference(reference)).toBe(masked);
});

it('a masked card shows its brand and last four digits, without holder and expiry', () => {
  const reference = encodeCardReference({
    cardHolder: 'Ada Lovelace',
    brand: 'visa',
    last4: '4242',
    expiry: '12/2030',
  });
  expect(maskTransactionReference(reference)).toBe('Visa •••• 4242');
});
