// @vitest-environment node
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  formatAge,
  formatCount,
  formatDay,
  formatPlainDate,
  formatPlainDay,
  formatTimestamp,
} from './format.ts';

test('a plain date is the same day in every time zone', () => {
  expect(formatPlainDate('1990-01-01')).toBe('January 1, 1990');
  expect(formatPlainDay('1990-01-02')).toBe('Jan 2');
});

test('a missing or invalid date is shown as a dash', () => {
  expect(formatPlainDate(null)).toBe('–');
  expect(formatDay('')).toBe('–');
  expect(formatTimestamp('not a date')).toBe('–');
});

test('a timestamp is shown with its date and time', () => {
  expect(formatTimestamp('2026-05-04T12:30:00Z')).toMatch(/2026.*:30/);
});

test('a count is shown with thousands separators', () => {
  expect(formatCount(12_345)).toBe('12,345');
});

test('an age is shown in its largest whole unit and is never in the future', () => {
  const now = Date.parse('2026-05-04T12:00:00Z');
  expect(formatAge('2026-05-01T11:00:00Z', now)).toBe('3 days ago');
  expect(formatAge('2026-05-04T10:01:00Z', now)).toBe('1 hour ago');
  expect(formatAge('2026-05-04T11:45:30Z', now)).toBe('14 minutes ago');
  expect(formatAge('2026-05-04T13:00:00Z', now)).toBe('this minute');
});

const TIME = "'2026-05-04T12:30:00Z'";
/** A script for a child process, which reads its locale and time zone from its environment. */
const PRINT = `
  import { csvTime } from './csv-time.ts';
  import * as format from './format.ts';
  console.log(JSON.stringify([
    new Intl.DateTimeFormat().resolvedOptions().locale,
    format.formatTimestamp(${TIME}),
    format.formatTimestampInZone(${TIME}),
    format.formatDay(${TIME}),
    format.formatPlainDate('1990-01-02'),
    format.formatPlainDay('1990-01-02'),
    format.formatCount(12345),
    format.formatAge(${TIME}, Date.parse(${TIME}) + 180_000),
    csvTime(${TIME}),
  ]));`;

test.each(['fa-IR', 'de-DE', 'ar-EG'])(
  'the locale %s does not change the English texts, the Gregorian calendar and the local time zone',
  async (locale) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', PRINT],
      {
        cwd: import.meta.dirname,
        env: { ...process.env, LC_ALL: locale.replace('-', '_'), TZ: 'Asia/Dubai' },
      },
    );
    expect(JSON.parse(stdout)).toEqual([
      locale,
      'May 4, 2026, 4:30 PM',
      'May 4, 2026, 4:30 PM GMT+4',
      'May 4, 2026',
      'January 2, 1990',
      'Jan 2',
      '12,345',
      '3 minutes ago',
      '2026-05-04 16:30:00',
    ]);
  },
);
