import { expect, test } from 'vitest';
import { splitQuery } from '../request/query-string.ts';
import { ValueList } from '../request/types.ts';
import { contentLocation } from './content-location.ts';

function locationOf(name: string, query: string): string {
  return contentLocation(name, splitQuery(query, new ValueList(), false).parameters);
}

test('the parameters are sorted by name, and equal names stay in order', () => {
  expect(locationOf('orders', 'select=id%2Cstatus&amount=gt.5&amount=lt.9')).toBe(
    '/orders?amount=gt.5&amount=lt.9&select=id%2Cstatus',
  );
});

test('a name that is no word is encoded, and the API key is left out', () => {
  expect(locationOf('my orders', 'apikey=sb_publishable_x')).toBe('/my%20orders');
});
