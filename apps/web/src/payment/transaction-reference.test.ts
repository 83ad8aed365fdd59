import { encodeCardReference } from '@beaconpay/domain';
import { describe, expect, it } from 'vitest';
import { describeTransactionReference } from './transaction-reference.ts';

const ada = { cardHolder: 'Ada Lovelace', brand: 'visa', last4: '4242', expiry: '12/2030' };

describe('describeTransactionReference', () => {
  it('describes the card of a card reference', () => {
    expect(describeTransactionReference(encodeCardReference(ada))).toBe(
      'Visa ending 4242, expires 12/2030, Ada Lovelace',
    );
  });

  it('returns any other reference unchanged', () => {
    expect(describeTransactionReference('FT-1')).toBe('FT-1');
  });
});
