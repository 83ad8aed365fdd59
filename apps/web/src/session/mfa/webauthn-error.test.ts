import { expect, test } from 'vitest';
import { webauthnError } from './webauthn-error.ts';

const errorWith = (code: string) => Object.assign(new Error('words of the server'), { code });

test('The error message for a security key does not mention a code', () => {
  expect(webauthnError(errorWith('mfa_verification_failed'))).toMatch(/verify this security key/);
  expect(webauthnError(errorWith('mfa_challenge_expired'))).not.toContain('code');
});

test('A browser error has the message for its name', () => {
  const error = Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' });
  expect(webauthnError(error)).toBe('The request was cancelled. Please try again.');
});

test('An error without a known code shows its original message', () => {
  expect(webauthnError(errorWith('something_new'))).toBe('words of the server');
  expect(webauthnError(new Error('something else'))).toBe('something else');
});
