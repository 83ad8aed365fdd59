import { decodeCardReference } from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import { expect, test } from 'vitest';
import { z } from '../lib/zod.ts';
import { manualPaymentErrorSummary, manualPaymentDefaults } from './manual-payment-values.ts';
import {
  manualPaymentFields,
  refineManualPayment,
  paymentProofOf,
  type ManualPaymentValues,
} from './manual-payment.schema.ts';
import { PAYMENT_METHODS } from './payment-method-texts.ts';

const schema = z.object(manualPaymentFields).check(z.superRefine(refineManualPayment));

const card: ManualPaymentValues = {
  ...manualPaymentDefaults,
  paymentMethod: 'card_payment',
  cardholderName: ' Ada Lovelace ',
  cardNumber: '4242 4242 4242 4242',
  expiryMonth: '04',
  expiryYear: '2030',
  cvv: '739',
};

/** The names of the fields that are in the way. */
function refusedFields(values: Record<keyof ManualPaymentValues, string>): PropertyKey[] {
  const { error } = schema.safeParse(values);
  return error?.issues.flatMap(({ path }) => path.slice(0, 1)) ?? [];
}

function errorSummaryOf(values: ManualPaymentValues) {
  const { error } = schema.safeParse(values);
  const errors: FieldErrors<ManualPaymentValues> = {};
  for (const { path, message } of error?.issues ?? []) {
    errors[path[0] as keyof ManualPaymentValues] = { type: 'custom', message };
  }
  return manualPaymentErrorSummary(errors, values, 'Order Submission Failed');
}

/** @covers 5.card-order.4 */
test('every method but card payment needs a reference that is more than spaces', () => {
  for (const { id } of PAYMENT_METHODS) {
    if (id === 'card_payment') continue;
    const values = { ...manualPaymentDefaults, paymentMethod: id };
    expect(refusedFields({ ...values, transactionReference: '  ' })).toEqual([
      'transactionReference',
    ]);
    expect(refusedFields({ ...values, transactionReference: 'WIRE-1' })).toEqual([]);
  }
});

/** @covers 5.card-order.3 */
test('a card payment needs all five fields and no reference', () => {
  expect(refusedFields(card)).toEqual([]);
  expect(
    refusedFields({ ...manualPaymentDefaults, paymentMethod: 'card_payment' }).toSorted(),
  ).toEqual(['cardNumber', 'cardholderName', 'cvv', 'expiryMonth', 'expiryYear']);
  expect(errorSummaryOf({ ...card, cvv: '' })).toMatchObject({
    title: 'Missing Card Information',
    description: 'Please fill all card payment details.',
  });
});

test('an unknown method is refused', () => {
  expect(refusedFields({ ...card, paymentMethod: 'barter' })).toEqual(['paymentMethod']);
});

test('a half-typed card number or CVV is not enough, and letters are no CVV', () => {
  expect(refusedFields({ ...card, cardNumber: '4242 42' })).toEqual(['cardNumber']);
  expect(refusedFields({ ...card, cvv: '12' })).toEqual(['cvv']);
  expect(refusedFields({ ...card, cvv: 'abc' })).toEqual(['cvv']);
});

test('the reference of a card payment holds neither the number nor the CVV', () => {
  const reference = paymentProofOf(card).transactionReference;
  expect(decodeCardReference(reference)).toEqual({
    cardHolder: 'Ada Lovelace',
    brand: 'visa',
    last4: '4242',
    expiry: '04/2030',
  });
  expect(reference.replace(/\D/g, '')).not.toContain('42424242');
  expect(reference).not.toContain('739');
});

test('card fields left over from another choice never reach the reference', () => {
  const values = { ...card, paymentMethod: 'manual_cash', transactionReference: ' R-9 ' } as const;
  expect(paymentProofOf(values).transactionReference).toBe('R-9');
});

test('a card number in a reference or in the name on the card is refused by name', () => {
  const inReference = {
    ...manualPaymentDefaults,
    transactionReference: 'visa 4242424242424242',
  };
  expect(refusedFields(inReference)).toEqual(['transactionReference']);
  expect(errorSummaryOf(inReference)).toMatchObject({ title: 'Order Submission Failed' });
  const inName = { ...card, cardholderName: '4242-4242-4242-4242' };
  expect(refusedFields(inName)).toEqual(['cardholderName']);
  expect(errorSummaryOf(inName)).toMatchObject({ title: 'Order Submission Failed' });
  expect(refusedFields({ ...manualPaymentDefaults, transactionReference: 'CVV 123' })).toEqual([
    'transactionReference',
  ]);
});

test('a name that becomes a card number beside the last four digits is refused', () => {
  const split = { ...card, cardholderName: '411111111111', cardNumber: '4242 4242 4242 1111' };
  expect(refusedFields(split)).toEqual(['cardholderName']);
});

test('the error of a reference names what to enter instead', () => {
  expect(
    errorSummaryOf({ ...manualPaymentDefaults, transactionReference: '4242424242424242' }),
  ).toMatchObject({
    description: expect.stringContaining('enter its last eight characters') as string,
  });
});

test('the reference of a bank is accepted: date and number, UUID, IBAN', () => {
  for (const transactionReference of [
    '2026112100000008',
    'b3f1c9e2-4111-4111-8111-111111111111',
    'DE89 3704 0044 0532 0130 00',
  ]) {
    expect(refusedFields({ ...manualPaymentDefaults, transactionReference })).toEqual([]);
  }
});
