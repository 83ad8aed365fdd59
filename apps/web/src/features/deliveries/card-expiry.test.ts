// @vitest-environment node
import { expect, test } from 'vitest';
import { readExpiry } from './card-expiry.ts';

const NOW = new Date('2026-11-25T12:00:00Z');

test.each([
  ['08/2030', '08/2030'],
  ['8/30', '08/2030'],
  [' 11 / 26 ', '11/2026'],
  ['10/26', null],
  ['13/30', null],
  ['08-2030', null],
  ['08/1930', null],
  ['', null],
])('The expiry date %j is parsed as %j', (text, expiry) => {
  expect(readExpiry(text, NOW)).toBe(expiry);
});
