// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { errorSentence } from './error-sentences.ts';

/** Codes whose own message is shown: it is written for people, or names the rule that was broken. */
const OWN_MESSAGE = [
  'invalid_credentials',
  'email_not_confirmed',
  'user_already_exists',
  'weak_password',
  'validation_failed',
  'unexpected_failure',
];

/** Codes of an ended session, for which errorMessage has one sentence. */
const ENDED_SESSION = ['session_not_found', 'user_not_found'];

/** Codes of features that the web application does not use: SAML, invitations, hooks, raw requests. */
const NOT_REACHABLE = /^saml_|^sso_|^hook_payload|^invite_|^bad_(json|oauth)|^unexpected_audience$/;

function authErrorCodes(): string[] {
  const main = createRequire(import.meta.url).resolve('@supabase/auth-js');
  const source = readFileSync(join(dirname(main), '../../src/lib/error-codes.ts'), 'utf8');
  return [...source.matchAll(/\| '(\w+)'/g)].map(([, code]) => code ?? '');
}

test('every auth code that a page can meet has a sentence for people', () => {
  const codes = authErrorCodes();
  expect(codes.length).toBeGreaterThan(70);
  const exempt = [...OWN_MESSAGE, ...ENDED_SESSION];
  const raw = codes.filter(
    (code) => !exempt.includes(code) && !NOT_REACHABLE.test(code) && errorSentence(code) === null,
  );
  expect(raw).toEqual([]);
});

test.each([
  ['otp_expired', 'That code is wrong or has expired.'],
  ['insufficient_aal', 'Complete two-step verification first.'],
  ['same_password', "Choose a password that's different from your current one."],
  ['signup_disabled', 'New sign-ups are closed.'],
  ['57014', 'This took too long. Please try again.'],
])('%s is explained in a sentence for people', (code, sentence) => {
  expect(errorSentence(code)).toBe(sentence);
});

test('the wait of a rate limit is part of the sentence', () => {
  expect(errorSentence('over_email_send_rate_limit', '54 seconds')).toBe(
    'Please wait 54 seconds before asking for another email.',
  );
  expect(errorSentence('over_request_rate_limit')).toBe(
    'Too many attempts. Wait a few minutes, then try again.',
  );
});

test('an unknown code has no sentence', () => {
  expect(errorSentence('weak_password')).toBeNull();
  expect(errorSentence('23514')).toBeNull();
});
