import { expect, test } from 'vitest';
import { readMovement } from './movement.ts';

test.each([
  ['the day after', '260115', '0116', '2026-01-16'],
  ['in the next year', '251230', '0102', '2026-01-02'],
  ['in the year before', '260102', '1230', '2025-12-30'],
  ['152 days later rather than 213 days earlier', '260301', '0731', '2026-07-31'],
  ['182 days earlier rather than 183 days later', '260301', '0831', '2025-08-31'],
])('An entry date without a year is %s', (_where, value, entry, bookingDate) => {
  const field = { tag: '61', lines: [`${value}${entry}C10,00NTRFNONREF`], line: 1 };
  expect(readMovement(field).bookingDate).toBe(bookingDate);
});
