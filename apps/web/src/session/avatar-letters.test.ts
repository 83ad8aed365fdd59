import { expect, test } from 'vitest';
import { avatarLetters } from './avatar-letters.ts';

/** @covers 2.navigation.5 */
test('the avatar shows the first two letters of the full name in capitals', () => {
  expect(avatarLetters('ada lovelace', 'zoe@example.com')).toBe('AD');
});

/** @covers 2.navigation.5 */
test('without a name the avatar shows the first two letters of the e-mail', () => {
  expect(avatarLetters('  ', 'zoe@example.com')).toBe('ZO');
  expect(avatarLetters(null, 'zoe@example.com')).toBe('ZO');
});

/** @covers 2.navigation.5 */
test('without name and e-mail the avatar shows BP', () => {
  expect(avatarLetters(undefined, '')).toBe('BP');
});

test('a letter outside the basic plane is not cut in half', () => {
  expect(avatarLetters('𝒜da', null)).toBe('𝒜D');
});
