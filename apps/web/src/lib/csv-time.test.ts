// @vitest-environment node
import { expect, it } from 'vitest';
import { csvTime } from './csv-time.ts';

it('a timestamp is written in the given time zone, in summer and in winter', () => {
  expect(csvTime('2026-07-01T22:30:05.123456+00:00', 'Europe/Berlin')).toBe('2026-07-02 00:30:05');
  expect(csvTime('2026-12-01T22:30:05Z', 'Europe/Berlin')).toBe('2026-12-01 23:30:05');
});

it('a missing or invalid timestamp is an empty cell', () => {
  expect(csvTime(null)).toBeNull();
  expect(csvTime('never')).toBeNull();
});
