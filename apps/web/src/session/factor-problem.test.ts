import { expect, test } from 'vitest';
import { factorProblem, keyProblem } from './factor-problem.ts';

const refusal = (code: string) => Object.assign(new Error('words of the server'), { code });

test.each([
  ['mfa_verification_failed', "That code isn't right. Enter the latest one."],
  ['mfa_challenge_expired', 'This took too long. Please try again with a new code.'],
  ['mfa_ip_address_mismatch', 'Your network has changed. Please try again.'],
  ['mfa_factor_not_found', 'This method has been removed. Please start again.'],
  ['over_request_rate_limit', 'Too many attempts. Wait a few minutes, then try again.'],
])('A code that is refused with %s is told in words for people', (code, sentence) => {
  expect(factorProblem(refusal(code))).toBe(sentence);
});

test('Nobody is told of a code who used a security key', () => {
  expect(keyProblem(refusal('mfa_verification_failed'))).toMatch(/^The security key was not/);
  expect(keyProblem(refusal('mfa_challenge_expired'))).not.toContain('code');
  expect(keyProblem(refusal('over_request_rate_limit'))).toMatch(/^Too many attempts/);
});

test('What has no words of its own keeps the server’s', () => {
  expect(factorProblem(refusal('something_new'))).toBe('words of the server');
  expect(keyProblem(new Error('something else'))).toBe('something else');
});
