import { expect, test } from 'vitest';
import { webauthnError } from './webauthn-error.ts';

const refusal = (code: string) => Object.assign(new Error('words of the server'), { code });

test('A security key that does not work is never explained as a code', () => {
  expect(webauthnError(refusal('mfa_verification_failed'))).toMatch(/verify this security key/);
  expect(webauthnError(refusal('mfa_challenge_expired'))).not.toContain('code');
});

test('The browser’s own error is explained by its name', () => {
  const error = Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' });
  expect(webauthnError(error)).toBe('The request was cancelled. Please try again.');
});

test('A code without a sentence keeps the message of the server', () => {
  expect(webauthnError(refusal('something_new'))).toBe('words of the server');
  expect(webauthnError(new Error('something else'))).toBe('something else');
});
