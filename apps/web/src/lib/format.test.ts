import { expect, test } from 'vitest';
import {
  formatAge,
  formatCount,
  formatDay,
  formatPlainDate,
  formatPlainDay,
  formatTimestamp,
} from './format.ts';

test('a plain date is the same day in every zone', () => {
  expect(formatPlainDate('1990-01-01', 'en-US')).toBe('January 1, 1990');
});

test('a missing or broken date is a dash', () => {
  expect(formatPlainDate(null)).toBe('–');
  expect(formatDay('')).toBe('–');
  expect(formatTimestamp('not a date')).toBe('–');
});

test('a timestamp shows day and time', () => {
  expect(formatTimestamp('2026-05-04T12:30:00Z')).toMatch(/2026.*:30/);
});

test('dates, times and numbers are written as their reader writes them', () => {
  expect(formatPlainDate('1990-01-02', 'de-DE')).toBe('2. Januar 1990');
  expect(formatPlainDay('1990-01-02', 'en-GB')).toBe('2 Jan');
  expect(formatDay('2026-05-04T12:30:00Z', 'fr-FR')).toBe('4 mai 2026');
  expect(formatCount(12_345, 'de-DE')).toBe('12.345');
  expect(formatCount(12_345, 'en-US')).toBe('12,345');
});

test('an age is told in its largest whole unit and is never in the future', () => {
  const now = Date.parse('2026-05-04T12:00:00Z');
  expect(formatAge('2026-05-01T11:00:00Z', now, 'en-US')).toBe('3 days ago');
  expect(formatAge('2026-05-04T10:01:00Z', now, 'en-US')).toBe('1 hour ago');
  expect(formatAge('2026-05-04T11:45:30Z', now, 'de-DE')).toBe('vor 14 Minuten');
  expect(formatAge('2026-05-04T13:00:00Z', now, 'en-US')).toBe('this minute');
});
