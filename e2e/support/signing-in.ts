import { expect, type Page } from '@playwright/test';
import { environment } from './environment.ts';
import { createCustomer, signIn, type LogIn, type Person } from './people.ts';

export const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' });

export const logInButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Log In' });

/** Opens a page as a customer who is new and already signed in. */
export async function openSignedIn(page: Page, path: string): Promise<Person> {
  const customer = await createCustomer();
  await signIn(page, customer);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
  return customer;
}

/** Fills in and sends the Log In dialog, which is open. */
export async function logInInDialog(page: Page, { email, password }: LogIn): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Log In' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click();
}

/** Logs in from the current page. */
export async function logIn(page: Page, person: LogIn): Promise<void> {
  await logInButton(page).click();
  await logInInDialog(page, person);
}

export async function logOut(page: Page): Promise<void> {
  const item = page.getByRole('menuitem', { name: 'Log out' });
  // A log-in on the home page leads to the dashboard, which closes a menu that was opened before.
  await expect(async () => {
    if (!(await item.isVisible())) await accountMenu(page).click();
    await item.click({ timeout: 2_000 });
  }).toPass();
  await expect(logInButton(page)).toBeVisible();
}

/** Logs in at /admin/login. */
export async function logInAsAdministrator(
  page: Page,
  { email, password }: LogIn = environment.administrator,
): Promise<void> {
  await page.goto('/admin/login');
  const main = page.getByRole('main');
  await main.getByLabel('Admin email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Log In' }).click();
}
