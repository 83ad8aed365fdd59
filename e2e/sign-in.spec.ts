import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createCustomer } from './support/people.ts';
import { stopClock } from './support/simulation.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const logInDialog = (page: Page) => page.getByRole('dialog', { name: 'Log In' });
const signUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign Up' });
const password = (page: Page) => page.getByRole('dialog').getByLabel('Password', { exact: true });
const newEmail = () => `sign-up-${randomUUID().slice(0, 13)}@example.com`;

async function openLogIn(page: Page): Promise<void> {
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await expect(logInDialog(page)).toBeVisible();
}

async function openSignUp(page: Page): Promise<void> {
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click();
  await expect(signUpDialog(page)).toBeVisible();
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  const dialog = signUpDialog(page);
  await dialog.getByLabel('Full name').fill('Ada Lovelace');
  await dialog.getByLabel('Email').fill(email);
  await password(page).fill('analytical engine');
}

const createAccount = (page: Page) =>
  signUpDialog(page).getByRole('button', { name: 'Create Account with Email' });
const logIn = (page: Page) =>
  logInDialog(page).getByRole('button', { name: 'Log In', exact: true });

/** Holds back the answers of a path until the returned function is called. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}

test('The Log In dialog asks for email and password, and offers Google and signing up', async ({
  page,
}) => {
  await openLogIn(page);
  const dialog = logInDialog(page);
  await expect(dialog).toHaveAccessibleDescription(/access your account/);
  await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(dialog.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Sign up' })).toBeVisible();
});

test('The Sign Up dialog asks for all fields, hints at 8 characters, and offers Google and logging in', async ({
  page,
}) => {
  await openSignUp(page);
  const dialog = signUpDialog(page);
  for (const label of ['Full name', 'Email']) {
    await expect(dialog.getByLabel(label)).toHaveAttribute('required');
  }
  await expect(password(page)).toHaveAccessibleDescription('Minimum 8 characters');
  const accountTypes = dialog.getByRole('radiogroup', { name: 'Account type' });
  await expect(accountTypes.getByRole('radio')).toHaveCount(2);
  await expect(accountTypes.getByRole('radio', { name: /Personal Account/ })).toBeChecked();
  await expect(accountTypes).toContainText(/verification may be required/i);
  for (const label of [
    'Phone number',
    'Date of birth',
    'Street address',
    'City',
    'Postal code',
    'Country',
  ]) {
    await expect(dialog.getByLabel(label)).not.toHaveAttribute('required');
  }
  await expect(dialog.getByLabel('Date of birth')).toHaveAttribute('type', 'date');
  await expect(dialog.getByLabel('Country').getByRole('option')).toHaveText([
    'Select a country',
    'United States',
    'Canada',
    'United Kingdom',
    'Australia',
    'Germany',
    'India',
  ]);
  await expect(dialog.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test('Each dialog leads to the other, and only one of them is ever open', async ({ page }) => {
  await openLogIn(page);
  await logInDialog(page).getByRole('button', { name: 'Sign up' }).click();
  await expect(signUpDialog(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await signUpDialog(page).getByRole('button', { name: 'Log in' }).click();
  await expect(logInDialog(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('Logging in shows Logging In... while busy, welcomes back, and closes the dialog', async ({
  page,
}) => {
  const customer = await createCustomer();
  await openLogIn(page);
  const release = await holdBack(page, '**/auth/v1/token*');
  await logInDialog(page).getByLabel('Email').fill(customer.email);
  await password(page).fill(customer.password);
  await logIn(page).click();
  await expect(logInDialog(page).getByRole('button', { name: 'Logging In...' })).toBeVisible();
  release();
  await expect(toastOf(page)).toContainText('Login Successful!');
  await expect(toastOf(page)).toContainText('Welcome back!');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('A wrong password shows Login Failed with the server message and keeps what was typed', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const customer = await createCustomer();
  await openLogIn(page);
  await logInDialog(page).getByLabel('Email').fill(customer.email);
  await password(page).fill('not the password');
  await logIn(page).click();
  await expect(toastOf(page)).toContainText('Login Failed');
  await expect(toastOf(page)).toContainText('Invalid login credentials');
  await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
  await expect(logInDialog(page).getByLabel('Email')).toHaveValue(customer.email);
  await expect(password(page)).toHaveValue('not the password');
});

