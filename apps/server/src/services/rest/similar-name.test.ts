import { expect, test } from 'vitest';
import { findSimilarName } from './similar-name.ts';

test('finds the most similar name above the minimum', () => {
  expect(findSimilarName('clbs', ['clubs', 'rooms'], 0.75)).toBe('clubs');
  expect(findSimilarName('xyz', ['clubs', 'rooms'], 0.75)).toBeNull();
  expect(findSimilarName('', ['clubs'], 0.33)).toBeNull();
});

test('does not compare very long names', () => {
  const long = 'a'.repeat(300);
  expect(findSimilarName(long, [long], 0.5)).toBeNull();
});
