import { expect, test } from 'vitest';
import { avatarLetters } from './avatar-letters.ts';

/** @covers 2.navigation.5 */
test('the avatar shows the first two letters of the full name in capitals', () => {
  expect(avatarLetters('ada lovelace', 'zoe@example.com')).toBe('AD');
});

/** @covers 2.navigation.5 */
test('the avatar shows the first two letters of the email address if the name is missing', () => {
  expect(avatarLetters('  ', 'zoe@example.com')).toBe('ZO');
  expect(avatarLetters(null, 'zoe@example.com')).toBe('ZO');
});

/** @covers 2.navigation.5 */
test('the avatar shows BP if the name and the email address are missing', () => {
  expect(avatarLetters(undefined, '')).toBe('BP');
});

test('the avatar does not split a letter that has two UTF-16 code units', () => {
  expect(avatarLetters('𝒜da', null)).toBe('𝒜D');
});
