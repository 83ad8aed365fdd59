import { expect, test } from 'vitest';
import { rechargeDefaults, rechargeProduct } from './recharge.ts';
import { rechargeSchema } from './recharge.schema.ts';

const recharge = {
  ...rechargeDefaults,
  operatorId: 'mtn',
  phoneNumber: '+234 803 555 0199',
  transactionReference: 'WIRE-1',
};

function refusedFields(values: Record<keyof typeof recharge, string>): PropertyKey[] {
  const { error } = rechargeSchema.safeParse(values);
  return error?.issues.flatMap(({ path }) => path.slice(0, 1)) ?? [];
}

test('a recharge starts with 10 USD of talktime', () => {
  expect(rechargeDefaults).toMatchObject({ amountUsd: '10', type: 'talktime' });
  expect(refusedFields(recharge)).toEqual([]);
});

test('operator, phone number, amount and type are required, and only those on offer will do', () => {
  expect(refusedFields({ ...recharge, operatorId: '' })).toEqual(['operatorId']);
  expect(refusedFields({ ...recharge, phoneNumber: '  ' })).toEqual(['phoneNumber']);
  expect(refusedFields({ ...recharge, amountUsd: '7' })).toEqual(['amountUsd']);
  expect(refusedFields({ ...recharge, type: 'fax' })).toEqual(['type']);
  const missing = { type: 'custom', message: 'x' };
  for (const field of ['operatorId', 'amountUsd', 'type']) {
    expect(rechargeProduct.errorSummary({ [field]: missing }, recharge)).toMatchObject({
      title: 'Missing Information',
      description: 'Please select an operator, enter phone number, amount, and type.',
    });
  }
});

test('phone numbers as people write them pass; words, card numbers and endless digits do not', () => {
  for (const phoneNumber of ['08035550199', '+44 (0)7911 123456', '555-0199', '+49.151.23456789']) {
    expect(refusedFields({ ...recharge, phoneNumber })).toEqual([]);
  }
  for (const phoneNumber of ['call me', '123', '1234567890123456', '378282246310005', '+']) {
    expect(refusedFields({ ...recharge, phoneNumber })).toEqual(['phoneNumber']);
  }
});

test('the same payment rules hold as for an order', () => {
  expect(refusedFields({ ...recharge, transactionReference: '' })).toEqual([
    'transactionReference',
  ]);
  expect(refusedFields({ ...recharge, paymentMethod: 'card_payment' })).toHaveLength(5);
});
