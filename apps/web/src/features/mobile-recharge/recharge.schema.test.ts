import { expect, test } from 'vitest';
import { rechargeDefaults, rechargeProduct } from './recharge.ts';
import { rechargeSchema } from './recharge.schema.ts';

const recharge = {
  ...rechargeDefaults,
  operatorId: 'mtn',
  phoneNumber: '+234 803 555 0199',
  transactionReference: 'WIRE-1',
};

function invalidFields(values: Record<keyof typeof recharge, string>): PropertyKey[] {
  const { error } = rechargeSchema.safeParse(values);
  return error?.issues.flatMap(({ path }) => path.slice(0, 1)) ?? [];
}

test('a recharge has 10 USD of talktime as its default', () => {
  expect(rechargeDefaults).toMatchObject({ amountUsd: '10', type: 'talktime' });
  expect(invalidFields(recharge)).toEqual([]);
});

test('a recharge needs a phone number and an offered operator, amount and type', () => {
  expect(invalidFields({ ...recharge, operatorId: '' })).toEqual(['operatorId']);
  expect(invalidFields({ ...recharge, phoneNumber: '  ' })).toEqual(['phoneNumber']);
  expect(invalidFields({ ...recharge, amountUsd: '7' })).toEqual(['amountUsd']);
  expect(invalidFields({ ...recharge, type: 'fax' })).toEqual(['type']);
  const missing = { type: 'custom', message: 'x' };
  for (const field of ['operatorId', 'amountUsd', 'type']) {
    expect(rechargeProduct.errorSummary({ [field]: missing }, recharge)).toMatchObject({
      title: 'Missing Information',
      description: 'Please select an operator, enter phone number, amount, and type.',
    });
  }
});

test('a phone number is accepted in common formats, and text, card numbers and too many digits are rejected', () => {
  for (const phoneNumber of ['08035550199', '+44 (0)7911 123456', '555-0199', '+49.151.23456789']) {
    expect(invalidFields({ ...recharge, phoneNumber })).toEqual([]);
  }
  for (const phoneNumber of ['call me', '123', '1234567890123456', '378282246310005', '+']) {
    expect(invalidFields({ ...recharge, phoneNumber })).toEqual(['phoneNumber']);
  }
});

test('a recharge has the same payment rules as a card order', () => {
  expect(invalidFields({ ...recharge, transactionReference: '' })).toEqual([
    'transactionReference',
  ]);
  expect(invalidFields({ ...recharge, paymentMethod: 'card_payment' })).toHaveLength(5);
});
