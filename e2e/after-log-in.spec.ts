import type { Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { createTotpFactor } from './support/factors.ts';
import { createCustomer, type LogIn } from './support/people.ts';
import { accountMenu, logIn } from './support/signing-in.ts';
import { expect, test } from './support/test.ts';

async function logInFrom(page: Page, path: string, person: LogIn): Promise<void> {
  await page.goto(path);
  await logIn(page, person);
}

const homeLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /BeaconPay/ });

test('A log-in on the home page leads to the dashboard of the account type', async ({ page }) => {
  const people = [
    [await createCustomer(), '/personal'],
    [await createCustomer({ accountType: 'business' }), '/business'],
    [environment.administrator, '/admin/panel'],
  ] as const;
  for (const [person, dashboard] of people) {
    await logInFrom(page, '/', person);
    await expect(page).toHaveURL(`${environment.url}${dashboard}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => localStorage.clear());
  }
});

test('Back from the dashboard shows the home page, which does not redirect again', async ({
  page,
}) => {
  await logInFrom(page, '/', await createCustomer());
  await expect(page).toHaveURL(`${environment.url}/personal`);
  await page.goBack();
  await expect(page).toHaveURL(`${environment.url}/`);
  await expect(page.getByRole('button', { name: 'Open your account' })).toBeVisible();
  await page.reload();
  await expect(accountMenu(page)).toBeVisible();
  await homeLink(page).click();
  await expect(page).toHaveURL(`${environment.url}/`);
});

test('A log-in on another page stays there and keeps the input, also after a later visit of the home page', async ({
  page,
}) => {
  await page.goto('/cards');
  await page.getByLabel('Card name').fill('Travel');
  await logIn(page, await createCustomer());
  await expect(accountMenu(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${environment.url}/cards`);
  await expect(page.getByLabel('Card name')).toHaveValue('Travel');
  await homeLink(page).click();
  await expect(page.getByRole('button', { name: 'Open your account' })).toBeVisible();
  await expect(page).toHaveURL(`${environment.url}/`);
});

test('A log-in opens the dashboard after the second factor, not after the password', async ({
  page,
}) => {
  const person = await createCustomer({ accountType: 'business' });
  const { app } = await createTotpFactor(person);
  await logInFrom(page, '/', person);
  const secondStep = page.getByRole('dialog', { name: 'Two-step verification' });
  await expect(secondStep).toBeVisible();
  await expect(page).toHaveURL(`${environment.url}/`);
  await secondStep.getByLabel('6-digit code').fill(app.nextCode());
  await secondStep.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${environment.url}/business`);
});

test('A sign-up on the home page leads to the dashboard', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign Up' });
  await dialog.getByLabel('Full name').fill('Ada Lovelace');
  await dialog.getByLabel('Email').fill(`ada-${crypto.randomUUID()}@example.com`);
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Create Account with Email' }).click();
  await expect(page).toHaveURL(`${environment.url}/personal`);
});

test('No URL parameter controls the page after a log-in', async ({ page }) => {
  const elsewhere = encodeURIComponent('https://example.org/');
  const names = ['redirect', 'redirect_to', 'next', 'return_to', 'link'];
  const query = names.map((name) => `${name}=${elsewhere}`).join('&');
  await logInFrom(page, `/?${query}`, await createCustomer());
  await expect(accountMenu(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL(page.url()).origin).toBe(environment.url);
});
