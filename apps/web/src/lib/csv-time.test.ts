// @vitest-environment node
import { expect, it } from 'vitest';
import { csvTime } from './csv-time.ts';

it('a time is written in the zone asked for, in summer and in winter', () => {
  expect(csvTime('2026-07-01T22:30:05.123456+00:00', 'Europe/Berlin')).toBe('2026-07-02 00:30:05');
  expect(csvTime('2026-12-01T22:30:05Z', 'Europe/Berlin')).toBe('2026-12-01 23:30:05');
});

it('no time is an empty cell', () => {
  expect(csvTime(null)).toBeNull();
  expect(csvTime('never')).toBeNull();
});
