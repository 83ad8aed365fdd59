// @vitest-environment node
import { expect, test } from 'vitest';
import { monthlyTotals } from './monthly-totals.ts';

const total = (month: string, status: string, amount: string, changes: object = {}) => ({
  month,
  status,
  currency: 'USD',
  count: 1,
  amount,
  ...changes,
});

test('Orders and recharges of a month are added up by result, without rounding errors', () => {
  expect(
    monthlyTotals([
      total('2026-10', 'manual_payment_approved', '0.1'),
      total('2026-10', 'completed', '0.2', { count: 2 }),
      total('2026-10', 'manual_payment_rejected', '5'),
      total('2026-11', 'pending_manual_verification', '15'),
    ]),
  ).toEqual([
    {
      month: '2026-11',
      currency: 'USD',
      count: 1,
      approved: '0.00',
      pending: '15.00',
      rejected: '0.00',
    },
    {
      month: '2026-10',
      currency: 'USD',
      count: 4,
      approved: '0.30',
      pending: '0.00',
      rejected: '5.00',
    },
  ]);
});

test('Amounts in different currencies are not added up', () => {
  expect(
    monthlyTotals([
      total('2026-11', 'completed', '15'),
      total('2026-11', 'completed', '10', { currency: 'EUR' }),
    ]).map(({ currency, approved }) => [currency, approved]),
  ).toEqual([
    ['EUR', '10.00'],
    ['USD', '15.00'],
  ]);
});
