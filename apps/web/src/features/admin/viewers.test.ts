// @vitest-environment node
import { expect, test } from 'vitest';
import { listNames, readViewers } from './viewers.ts';

const own = { adminId: 'ada', tabId: 'tab-1' };
const look = (adminId: string, name: string, recordId = 'r1') => ({ adminId, name, recordId });

/** @covers realtime.in-the-product.3 */
test('Each administrator who has a record open elsewhere is named once, and this tab is not', () => {
  const seen = readViewers(
    {
      'tab-1': [look('ada', 'Ada')],
      'tab-2': [look('ada', 'Ada')],
      'tab-3': [look('grace', 'Grace')],
      'tab-4': [look('grace', 'Grace'), look('grace', 'Grace', 'r2')],
    },
    own,
  );
  expect(Object.fromEntries(seen)).toEqual({
    r1: ['You, in another window', 'Grace'],
    r2: ['Grace'],
  });
});

test('Invalid presence states are ignored', () => {
  const seen = readViewers(
    {
      a: 'no list',
      b: [null, 1, 'text', {}],
      c: [{ adminId: 'x', name: '  ', recordId: 'r1' }],
      d: [{ adminId: 'x', name: 'X', recordId: 7 }],
      e: [look('x', 'x'.repeat(500))],
    },
    own,
  );
  expect([...seen.keys()]).toEqual(['r1']);
  expect(seen.get('r1')?.[0]).toHaveLength(200);
});

test('Names are listed in a sentence', () => {
  expect(listNames(['Ada'])).toBe('Ada');
  expect(listNames(['Ada', 'Grace', 'Joan'])).toBe('Ada, Grace, and Joan');
});
