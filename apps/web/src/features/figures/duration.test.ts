import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [null, '–'],
  [0, '0 sec'],
  [59.6, '1 min'],
  [125, '2 min 5 sec'],
  [7500, '2 hr 5 min'],
  [86_400 * 3 + 3600, '3 days 1 hr'],
  [3600, '1 hr'],
])('%s seconds are formatted as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
