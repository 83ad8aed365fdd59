import type { Page } from '@playwright/test';
import { createCustomer, signIn, type Person } from './support/people.ts';
import { readProfile } from './support/records.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

async function openDashboard(page: Page): Promise<Person> {
  const person = await createCustomer({ accountType: 'business', fullName: 'Ada Lovelace' });
  await signIn(page, person);
  await page.goto('/business');
  await expect(page.getByRole('heading', { level: 1, name: 'Business Dashboard' })).toBeVisible();
  return person;
}

async function openCompanyDialog(page: Page) {
  await page.getByRole('button', { name: 'Edit Company' }).click();
  return page.getByRole('dialog', { name: 'Edit Company' });
}

test('A visitor is asked to log in and then sees the dashboard in the same place', async ({
  page,
}) => {
  const person = await createCustomer({ accountType: 'business' });
  await page.goto('/business');
  await expect(page.getByText('Please log in to view your business dashboard.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log In' });
  await dialog.getByLabel('Email').fill(person.email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Business Dashboard' })).toBeVisible();
});

test('A personal account is told that the area is for business accounts', async ({ page }) => {
  await signIn(page, await createCustomer({ accountType: 'personal' }));
  await page.goto('/business');
  await expect(page.getByText('Access Denied. This area is for business accounts.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Company' })).toHaveCount(0);
  await expectAccessible(page);
});

test('Company details are saved, shown, and announced with Company Profile Updated', async ({
  page,
}) => {
  const person = await openDashboard(page);
  const dialog = await openCompanyDialog(page);
  await dialog.getByLabel('Company name').fill('Analytical Engines');
  await dialog.getByLabel('Registration number').fill('AE-1842');
  await dialog.getByLabel('Company phone').fill('+44 20 7946 0000');
  await dialog.getByLabel('Company address').fill('1 Example Street, London');
  await dialog.getByLabel('Website').fill('engines.example');
  await dialog.getByLabel('Contact name').fill('Augusta Ada King');
  const patch = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().includes('/rest/v1/profiles'),
  );
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  expect(Object.keys((await patch).postDataJSON() as object).sort()).toEqual([
    'avatar_url',
    'company_address',
    'company_name',
    'company_phone',
    'company_registration_number',
    'company_website',
    'full_name',
    'updated_at',
  ]);
  await expect(toastOf(page)).toContainText('Company Profile Updated');
  await expect(dialog).toBeHidden();
  const main = page.getByRole('main');
  for (const text of ['AE-1842', '+44 20 7946 0000', '1 Example Street, London', person.email]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(main.getByRole('link', { name: 'engines.example' })).toHaveAttribute(
    'href',
    'https://engines.example/',
  );
  expect(await readProfile(person)).toMatchObject({
    full_name: 'Augusta Ada King',
    company_name: 'Analytical Engines',
    avatar_url: null,
  });
});

test('No company field is required', async ({ page }) => {
  await openDashboard(page);
  const dialog = await openCompanyDialog(page);
  await dialog.getByLabel('Contact name').fill('');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page)).toContainText('Company Profile Updated');
});

test('A website that would run code is refused, and never becomes a link', async ({ page }) => {
  await openDashboard(page);
  const dialog = await openCompanyDialog(page);
  await dialog.getByLabel('Website').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Enter a web address.')).toBeVisible();
  await expect(dialog.getByLabel('Website')).toHaveAttribute('aria-invalid', 'true');
});

test('A failed save shows Update Failed with the backend message and keeps what was typed', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await openDashboard(page);
  await page.route('**/rest/v1/profiles?*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { code: 'PGRST001', message: 'Try again later' } })
      : route.fallback(),
  );
  const dialog = await openCompanyDialog(page);
  await dialog.getByLabel('Company name').fill('Analytical Engines');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page)).toContainText('Update Failed');
  await expect(toastOf(page)).toContainText('Try again later');
  await expect(dialog.getByLabel('Company name')).toHaveValue('Analytical Engines');
});

test('Five tools are marked Coming Soon and the promo button is disabled', async ({ page }) => {
  await openDashboard(page);
  for (const name of [
    'Team Management',
    'Financial Analytics',
    'Invoicing',
    'Payroll',
    'Business Support',
  ]) {
    const tool = page.getByRole('listitem').filter({ hasText: name });
    await expect(tool.getByText('Coming Soon')).toBeVisible();
    await expect(tool.getByRole('group')).toHaveAttribute('aria-disabled', 'true');
  }
  await expect(page.getByText('Coming Soon', { exact: true })).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Upgrade to Business Pro' })).toBeDisabled();
});

test(
  'The dashboard, its dialog and its gate are accessible and fit',
  PICTURED,
  async ({ page }) => {
    await page.goto('/business');
    await expect(page.getByText('Please log in to view')).toBeVisible();
    await expectGoodScreen(page, 'business-signed-out');
    await openDashboard(page);
    await expectGoodScreen(page, 'business');
    await expect(await openCompanyDialog(page)).toBeVisible();
    await expectGoodScreen(page, 'business-edit');
  },
);
