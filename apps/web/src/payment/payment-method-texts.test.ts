import { expect, test } from 'vitest';
import { PAYMENT_METHODS, paymentMethodLabel } from './payment-method-texts.ts';

test('a known payment method is shown with its label, and an unknown one with spaces', () => {
  expect(paymentMethodLabel('binance_pay')).toBe('Binance Pay');
  expect(paymentMethodLabel('some_new_way')).toBe('some new way');
});

/** @covers 9.26 */
test('a card payment is marked as a demonstration', () => {
  const card = PAYMENT_METHODS.find(({ id }) => id === 'card_payment');
  expect(card?.instruction.toLowerCase()).toContain('demonstration only');
});

/** @covers 9.26 */
test('account details are marked as placeholders', () => {
  for (const { id, details } of PAYMENT_METHODS) {
    if (id === 'card_payment') expect(details).toEqual([]);
    else expect(JSON.stringify(details).toLowerCase()).toContain('placeholder');
  }
});
