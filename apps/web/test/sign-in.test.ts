import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectToastFor, stopClock } from './support/clock.ts';
import {
  blur,
  expectCount,
  expectDescription,
  expectNone,
  expectText,
  expectTexts,
  expectToast,
  expectValue,
  messagesIn,
  toastOf,
} from './support/looks.ts';
import { createPerson, respondWithUser, sessionOf } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const logInDialog = page.getByRole('dialog', { name: 'Log In' });
const signUpDialog = page.getByRole('dialog', { name: 'Sign Up' });
const banner = page.getByRole('banner');
const password = page.getByRole('dialog').getByLabelText('Password', { exact: true });
const createAccount = signUpDialog.getByRole('button', { name: 'Create Account with Email' });
const logIn = logInDialog.getByRole('button', { name: 'Log In', exact: true });
const fieldErrors = (dialog: typeof logInDialog) => () => messagesIn(dialog.element());

async function openLogIn() {
  const backend = await openScreen('/about');
  await banner.getByRole('button', { name: 'Log In' }).click();
  await expect.element(logInDialog).toBeVisible();
  return backend;
}

async function openSignUp() {
  const backend = await openScreen('/about');
  await banner.getByRole('button', { name: 'Sign Up' }).click();
  await expect.element(signUpDialog).toBeVisible();
  return backend;
}

async function fillSignUp(): Promise<void> {
  await signUpDialog.getByLabelText('Full name').fill('Ada Lovelace');
  await signUpDialog.getByLabelText('Email').fill('ada@example.com');
  await password.fill('analytical engine');
}

/** @covers 2.log-in-dialog.1, 2.log-in-dialog.2, 2.log-in-dialog.4, 5.login.1 */
test('The Log In dialog has fields for email and password and buttons for Google and Sign up', async () => {
  await openLogIn();
  await expectDescription(logInDialog, 'access your account');
  await expect.element(logInDialog.getByLabelText('Email')).toHaveAttribute('type', 'email');
  await expect.element(password).toHaveAttribute('type', 'password');
  for (const name of ['Continue with Google', 'Sign up']) {
    await expect.element(logInDialog.getByRole('button', { name })).toBeVisible();
  }
});

/** @covers 2.sign-up-dialog.1, 2.sign-up-dialog.3, 5.sign-up.2, 9.11 */
test('The Sign Up dialog has all fields, a hint about 8 characters, and buttons for Google and Log in', async () => {
  await openSignUp();
  const dialog = signUpDialog;
  for (const label of ['Full name', 'Email']) {
    await expect.element(dialog.getByLabelText(label)).toHaveAttribute('required');
  }
  await expect.element(password).toHaveAccessibleDescription('Minimum 8 characters');
  const accountTypes = dialog.getByRole('radiogroup', { name: 'Account type' });
  await expectCount(accountTypes.getByRole('radio'), 2);
  await expect.element(accountTypes.getByRole('radio', { name: /Personal Account/ })).toBeChecked();
  await expectText(accountTypes, /verification may be required/i);
  for (const label of [
    'Phone number',
    'Date of birth',
    'Street address',
    'City',
    'Postal code',
    'Country',
  ]) {
    await expect.element(dialog.getByLabelText(label)).not.toHaveAttribute('required');
  }
  await expect.element(dialog.getByLabelText('Date of birth')).toHaveAttribute('type', 'date');
  await expectTexts(
    () => dialog.getByLabelText('Country').getByRole('option').elements(),
    [
      'Select a country',
      'United States',
      'Canada',
      'United Kingdom',
      'Australia',
      'Germany',
      'India',
    ],
  );
  for (const name of ['Continue with Google', 'Log in']) {
    await expect.element(dialog.getByRole('button', { name })).toBeVisible();
  }
});

/** @covers 2.log-in-dialog.5, 2.sign-up-dialog.4, 2.sign-up-dialog.5, 4.app-state.4 */
test('The Log In and Sign Up dialogs open each other, and only one of them is open at a time', async () => {
  await openLogIn();
  await logInDialog.getByRole('button', { name: 'Sign up' }).click();
  await expect.element(signUpDialog).toBeVisible();
  await expectCount(page.getByRole('dialog'), 1);
  await signUpDialog.getByRole('button', { name: 'Log in' }).click();
  await expect.element(logInDialog).toBeVisible();
  await expectCount(page.getByRole('dialog'), 1);
});

