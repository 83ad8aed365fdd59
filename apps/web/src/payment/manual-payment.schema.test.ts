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

/** The names of the invalid fields. */
function invalidFields(values: Record<keyof ManualPaymentValues, string>): PropertyKey[] {
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
test('every payment method except card payment needs a reference that is not blank', () => {
  for (const { id } of PAYMENT_METHODS) {
    if (id === 'card_payment') continue;
    const values = { ...manualPaymentDefaults, paymentMethod: id };
    expect(invalidFields({ ...values, transactionReference: '  ' })).toEqual([
      'transactionReference',
    ]);
    expect(invalidFields({ ...values, transactionReference: 'WIRE-1' })).toEqual([]);
  }
});

/** @covers 5.card-order.3 */
test('a card payment needs all five fields and no reference', () => {
  expect(invalidFields(card)).toEqual([]);
  expect(
    invalidFields({ ...manualPaymentDefaults, paymentMethod: 'card_payment' }).toSorted(),
  ).toEqual(['cardNumber', 'cardholderName', 'cvv', 'expiryMonth', 'expiryYear']);
  expect(errorSummaryOf({ ...card, cvv: '' })).toMatchObject({
    title: 'Missing Card Information',
    description: 'Please fill all card payment details.',
  });
});

test('an unknown payment method is rejected', () => {
  expect(invalidFields({ ...card, paymentMethod: 'barter' })).toEqual(['paymentMethod']);
});

test('an incomplete card number, an incomplete CVV and a CVV with letters are rejected', () => {
  expect(invalidFields({ ...card, cardNumber: '4242 42' })).toEqual(['cardNumber']);
  expect(invalidFields({ ...card, cvv: '12' })).toEqual(['cvv']);
  expect(invalidFields({ ...card, cvv: 'abc' })).toEqual(['cvv']);
});

test('the reference of a card payment contains neither the card number nor the CVV', () => {
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

test('the reference of another payment method ignores filled card fields', () => {
  const values = { ...card, paymentMethod: 'manual_cash', transactionReference: ' R-9 ' } as const;
  expect(paymentProofOf(values).transactionReference).toBe('R-9');
});

test('a card number is rejected in a reference and in the name on the card', () => {
  const inReference = {
    ...manualPaymentDefaults,
    transactionReference: 'visa 4242424242424242',
  };
  expect(invalidFields(inReference)).toEqual(['transactionReference']);
  expect(errorSummaryOf(inReference)).toMatchObject({ title: 'Order Submission Failed' });
  const inName = { ...card, cardholderName: '4242-4242-4242-4242' };
  expect(invalidFields(inName)).toEqual(['cardholderName']);
  expect(errorSummaryOf(inName)).toMatchObject({ title: 'Order Submission Failed' });
  expect(invalidFields({ ...manualPaymentDefaults, transactionReference: 'CVV 123' })).toEqual([
    'transactionReference',
  ]);
});

test('a name that forms a card number with the last four digits is rejected', () => {
  const split = { ...card, cardholderName: '411111111111', cardNumber: '4242 4242 4242 1111' };
  expect(invalidFields(split)).toEqual(['cardholderName']);
});

test('the error message for a card number as reference describes what to enter instead', () => {
  expect(
    errorSummaryOf({ ...manualPaymentDefaults, transactionReference: '4242424242424242' }),
  ).toMatchObject({
    description: expect.stringContaining('enter its last eight characters') as string,
  });
});

test('a bank reference is accepted as a date with a number, a UUID or an IBAN', () => {
  for (const transactionReference of [
    '2026112100000008',
    'b3f1c9e2-4111-4111-8111-111111111111',
    'DE89 3704 0044 0532 0130 00',
  ]) {
    expect(invalidFields({ ...manualPaymentDefaults, transactionReference })).toEqual([]);
  }
});
