import { expect, test } from 'vitest';
import { webauthnError } from './webauthn-error.ts';

const errorWith = (code: string) => Object.assign(new Error('words of the server'), { code });

test('The message about a failed security key does not mention a code', () => {
  expect(webauthnError(errorWith('mfa_verification_failed'))).toMatch(/verify this security key/);
  expect(webauthnError(errorWith('mfa_challenge_expired'))).not.toContain('code');
});

test('An error of the browser has a message by its name', () => {
  const error = Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' });
  expect(webauthnError(error)).toBe('The request was cancelled. Please try again.');
});

test('An error code without a message shows the message of the server', () => {
  expect(webauthnError(errorWith('something_new'))).toBe('words of the server');
  expect(webauthnError(new Error('something else'))).toBe('something else');
});
