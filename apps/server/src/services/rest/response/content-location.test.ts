import { expect, test } from 'vitest';
import { contentLocation } from './content-location.ts';

test('the parameters are sorted by name, and equal names stay in order', () => {
  expect(contentLocation('orders', 'select=id%2Cstatus&amount=gt.5&amount=lt.9')).toBe(
    '/orders?amount=gt.5&amount=lt.9&select=id%2Cstatus',
  );
});

test('a name that is no word is encoded, and the API key is left out', () => {
  expect(contentLocation('my orders', 'apikey=sb_publishable_x')).toBe('/my%20orders');
});
