import { describe, expect, test } from 'vitest';
import { parseBan, parseDuration } from './admin-user-fields.ts';

describe('a duration', () => {
  test.each([
    ['300ms', 300],
    ['1.5h', 5_400_000],
    ['2h45m', 9_900_000],
    ['876000h', 3_153_600_000_000],
    ['', null],
    ['1', null],
    ['h', null],
    ['-1h', null],
    ['1 h', null],
    ['1d', null],
    ['1h!', null],
  ])('%s is %s milliseconds', (text, durationMs) => {
    expect(parseDuration(text)).toBe(durationMs);
  });
});

describe('a ban', () => {
  const now = new Date('2026-01-01T00:00:00Z');

  test('ends after its duration, is lifted by "none" and unchanged if not given', () => {
    expect(parseBan('24h', now)).toEqual(new Date('2026-01-02T00:00:00Z'));
    expect(parseBan('none', now)).toBeNull();
    expect(parseBan(undefined, now)).toBeUndefined();
  });

  test.each(['forever', '99999999999999h'])('cannot last %s', (duration) => {
    expect(() => parseBan(duration, now)).toThrow('invalid format for ban duration');
  });
});
