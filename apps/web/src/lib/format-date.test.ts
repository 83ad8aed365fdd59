import { expect, test } from 'vitest';
import { formatDay, formatPlainDate, formatTimestamp } from './format-date.ts';

test('a plain date is the same day in every zone', () => {
  expect(formatPlainDate('1990-01-01')).toBe('January 1, 1990');
});

test('a missing or broken date is a dash', () => {
  expect(formatPlainDate(null)).toBe('–');
  expect(formatDay('')).toBe('–');
  expect(formatTimestamp('not a date')).toBe('–');
});

test('a timestamp shows day and time', () => {
  expect(formatTimestamp('2026-05-04T12:30:00Z')).toMatch(/2026.*:30/);
});
