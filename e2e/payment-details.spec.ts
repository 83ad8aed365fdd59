import type { Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

// What is set here is shown to everybody, so it is set on the server that other tests pay nothing on,
// and one test after the other.
test.use({ baseURL: environment.mail.url });
test.describe.configure({ mode: 'serial' });

async function openPanel(page: Page): Promise<void> {
  await page.goto('/admin/login');
  const main = page.getByRole('main');
  await main.getByLabel('Admin email').fill(environment.administrator.email);
  await main.getByRole('textbox', { name: 'Password' }).fill(environment.administrator.password);
  await main.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/admin\/panel$/);
}

const methodsList = (page: Page) => page.getByRole('list', { name: 'Payment methods' });
const methodRow = (page: Page, name: string) =>
  methodsList(page).getByRole('listitem').filter({ hasText: name });
const notice = (page: Page) => page.getByText('Customers are shown placeholders');

async function editMethod(page: Page, name: string, change: () => Promise<void>): Promise<void> {
  await methodsList(page)
    .getByRole('button', { name: `Edit ${name}` })
    .click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await change();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page)).toContainText('Payment Details Saved');
}

async function enterLine(page: Page, number: number, label: string, value: string) {
  await page.getByRole('button', { name: 'Add a line' }).click();
  await page.getByLabel(`Label ${String(number)}`).fill(label);
  await page.getByLabel(`Value ${String(number)}`).fill(value);
}

const instructions = (page: Page, name: string) =>
  page.getByRole('region', { name: `${name} instructions` });

async function orderByBankTransfer(page: Page): Promise<void> {
  await page.goto('/cards');
  await page.getByRole('radio', { name: /Standard/ }).check();
  await expect(instructions(page, 'Bank Transfer')).toContainText('Night Sea Bank');
  await page.getByLabel('Transaction reference').fill('WIRE-1');
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page).toHaveURL(/payment-success/);
}

test('An administrator enters where to pay, customers see it, and a record keeps what it was shown', async ({
  page,
}) => {
  await openPanel(page);
  await expect(notice(page)).toBeVisible();
  await editMethod(page, 'Bank Transfer', async () => {
    await enterLine(page, 1, 'Bank', 'Night Sea Bank');
    await enterLine(page, 2, 'IBAN', 'DE89 3704 0044 0532 0130 00');
    await expect(instructions(page, 'Bank Transfer')).toContainText('Night Sea Bank');
    await expect(instructions(page, 'Bank Transfer')).not.toContainText('Placeholder');
  });
  await expect(methodRow(page, 'Bank Transfer')).not.toContainText('Placeholders');
  await orderByBankTransfer(page);

  await page.goto('/admin/panel');
  await editMethod(page, 'Bank Transfer', () => page.getByLabel('Value 1').fill('Another Bank'));
  await page.goto('/personal?tab=history');
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  await expect(instructions(page, 'Bank Transfer')).toContainText('Night Sea Bank');
  await page.goto('/cards');
  await expect(instructions(page, 'Bank Transfer')).toContainText('Another Bank');
});

test('A method that is switched off is neither shown nor taken from a page opened before', async ({
  page,
  context,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await openPanel(page);
  const customerPage = await context.newPage();
  await customerPage.goto('/cards');
  await customerPage.getByRole('radio', { name: /Standard/ }).check();
  await customerPage.getByRole('radio', { name: 'Cash' }).check();
  await expect(instructions(customerPage, 'Cash')).toBeVisible();

  await page.bringToFront();
  await editMethod(page, 'Cash', () => page.getByLabel('Offer Cash to customers').uncheck());
  await expect(methodRow(page, 'Cash')).toContainText('Switched off');

  await customerPage.getByLabel('Transaction reference').fill('RECEIPT-1');
  await customerPage.getByRole('button', { name: 'Submit Order' }).click();
  await expect(toastOf(customerPage)).toContainText('Order Submission Failed');
  await expect(toastOf(customerPage)).toContainText('not offered at the moment');
  await expect(customerPage.getByRole('radio', { name: 'Cash' })).toHaveCount(0);
  await expect(customerPage.getByText('Cash is not offered at the moment.')).toBeVisible();
  await expect(instructions(customerPage, 'Cash')).toHaveCount(0);
});

test('Where to pay is not shown before it is known, and a failure says so with a way to retry', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await page.route('**/rest/v1/payment_method_settings*', (route) =>
    route.fulfill({ status: 500, json: { message: 'down' } }),
  );
  await page.goto('/cards');
  await expect(page.getByRole('button', { name: 'Submit Order' })).toBeVisible();
  const failure = page.getByRole('alert').filter({ hasText: 'Where to pay could not be loaded' });
  await expect(failure).toBeVisible();
  await expect(page.getByText('Placeholder Bank')).toHaveCount(0);
  await page.unrouteAll();
  await failure.getByRole('button', { name: 'Try Again' }).click();
  await expect(instructions(page, 'Bank Transfer')).toBeVisible();
});

test(
  'The payment details of the panel are accessible and fit in both themes and sizes',
  PICTURED,
  async ({ page }) => {
    await openPanel(page);
    await expect(methodRow(page, 'Other')).toContainText('Offered');
    await expectGoodScreen(page, 'payment-details');
    await methodsList(page).getByRole('button', { name: 'Edit Bank Transfer' }).click();
    await expect(page.getByRole('dialog', { name: 'Bank Transfer' })).toBeVisible();
    await expectGoodScreen(page, 'payment-details-form');
    await page.goto('/personal?tab=history');
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await expectGoodScreen(page, 'payment-details-history');
  },
);
