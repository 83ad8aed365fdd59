// @vitest-environment node
import { expect, it } from 'vitest';
import { newPasswordSchema } from './new-password.schema.ts';

function problemsOf(newPassword: string, repeatedPassword: string) {
  const result = newPasswordSchema.safeParse({ newPassword, repeatedPassword });
  return result.error?.issues.map(({ path, message }) => [path[0], message]) ?? [];
}

it('the password form accepts two equal passwords of six characters', () => {
  expect(problemsOf('abc123', 'abc123')).toEqual([]);
});

it('the password form rejects a password of five characters', () => {
  expect(problemsOf('abc12', 'abc12')).toEqual([
    ['newPassword', 'New password must be at least 6 characters.'],
  ]);
});

it('the password form rejects two different passwords', () => {
  expect(problemsOf('abc123', 'abc124').map(([field]) => field)).toEqual(['repeatedPassword']);
});

it('the password form accepts leading and trailing spaces as part of the password', () => {
  expect(problemsOf('  abc  ', '  abc  ')).toEqual([]);
});
