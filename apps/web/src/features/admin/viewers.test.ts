// @vitest-environment node
import { expect, test } from 'vitest';
import { listNames, readViewers } from './viewers.ts';

const own = { adminId: 'ada', tabId: 'tab-1' };
const presence = (adminId: string, name: string, recordId = 'r1') => ({ adminId, name, recordId });

/** @covers realtime.in-the-product.3 */
test('Each administrator who has a record open in another tab is listed once, and this tab is not listed', () => {
  const viewers = readViewers(
    {
      'tab-1': [presence('ada', 'Ada')],
      'tab-2': [presence('ada', 'Ada')],
      'tab-3': [presence('grace', 'Grace')],
      'tab-4': [presence('grace', 'Grace'), presence('grace', 'Grace', 'r2')],
    },
    own,
  );
  expect(Object.fromEntries(viewers)).toEqual({
    r1: ['You, in another window', 'Grace'],
    r2: ['Grace'],
  });
});

test('Invalid presence states are ignored', () => {
  const viewers = readViewers(
    {
      a: 'no list',
      b: [null, 1, 'text', {}],
      c: [{ adminId: 'x', name: '  ', recordId: 'r1' }],
      d: [{ adminId: 'x', name: 'X', recordId: 7 }],
      e: [presence('x', 'x'.repeat(500))],
    },
    own,
  );
  expect([...viewers.keys()]).toEqual(['r1']);
  expect(viewers.get('r1')?.[0]).toHaveLength(200);
});

test('Names are joined with commas and "and"', () => {
  expect(listNames(['Ada'])).toBe('Ada');
  expect(listNames(['Ada', 'Grace', 'Joan'])).toBe('Ada, Grace, and Joan');
});
