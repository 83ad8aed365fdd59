import { expect, test } from 'vitest';
import { findSimilarName } from './similar-name.ts';

test('The nearest name is found if it is near enough', () => {
  expect(findSimilarName('clbs', ['clubs', 'rooms'], 0.75)).toBe('clubs');
  expect(findSimilarName('xyz', ['clubs', 'rooms'], 0.75)).toBeNull();
  expect(findSimilarName('', ['clubs'], 0.33)).toBeNull();
});

test('Names too long to be a slip of the finger are not compared', () => {
  const long = 'a'.repeat(300);
  expect(findSimilarName(long, [long], 0.5)).toBeNull();
});
