// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  keptInstructions,
  offeredMethods,
  placeholderMethods,
  toSetting,
  type PaymentMethodSetting,
} from './payment-methods.ts';
import { PAYMENT_METHODS } from './payment-method-texts.ts';

const LINES = [{ label: 'Bank', value: 'Night Sea Bank' }];

const untouched: PaymentMethodSetting[] = PAYMENT_METHODS.map(({ id }) => ({
  method: id,
  isOffered: true,
  instruction: null,
  details: null,
  updatedAt: '2026-11-01T00:00:00+00:00',
}));

function changed(method: string, change: Partial<PaymentMethodSetting>): PaymentMethodSetting[] {
  return untouched.map((setting) =>
    setting.method === method ? { ...setting, ...change } : setting,
  );
}

const idsOf = (methods: readonly { id: string }[]) => methods.map(({ id }) => id);

describe('the payment methods for customers', () => {
  /** @covers 9.26 */
  it('are the built-in ones until an administrator enters values', () => {
    expect(offeredMethods(untouched)).toEqual(PAYMENT_METHODS);
    expect(offeredMethods([])).toEqual(PAYMENT_METHODS);
  });

  it('have the entered values, and built-in values for missing values', () => {
    const [first] = offeredMethods(changed('bank_transfer', { details: LINES }));
    expect(first?.details).toEqual(LINES);
    expect(first?.instruction).toBe(PAYMENT_METHODS[0]?.instruction);
    const [other] = offeredMethods(changed('bank_transfer', { instruction: 'Pay here.' }));
    expect(other?.instruction).toBe('Pay here.');
  });

  it('leave out disabled methods', () => {
    const offered = offeredMethods(changed('bank_transfer', { isOffered: false }));
    expect(idsOf(offered)).toEqual(idsOf(PAYMENT_METHODS.slice(1)));
  });
});

describe('the notice about placeholders', () => {
  const all = ['bank_transfer', 'binance_pay', 'manual_cash', 'other_external'];

  it('lists every offered method with placeholders', () => {
    expect(idsOf(placeholderMethods(untouched))).toEqual(all);
  });

  it.each([
    ['configured with details', { details: LINES }],
    ['disabled', { isOffered: false }],
  ])('does not list a method that is %s', (_case, change) => {
    expect(idsOf(placeholderMethods(changed('manual_cash', change)))).toEqual(
      all.filter((id) => id !== 'manual_cash'),
    );
  });
});

describe('the payment details of a record', () => {
  it('are shown as stored, with the built-in instruction if none was entered', () => {
    expect(keptInstructions('bank_transfer', { details: LINES })).toMatchObject({
      label: 'Bank Transfer',
      instruction: PAYMENT_METHODS[0]?.instruction,
      details: LINES,
    });
  });

  it('are empty if placeholders were shown', () => {
    expect(keptInstructions('bank_transfer', null)).toBeNull();
  });
});

it('a stored setting is converted without invalid lines', () => {
  const row = { method: 'manual_cash', is_offered: false, instruction: null, updated_at: 'now' };
  expect(toSetting({ ...row, details: null }).details).toBeNull();
  expect(toSetting({ ...row, details: [...LINES, 'x', { label: 'Bank' }] })).toEqual({
    method: 'manual_cash',
    isOffered: false,
    instruction: null,
    details: LINES,
    updatedAt: 'now',
  });
});
