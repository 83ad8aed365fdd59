import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDateOfBirth, isPlainDate } from './plain-date.ts';

describe('isPlainDate', () => {
  it('accepts every day of the calendar', () => {
    const days = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (day) => {
        expect(isPlainDate(day.toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });

  it.each([
    '2001-02-29',
    '1900-02-29',
    '2000-02-30',
    '2001-04-31',
    '2001-00-10',
    '2001-13-01',
    '2001-01-00',
    '2001-1-1',
    '01/02/2001',
    '2001-01-01T00:00:00Z',
    '',
  ])('refuses "%s"', (text) => {
    expect(isPlainDate(text)).toBe(false);
  });
});

describe('isDateOfBirth', () => {
  it('is between 1900 and today', () => {
    expect(isDateOfBirth('2000-02-29', '2026-11-21')).toBe(true);
    expect(isDateOfBirth('2026-11-21', '2026-11-21')).toBe(true);
    expect(isDateOfBirth('2026-11-22', '2026-11-21')).toBe(false);
    expect(isDateOfBirth('1899-12-31', '2026-11-21')).toBe(false);
    expect(isDateOfBirth('2001-02-29', '2026-11-21')).toBe(false);
  });
});
