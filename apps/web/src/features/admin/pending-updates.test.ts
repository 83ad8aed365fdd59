// @vitest-environment node
import { expect, test } from 'vitest';
import { countUpdates, describeUpdates, describeOrder, withLatestRows } from './pending-updates.ts';

test.each([
  [{ arrived: 0, decided: 0 }, ''],
  [{ arrived: 1, decided: 0 }, '1 new order'],
  [{ arrived: 2, decided: 0 }, '2 new orders'],
  [{ arrived: 0, decided: 1 }, '1 order reviewed'],
  [{ arrived: 0, decided: 3 }, '3 orders reviewed'],
  [{ arrived: 2, decided: 1 }, '2 new orders, 1 reviewed'],
])('Updates of a list are described in a short sentence: %o', (news, description) => {
  expect(describeUpdates(news, 'order')).toBe(description);
});

const none: ReadonlySet<string> = new Set();
const news = (waiting: number, decidedIds: string[], reviewedHere = none) =>
  countUpdates({ waiting, shown: 5, decidedIds, reviewedHere });

/** @covers realtime.in-the-product.2 */
test('New records are counted separately from reviewed records', () => {
  expect(news(5, [])).toEqual({ arrived: 0, decided: 0 });
  expect(news(7, [])).toEqual({ arrived: 2, decided: 0 });
  expect(news(5, ['a', 'b'])).toEqual({ arrived: 2, decided: 2 });
  // Records on other pages were reviewed.
  expect(news(3, [])).toEqual({ arrived: 0, decided: 0 });
});

test('Records that were reviewed in this tab are not counted', () => {
  expect(news(4, ['a'], new Set(['a']))).toEqual({ arrived: 0, decided: 0 });
});

test('Updates of requests describe reviewed requests as settled', () => {
  expect(describeUpdates({ arrived: 1, decided: 2 }, 'request')).toBe('1 new request, 2 settled');
});

const listOf = (ids: string[], totalCount = ids.length) => ({
  rows: ids.map((id) => ({ id, name: id })),
  totalCount,
});

/** @covers realtime.in-the-product.2 */
test.each([
  ['no change', listOf(['a', 'b']), ''],
  ['a new user', listOf(['c', 'a', 'b']), '1 new user'],
  ['new users on another page', listOf(['a', 'b'], 4), '2 new users'],
  ['a removed user', listOf(['a']), 'The list has changed'],
  ['a replaced user', listOf(['a', 'c']), 'The list has changed'],
])('A list that keeps its rows in place describes %s', (_name, latest, description) => {
  expect(describeOrder(listOf(['a', 'b']), latest, 'user')).toBe(description);
});

/** @covers realtime.in-the-product.2 */
test('Rows keep their positions and show their current values', () => {
  const [a, b, c] = [
    { id: 'a', name: 'old' },
    { id: 'b', name: 'gone' },
    { id: 'c', name: 'new' },
  ];
  expect(withLatestRows([a, b], [c, { ...a, name: 'changed' }])).toEqual([
    { ...a, name: 'changed' },
    b,
  ]);
});
