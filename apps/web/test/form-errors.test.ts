import { expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { toast } from '../src/components/ui/toast-store.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectUncovered } from './support/clear.ts';
import { stopClock } from './support/clock.ts';
import { expectNone, expectToast, toastOf } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { DESKTOP, openScreen } from './support/screen.tsx';

const SMALL_PHONE = { width: 375, height: 667 };
const dialog = page.getByRole('dialog');
const password = dialog.getByLabelText('Password', { exact: true });
const createAccount = dialog.getByRole('button', { name: 'Create Account with Email' });

/** A response of the auth service with the error code in the body. */
function errorResponse(status: number, code: string, message: string, headers = {}): Response {
  return Response.json(
    { code, message },
    { status, headers: { 'X-Supabase-Api-Version': '2024-01-01', ...headers } },
  );
}

async function openDialog(name: 'Log In' | 'Sign Up') {
  const backend = await openScreen('/about');
  await page.getByRole('button', { name: /menu/i }).click();
  await page.getByRole('button', { name, exact: true }).first().click();
  await expect.element(page.getByRole('dialog', { name })).toBeVisible();
  return backend;
}

/** The element that contains a password field and its Show button. */
function boxOf(field: Locator): Locator {
  return page.elementLocator(field.element().parentElement ?? document.body);
}

async function fillSignUp(chosen: string): Promise<void> {
  await dialog.getByLabelText('Full name').fill('Ada Lovelace');
  await dialog.getByLabelText('Email').fill('ada@example.com');
  await password.fill(chosen);
}

test('A rejected password on a phone is visible below the toast, with its message and the focus', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height);
  const backend = await openDialog('Sign Up');
  const message = 'Password is known to be weak and easy to guess, please choose a different one.';
  backend.respond('POST /auth/v1/signup', () => errorResponse(422, 'weak_password', message));
  await fillSignUp('password1');
  stopClock();
  await createAccount.click();
  await expectToast('Signup Failed', message);
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expect.element(password).toHaveAccessibleDescription(new RegExp(message));
  await expectUncovered(
    dialog.getByRole('heading', { name: 'Sign Up' }),
    dialog.getByText('Password', { exact: true }),
    boxOf(password),
    dialog.getByText(message),
  );
  vi.useRealTimers();
  await expectAccessible();
});

test('A toast in a wide window does not cover the title of the largest dialog', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await openScreen('/about');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).first().click();
  await expect.element(dialog).toBeVisible();
  stopClock();
  toast({ title: 'Signup Failed', description: 'User already registered' });
  await expectToast('Signup Failed');
  await expectUncovered(
    dialog.getByRole('heading', { name: 'Sign Up' }),
    dialog.getByLabelText('Full name'),
  );
});

test('A password of seven characters is rejected at sign-up, and nothing is sent', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height);
  const backend = await openDialog('Sign Up');
  await fillSignUp('1234567');
  await createAccount.click();
  await expect.element(password).toHaveAccessibleDescription(/Use at least 8 characters\./);
  await expect.element(password).toHaveFocus();
  await expectUncovered(boxOf(password), dialog.getByText('Use at least 8 characters.'));
  expect(backend.sent()).toEqual([]);
});

test('A wrong password shows an error at the password field, which gets the focus', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height);
  const backend = await openDialog('Log In');
  backend.respond('POST /auth/v1/token', () =>
    errorResponse(400, 'invalid_credentials', 'Invalid login credentials'),
  );
  await dialog.getByLabelText('Email').fill('ada@example.com');
  await password.fill('analytical engine');
  stopClock();
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click();
  await expectToast('Login Failed', 'Invalid login credentials');
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAccessibleDescription(/Invalid login credentials/);
  await expectUncovered(dialog.getByRole('heading', { name: 'Log In' }), boxOf(password));
});

test('The toast of a failed attempt disappears when the next attempt succeeds', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height);
  const backend = await openDialog('Log In');
  await dialog.getByRole('button', { name: 'Forgot password?' }).click();
  const message = 'For security purposes, you can only request this after 54 seconds.';
  backend.respond('POST /auth/v1/recover', () =>
    errorResponse(429, 'over_email_send_rate_limit', message, { 'Retry-After': '54' }),
  );
  const email = dialog.getByLabelText('Email');
  await email.fill('ada@example.com');
  stopClock();
  const send = dialog.getByRole('button', { name: 'Send email' });
  await send.click();
  const sentence = 'Please wait 54 seconds before asking for another email.';
  await expectToast('Email not sent', sentence);
  await expect.element(email).toHaveAccessibleDescription(new RegExp(sentence));
  backend.respond('POST /auth/v1/recover', () => Response.json({}));
  await send.click();
  await expect.element(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
  await expectNone(toastOf());
});

test.each(['abc123', 'abc1234'])(
  'Change Password sends %s and shows the server error at the field',
  async (chosen) => {
    await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height);
    const backend = await openScreen('/personal?tab=password', { person: createPerson() });
    const message = 'Password should be at least 8 characters.';
    backend.respond('PUT /auth/v1/user', () => errorResponse(422, 'weak_password', message));
    const entry = page.getByLabelText('New password', { exact: true });
    await entry.fill(chosen);
    await page.getByLabelText('Confirm new password').fill(chosen);
    stopClock();
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expectToast('Password Update Failed', message);
    await expect.element(entry).toHaveFocus();
    await expect.element(entry).toHaveAccessibleDescription(new RegExp(message));
    await expectUncovered(boxOf(entry), page.getByRole('main').getByText(message));
  },
);