test('A half-typed date of birth is refused at sign-up rather than dropped', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign Up' });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await dialog.getByLabel('Full name').fill('Ada Lovelace');
  await dialog.getByLabel('Email').fill('ada@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await dialog.getByLabel('Phone number').fill('call me');
  await dialog.getByLabel('Phone number').blur();
  await expect(dialog.getByText('Please enter a valid phone number.')).toBeVisible();
  await dialog.getByLabel('Phone number').fill('');
  await dialog.getByLabel('Date of birth').pressSequentially('02');
  await dialog.getByRole('button', { name: 'Create Account with Email' }).click();
  await expect(dialog.getByText('Enter a date between 1900 and today.')).toBeVisible();
  expect(sent.filter((url) => url.includes('/auth/v1/signup'))).toEqual([]);
});

test('Email and password are required to log in', async ({ page }) => {
  await openLogIn(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await logIn(page).click();
  const messages = logInDialog(page).locator('[data-slot=form-message]');
  await expect(messages).toHaveCount(2);
  await expect(messages.first()).toContainText(/email/i);
  await expect(messages.last()).toContainText(/password/i);
  expect(requests.filter((url) => url.includes('/auth/v1/'))).toEqual([]);
});

test('Full name, email and password are required to sign up, and nothing else is', async ({
  page,
}) => {
  await openSignUp(page);
  await createAccount(page).click();
  await expect(signUpDialog(page).locator('[data-slot=form-message]')).toHaveText([
    'Full name is required.',
    'Email is required.',
    'Password is required.',
  ]);
});

test('Signing up shows Creating Account... while busy, sends empty fields as null, and closes the dialog', async ({
  page,
}) => {
  await page.clock.install();
  await openSignUp(page);
  const release = await holdBack(page, '**/auth/v1/signup*');
  await fillSignUp(page, newEmail());
  await signUpDialog(page).getByLabel('City').fill('London');
  const request = page.waitForRequest('**/auth/v1/signup*');
  await createAccount(page).click();
  await expect(
    signUpDialog(page).getByRole('button', { name: 'Creating Account...' }),
  ).toBeVisible();
  const { data } = (await request).postDataJSON() as { data: unknown };
  expect(data).toEqual({
    full_name: 'Ada Lovelace',
    account_type: 'personal',
    phone_number: null,
    date_of_birth: null,
    street_address: null,
    city: 'London',
    postal_code: null,
    country: null,
  });
  release();
  await expect(toastOf(page)).toContainText('Signup Successful!');
  await expect(toastOf(page)).toContainText('You can now log in.');
  await stopClock(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.clock.runFor(5000);
  await expect(toastOf(page)).toHaveCount(0);
});

test('A sign-up answered with an empty identities list is told for 7 seconds to check the email', async ({
  page,
}) => {
  await page.clock.install();
  await openSignUp(page);
  await page.route('**/auth/v1/signup*', (route) =>
    route.fulfill({ json: { id: randomUUID(), aud: 'authenticated', identities: [] } }),
  );
  await fillSignUp(page, newEmail());
  await stopClock(page);
  await createAccount(page).click();
  const told = toastOf(page).filter({
    hasText: 'Please check your email to verify your account.',
  });
  await expect(told).toContainText('Signup Successful!');
  await page.clock.runFor(6800);
  await expect(told).toBeVisible();
  await page.clock.runFor(400);
  await expect(told).toHaveCount(0);
});

test('A refused sign-up shows Signup Failed with the server message and keeps what was typed', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const customer = await createCustomer();
  await openSignUp(page);
  await fillSignUp(page, customer.email);
  await createAccount(page).click();
  await expect(toastOf(page)).toContainText('Signup Failed');
  await expect(toastOf(page)).toContainText('User already registered');
  await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
  await expect(signUpDialog(page).getByLabel('Full name')).toHaveValue('Ada Lovelace');
});

test('The Google button only shows a notice, for 7 seconds, and calls nothing', async ({
  page,
}) => {
  await page.clock.install();
  await openLogIn(page);
  await page.waitForLoadState('networkidle');
  await stopClock(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const notice = toastOf(page).filter({ hasText: 'Google Auth Pending' });
  await expect(notice).toContainText('The Google provider must be configured first');
  await page.clock.runFor(6800);
  await expect(notice).toBeVisible();
  await page.clock.runFor(400);
  await expect(notice).toHaveCount(0);
  // The toast's own part may come with the first toast.
  expect(requests.filter((url) => !url.includes('/assets/'))).toEqual([]);
});

test('Both dialogs are accessible and fit every width', PICTURED, async ({ page }) => {
  for (const [name, open] of [
    ['log-in', openLogIn],
    ['sign-up', openSignUp],
  ] as const) {
    await open(page);
    await expectGoodScreen(page, name);
  }
});
