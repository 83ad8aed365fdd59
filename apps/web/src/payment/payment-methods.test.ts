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

describe('what customers see of the payment methods', () => {
  /** @covers 9.26 */
  it('is what is built in until something is entered', () => {
    expect(offeredMethods(untouched)).toEqual(PAYMENT_METHODS);
    expect(offeredMethods([])).toEqual(PAYMENT_METHODS);
  });

  it('is what was entered, and what is built in where nothing was', () => {
    const [first] = offeredMethods(changed('bank_transfer', { details: LINES }));
    expect(first?.details).toEqual(LINES);
    expect(first?.instruction).toBe(PAYMENT_METHODS[0]?.instruction);
    const [other] = offeredMethods(changed('bank_transfer', { instruction: 'Pay here.' }));
    expect(other?.instruction).toBe('Pay here.');
  });

  it('leaves out what is switched off', () => {
    const offered = offeredMethods(changed('bank_transfer', { isOffered: false }));
    expect(idsOf(offered)).toEqual(idsOf(PAYMENT_METHODS.slice(1)));
  });
});

describe('the notice about placeholders', () => {
  const all = ['bank_transfer', 'binance_pay', 'manual_cash', 'other_external'];

  it('names every offered method that leads nowhere', () => {
    expect(idsOf(placeholderMethods(untouched))).toEqual(all);
  });

  it.each([
    ['entered', { details: LINES }],
    ['switched off', { isOffered: false }],
  ])('does not name a method that is %s', (_case, change) => {
    expect(idsOf(placeholderMethods(changed('manual_cash', change)))).toEqual(
      all.filter((id) => id !== 'manual_cash'),
    );
  });
});

describe('what a record keeps', () => {
  it('is shown as it was, with the built-in sentence where none was entered', () => {
    expect(keptInstructions('bank_transfer', { details: LINES })).toMatchObject({
      label: 'Bank Transfer',
      instruction: PAYMENT_METHODS[0]?.instruction,
      details: LINES,
    });
  });

  it('is nothing where placeholders were shown', () => {
    expect(keptInstructions('bank_transfer', null)).toBeNull();
  });
});

it('a stored row is read to the letter, and lines of another shape are left out', () => {
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
