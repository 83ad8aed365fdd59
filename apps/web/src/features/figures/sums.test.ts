import { describe, expect, test } from 'vitest';
import { addDays, chosenRange, countDays, daysOf, rangeBefore } from './day-range.ts';
import { changeOf, groupsOf, pointsByDay, sumOf, totalsOf, type Figure } from './sums.ts';

const NOW_MS = Date.parse('2026-03-01T23:59:00Z');
const NO_DAYS = { from: '', to: '' };

describe('a date range', () => {
  test('of a number of days ends today in UTC', () => {
    expect(chosenRange('1', NO_DAYS, NOW_MS)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    expect(chosenRange('7', NO_DAYS, NOW_MS)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  });

  test('accepts its days in either order', () => {
    const range = { from: '2026-01-01', to: '2026-01-31' };
    expect(chosenRange('custom', range, NOW_MS)).toEqual(range);
    expect(chosenRange('custom', { from: range.to, to: range.from }, NOW_MS)).toEqual(range);
  });

  test('without valid days covers the last 30 days', () => {
    expect(countDays(chosenRange('custom', { from: '2026-13-01', to: 'x' }, NOW_MS))).toBe(30);
  });

  test('is limited to the maximum length that the database counts', () => {
    const range = chosenRange('custom', { from: '2020-01-01', to: '2026-01-01' }, NOW_MS);
    expect(range).toEqual({ from: '2020-01-01', to: addDays('2020-01-01', 731) });
  });

  test('has a previous range of the same length', () => {
    const range = { from: '2026-02-23', to: '2026-03-01' };
    expect(rangeBefore(range)).toEqual({ from: '2026-02-16', to: '2026-02-22' });
    expect(daysOf(rangeBefore(range))).toHaveLength(7);
  });
});

const figure = (changes: Partial<Figure>): Figure => ({
  day: '2026-03-01',
  kind: 'card_order',
  method: 'bank_transfer',
  result: 'approved',
  count: 1,
  amount: 5,
  ...changes,
});

describe('totals', () => {
  const figures = [
    figure({ count: 3, amount: 15 }),
    figure({ kind: 'mobile_recharge', result: 'rejected', amount: 0.1 }),
    figure({ day: '2026-02-28', kind: 'mobile_recharge', amount: 0.2 }),
  ];

  test('of amounts have no rounding errors', () => {
    expect(sumOf(figures.slice(1), 'amount')).toBe(0.3);
  });

  test('by day have a point for each day, even without records', () => {
    const range = { from: '2026-02-27', to: '2026-03-01' };
    expect(pointsByDay(figures, range, 'kind', 'count')).toEqual([
      { name: '2026-02-27', values: {} },
      { name: '2026-02-28', values: { mobile_recharge: 1 } },
      { name: '2026-03-01', values: { card_order: 3, mobile_recharge: 1 } },
    ]);
  });

  test('are listed with the most frequent group first', () => {
    expect(groupsOf(figures, 'kind')).toEqual(['card_order', 'mobile_recharge']);
    expect(groupsOf(figures, 'result')).toEqual(['approved', 'rejected']);
  });

  test('count completed records as approved', () => {
    expect(totalsOf([...figures, figure({ result: 'completed' })])).toEqual({
      count: 6,
      amount: 20.3,
      approved: 5,
      rejected: 1,
      pending: 0,
    });
  });

  test('have a relative change, which is null if the previous total is zero', () => {
    expect(changeOf(15, 10)).toBe(0.5);
    expect(changeOf(1, 0)).toBeNull();
  });
});
