// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { valuesOf } from './payment-details-values.ts';
import { paymentDetailsSchema } from './payment-details.schema.ts';

const line = { label: 'Bank', value: 'Night Sea Bank' };
const values = { isOffered: true, instruction: '', lines: [line] };

function problemsOf(change: Partial<typeof values>) {
  const { error } = paymentDetailsSchema.safeParse({ ...values, ...change });
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}

describe('the form of payment details', () => {
  it('stores null for empty fields, so that the built-in values are shown', () => {
    expect(paymentDetailsSchema.parse({ ...values, instruction: '  ', lines: [] })).toEqual({
      isOffered: true,
      instruction: null,
      details: null,
    });
  });

  it('trims its values and restores them from the stored setting', () => {
    const lines = [{ label: ' Bank ', value: ' Night Sea Bank ' }];
    const details = paymentDetailsSchema.parse({ ...values, instruction: ' Pay. ', lines });
    expect(details).toEqual({ isOffered: true, instruction: 'Pay.', details: [line] });
    const stored = { ...details, method: 'bank_transfer', updatedAt: 'now' };
    expect(valuesOf(stored)).toEqual({ isOffered: true, instruction: 'Pay.', lines: [line] });
  });

  it.each([
    ['an empty label', { lines: [{ label: ' ', value: 'x' }] }, ['lines.0.label']],
    ['an empty value', { lines: [line, { label: 'x', value: '' }] }, ['lines.1.value']],
    ['a long label', { lines: [{ label: 'x'.repeat(61), value: 'x' }] }, ['lines.0.label']],
    ['a long value', { lines: [{ label: 'x', value: 'x'.repeat(301) }] }, ['lines.0.value']],
    ['a long instruction', { instruction: 'x'.repeat(501) }, ['instruction']],
    ['a thirteenth line', { lines: Array.from({ length: 13 }, () => line) }, ['lines']],
    [
      'a card number',
      { lines: [{ label: 'Card', value: '4242 4242 4242 4242' }] },
      ['lines.0.value'],
    ],
    ['a security code', { instruction: 'CVV 123' }, ['instruction']],
  ])('rejects %s at its field, as the database does', (_case, change, fields) => {
    expect(problemsOf(change)).toEqual(fields);
  });

  it('accepts an IBAN', () => {
    const lines = [{ label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' }];
    expect(problemsOf({ lines })).toEqual([]);
  });
});
