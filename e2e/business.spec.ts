import type { Page } from '@playwright/test';
import { createCustomer, signIn, type Person } from './support/people.ts';
import { readProfile } from './support/records.ts';
import { logInInDialog } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

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

/** @covers 2.8, 2.business.3 */
test('A visitor is asked to log in and then sees the dashboard in the same place', async ({
  page,
}) => {
  const person = await createCustomer({ accountType: 'business' });
  await page.goto('/business');
  await expect(page.getByText('Please log in to view your business dashboard.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await logInInDialog(page, person);
  await expect(page.getByRole('heading', { name: 'Business Dashboard' })).toBeVisible();
});

/** @covers 2.business.1, 8.profile.1 */
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

test(
  'The dashboard, its dialog and its gate are accessible and fit',
  PICTURED,
  async ({ page }) => {
    await page.goto('/business');
    await expect(page.getByText('Please log in to view')).toBeVisible();
    await expectGoodScreen(page, 'business-signed-out');
    await openDashboard(page);
    await expectGoodScreen(page, 'business');
    await page.getByRole('tab', { name: 'Security' }).click();
    await expect(page.getByRole('heading', { name: /devices/ })).toBeVisible();
    await expectGoodScreen(page, 'business-security');
    await page.getByRole('tab', { name: 'Company' }).click();
    await expect(await openCompanyDialog(page)).toBeVisible();
    await expectGoodScreen(page, 'business-edit');
  },
);
