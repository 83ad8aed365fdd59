// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { ADMINISTRATOR_SENTENCES } from './administrator-sentences.ts';
import { addSentences, errorSentence } from './error-sentences.ts';

addSentences(ADMINISTRATOR_SENTENCES);

/** Codes for which the message of the backend is shown. It is written for users or names the rule. */
const OWN_MESSAGE = [
  'invalid_credentials',
  'email_not_confirmed',
  'user_already_exists',
  'weak_password',
  'validation_failed',
  'unexpected_failure',
];

/** Codes of an ended session. `errorMessage` has one message for them. */
const ENDED_SESSION = ['session_not_found', 'user_not_found'];

/** Codes of features that the web app does not use: SAML, invitations, hooks, malformed requests. */
const NOT_REACHABLE = /^saml_|^sso_|^hook_payload|^invite_|^bad_(json|oauth)|^unexpected_audience$/;

function authErrorCodes(): string[] {
  const main = createRequire(import.meta.url).resolve('@supabase/auth-js');
  const source = readFileSync(join(dirname(main), '../../src/lib/error-codes.ts'), 'utf8');
  return [...source.matchAll(/\| '(\w+)'/g)].map(([, code]) => code ?? '');
}

/** @covers 7.18 */
test('every auth error code that a screen can receive has a sentence', () => {
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
])('the error code %s has the sentence "%s"', (code, sentence) => {
  expect(errorSentence(code)).toBe(sentence);
});

test('the sentence for a rate limit contains the time to wait', () => {
  expect(errorSentence('over_email_send_rate_limit', { wait: '54 seconds' })).toBe(
    'Please wait 54 seconds before asking for another email.',
  );
  expect(errorSentence('over_request_rate_limit')).toBe(
    'Too many attempts. Wait a few minutes, then try again.',
  );
});

test('errorSentence returns null for an error code without a sentence', () => {
  expect(errorSentence('weak_password')).toBeNull();
  expect(errorSentence('23514')).toBeNull();
});

/** The statements in supabase/schemas that raise an error. */
function raiseStatements(): string[] {
  const schemas = globSync(new URL('../../../../supabase/schemas/*.sql', import.meta.url).pathname);
  return schemas.flatMap(
    (file) =>
      readFileSync(file, 'utf8').match(/^ *raise (?!notice|log|debug|warning)[^;]*;/gm) ?? [],
  );
}

const keyOf = (raise: string) => /\bhint = '([a-z_]+\.[a-z_]+)'/.exec(raise)?.[1];

/** The keys of a statement. A statement with a `case` expression has several keys. */
function keysOf(raise: string): string[] {
  const choice = /\bhint = problem,[^;]*message = case problem\b([^;]*);/.exec(raise)?.[1];
  const key = keyOf(raise);
  if (choice === undefined) return key === undefined ? [] : [key];
  return [...choice.matchAll(/\bwhen '([a-z_]+\.[a-z_]+)'/g)].map(([, one = '']) => one);
}

test('every error that the database schema raises has a key', () => {
  expect(raiseStatements().length).toBeGreaterThan(40);
  expect(raiseStatements().filter((raise) => keysOf(raise).length === 0)).toEqual([]);
});

test('every error key of the database schema has a sentence', () => {
  const keys = raiseStatements().flatMap(keysOf);
  expect(keys.filter((key) => errorSentence(key) === null)).toEqual([]);
});

test('the sentence for an error without values is the same as the message of the database', () => {
  const constant = raiseStatements().filter((raise) => !raise.includes('detail = '));
  const messages = constant.map((raise) => [
    keyOf(raise),
    /message = '((?:[^']|'')+)'/.exec(raise)?.[1]?.replaceAll("''", "'"),
  ]);
  expect(messages).toEqual(
    constant.map((raise) => [keyOf(raise), errorSentence(keyOf(raise) ?? '')]),
  );
});

test.each([
  [
    'order.price',
    { tier: 'premium', price: 15, currency: 'USD' },
    'The price of a Premium card is 15 USD.',
  ],
  [
    'payment.pending_limit',
    { limit: 20 },
    'You have 20 orders and recharges awaiting review. Please wait until one has been reviewed.',
  ],
  [
    'review.already_decided',
    { status: 'manual_payment_approved' },
    'The status is manual payment approved.',
  ],
  ['text.size', { field: 'full name' }, 'The full name is too long.'],
  [
    'text.length',
    { field: 'card name', max: 60 },
    'The card name can be at most 60 characters long.',
  ],
  [
    'text.card_secret',
    { field: 'full name' },
    'For your safety, we never store card numbers or security codes. Please remove them from the full name.',
  ],
])('the error key %s has a sentence with its values', (key, values, sentence) => {
  expect(errorSentence(key, { values })).toBe(sentence);
});
