import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCardReference, encodeCardReference } from './card-reference.ts';

const ada = { cardHolder: 'Ada Lovelace', brand: 'visa', last4: '4242', expiry: '12/2030' };

describe('the card reference', () => {
  /** @covers 5.card-order.7 */
  it('is a prefixed JSON text', () => {
    expect(encodeCardReference(ada)).toBe(
      'CARD_PAYMENT_DETAILS:{"cardHolder":"Ada Lovelace","brand":"visa","last4":"4242","expiry":"12/2030"}',
    );
  });

  it('contains only its four fields', () => {
    const form = { ...ada, cardNumber: '4242424242424242', cvv: '123' };
    expect(encodeCardReference(form)).toBe(encodeCardReference(ada));
  });

  it('is parsed to the same values', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        fc.string(),
        (cardHolder, brand, last4, expiry) => {
          const details = { cardHolder, brand, last4, expiry };
          expect(decodeCardReference(encodeCardReference(details))).toEqual(details);
        },
      ),
    );
  });

  it.each([
    'FT-1',
    'CARD_PAYMENT_DETAILS:',
    'CARD_PAYMENT_DETAILS:{',
    'CARD_PAYMENT_DETAILS:null',
    'CARD_PAYMENT_DETAILS:{"last4":"4242"}',
    'CARD_PAYMENT_DETAILS:{"cardHolder":1,"brand":"visa","last4":"4242","expiry":"12/2030"}',
  ])('is not parsed from %s', (reference) => {
    expect(decodeCardReference(reference)).toBeNull();
  });
});
