import { expect, test } from 'vitest';
import { emptySignUp, signUpSchema } from './sign-up.schema.ts';

const filled = {
  ...emptySignUp,
  full_name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'analytical engine',
};

/** @covers 5.sign-up.3 */
test('empty fields at sign-up are sent as null', () => {
  const { details } = signUpSchema.parse({ ...filled, city: '   ', date_of_birth: '1990-02-28' });
  expect(details).toEqual({
    full_name: 'Ada Lovelace',
    account_type: 'personal',
    phone_number: null,
    date_of_birth: '1990-02-28',
    street_address: null,
    city: null,
    postal_code: null,
    country: null,
  });
});

test('full name, email and password are required at sign-up', () => {
  const result = signUpSchema.safeParse(emptySignUp);
  expect(result.error?.issues.map(({ message }) => message)).toEqual([
    'Full name is required.',
    'Email is required.',
    'Password is required.',
  ]);
});

/** @covers 5.sign-up.2 */
test('a new password needs at least 8 characters', () => {
  expect(signUpSchema.safeParse({ ...filled, password: '12345678' }).success).toBe(true);
  const { error } = signUpSchema.safeParse({ ...filled, password: '1234567' });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['password', 'Use at least 8 characters.'],
  ]);
});

test('a sign-up as an administrator is rejected', () => {
  expect(signUpSchema.safeParse({ ...filled, account_type: 'admin' }).success).toBe(false);
});

test('an invalid phone number and an impossible date of birth are rejected at their fields', () => {
  const result = signUpSchema.safeParse({
    ...filled,
    phone_number: 'call me',
    date_of_birth: '1899-12-31',
  });
  expect(result.error?.issues.map(({ path }) => path)).toEqual([
    ['phone_number'],
    ['date_of_birth'],
  ]);
});

test('a sign-up with a card number is rejected with a reason at the field', () => {
  for (const field of ['full_name', 'street_address', 'city', 'postal_code', 'country']) {
    const { error } = signUpSchema.safeParse({ ...filled, [field]: '4111 1111 1111 1111' });
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
    expect(error?.issues[0]?.message).toContain('never store');
  }
});
