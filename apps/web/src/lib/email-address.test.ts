import { expect, test } from 'vitest';
import { emailAddress } from './email-address.ts';

test.each([
  ['admin@localhost', 'admin@localhost'],
  ['fish&chips@example.com', 'fish&chips@example.com'],
  ['  ada@example.com ', 'ada@example.com'],
  ["o'hara+tag@mail.example.co.uk", "o'hara+tag@mail.example.co.uk"],
])('the email address %j is accepted, as it is by the auth service', (typed, sent) => {
  expect(emailAddress.parse(typed)).toBe(sent);
});

test.each([
  ['', 'Email is required.'],
  ['   ', 'Email is required.'],
  ['ada', 'Enter a valid email address.'],
  ['ada@', 'Enter a valid email address.'],
  ['ada lovelace@example.com', 'Enter a valid email address.'],
  [`${'a'.repeat(250)}@example.com`, 'Enter a valid email address.'],
])('the email address %j is rejected with: %s', (typed, message) => {
  expect(emailAddress.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([
    message,
  ]);
});
