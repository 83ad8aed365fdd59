import type { Page } from '@playwright/test';
import { createCustomer } from './support/people.ts';
import { accountMenu } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const logInDialog = (page: Page) => page.getByRole('dialog', { name: 'Log In' });
const signUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign Up' });
const password = (page: Page) => page.getByRole('dialog').getByLabel('Password', { exact: true });

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

const logIn = (page: Page) =>
  logInDialog(page).getByRole('button', { name: 'Log In', exact: true });

/** Delays the responses of a path until the returned function is called. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}

/** @covers 2.log-in-dialog.3, 4.app-state.4, 8.authentication.5, 8.authentication.6 */
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
  await expect(accountMenu(page)).toBeVisible();
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
