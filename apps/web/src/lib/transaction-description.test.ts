import {
  CARD_TIERS,
  OPERATORS,
  cardOrderDescription,
  rechargeDescription,
} from '@beaconpay/domain';
import { expect, test } from 'vitest';
import { transactionDescription } from './transaction-description.ts';

test('An English page shows the stored descriptions', () => {
  for (const stored of [
    ...CARD_TIERS.map(cardOrderDescription),
    ...OPERATORS.map(rechargeDescription),
    'Refund 123',
  ]) {
    expect(transactionDescription(stored)).toBe(stored);
  }
});
