import { expect, test } from 'vitest';
import { splitQuery } from '../request/query-string.ts';
import { ValueList } from '../request/query-types.ts';
import { contentLocation } from './content-location.ts';

function locationOf(name: string, query: string): string {
  return contentLocation(name, splitQuery(query, new ValueList(), false).parameters);
}

test('sorts parameters by name and keeps the order of equal names', () => {
  expect(locationOf('orders', 'select=id%2Cstatus&amount=gt.5&amount=lt.9')).toBe(
    '/orders?amount=gt.5&amount=lt.9&select=id%2Cstatus',
  );
});

test('encodes the name and omits the API key', () => {
  expect(locationOf('my orders', 'apikey=sb_publishable_x')).toBe('/my%20orders');
});