test('An incomplete date of birth is rejected at sign-up and is not ignored', async () => {
  const backend = await openSignUp();
  const phone = signUpDialog.getByLabelText('Phone number');
  await fillSignUp();
  await phone.fill('call me');
  blur(phone);
  await expect.element(signUpDialog.getByText('Please enter a valid phone number.')).toBeVisible();
  await phone.fill('');
  await userEvent.type(signUpDialog.getByLabelText('Date of birth'), '02');
  await createAccount.click();
  await expect
    .element(signUpDialog.getByText('Enter a date between 1900 and today.'))
    .toBeVisible();
  expect(backend.sent()).toEqual([]);
});

/** @covers 5.login.1 */
test('Email and password are required to log in', async () => {
  const backend = await openLogIn();
  await logIn.click();
  await expect.poll(() => fieldErrors(logInDialog)().length).toBe(2);
  const [first, last] = fieldErrors(logInDialog)();
  expect(first?.textContent).toMatch(/email/i);
  expect(last?.textContent).toMatch(/password/i);
  expect(backend.sent()).toEqual([]);
});

/** @covers 5.sign-up.1 */
test('Only full name, email and password are required to sign up', async () => {
  await openSignUp();
  await createAccount.click();
  await expectTexts(fieldErrors(signUpDialog), [
    'Full name is required.',
    'Email is required.',
    'Password is required.',
  ]);
});

/** @covers 2.sign-up-dialog.2, 4.app-state.4, 5.sign-up.3, 8.authentication.8 */
test('Sign-up shows Creating Account... during the request, sends empty fields as null, and closes the dialog', async () => {
  const backend = await openSignUp();
  const person = createPerson();
  respondWithUser(person, backend);
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  backend.respond('POST /auth/v1/signup', async () => {
    await released;
    return Response.json(sessionOf(person));
  });
  await fillSignUp();
  await signUpDialog.getByLabelText('City').fill('London');
  await createAccount.click();
  await expect
    .element(signUpDialog.getByRole('button', { name: 'Creating Account...' }))
    .toBeVisible();
  await expect.poll(() => backend.sent('POST /auth/v1/signup')).toHaveLength(1);
  expect(backend.sent('POST /auth/v1/signup')[0]?.body).toMatchObject({
    data: {
      full_name: 'Ada Lovelace',
      account_type: 'personal',
      phone_number: null,
      date_of_birth: null,
      street_address: null,
      city: 'London',
      postal_code: null,
      country: null,
      locale: 'en',
    },
  });
  stopClock();
  release(undefined);
  await expectToast('Signup Successful!', 'You can now log in.');
  await expectNone(page.getByRole('dialog'));
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expectToastFor(5000);
});

/** @covers 8.authentication.8 */
test('A sign-up response without identities shows a toast for 7 seconds that asks to check the email', async () => {
  const backend = await openSignUp();
  backend.respond('POST /auth/v1/signup', () =>
    Response.json({ id: crypto.randomUUID(), aud: 'authenticated', identities: [] }),
  );
  await fillSignUp();
  stopClock();
  await createAccount.click();
  await expectToast('Signup Successful!', 'Please check your email to verify your account.');
  await expectToastFor(7000);
});

/** @covers 8.1, 8.authentication.2 */
test('A rejected sign-up shows Signup Failed with the server message and keeps what was typed', async () => {
  const backend = await openSignUp();
  backend.respond('POST /auth/v1/signup', () =>
    Response.json(
      { code: 'user_already_exists', message: 'User already registered' },
      { status: 422, headers: { 'X-Supabase-Api-Version': '2024-01-01' } },
    ),
  );
  await fillSignUp();
  await createAccount.click();
  await expectToast('Signup Failed', 'User already registered');
  await expect.element(toastOf()).toHaveAttribute('data-variant', 'destructive');
  await expectValue(signUpDialog.getByLabelText('Full name'), 'Ada Lovelace');
});

/** @covers 2.log-in-dialog.4, 7.19, 8.authentication.10 */
test('The Google button shows a notice for 7 seconds and sends no request', async () => {
  const backend = await openLogIn();
  stopClock();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expectToast('Google Auth Pending', 'The Google provider must be configured first');
  await expectToastFor(7000);
  expect(backend.sent()).toEqual([]);
});

test('The link in a security email opens the Forgot password dialog for a visitor', async () => {
  await openScreen('/?link=reset-password');
  await expect.element(page.getByRole('dialog', { name: 'Forgot password' })).toBeVisible();
  await expect.poll(() => window.location.search).toBe('');
});

test('The link in a security email opens Change Password for a signed-in user', async () => {
  await openScreen('/?link=reset-password', { person: createPerson() });
  await expect.element(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/personal?tab=password');
});
