import type { Page } from '@playwright/test';
import { expectSimulatedSubmission } from './support/simulation.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay Bill' });

async function fillBill(page: Page): Promise<void> {
  await field(page, 'Biller name').fill('North Grid');
  await field(page, 'Account number').fill('77-1');
  await field(page, 'Amount (USD)').fill('45.5');
}

test('The bills page says that it is a simulation, and how long bills take', async ({ page }) => {
  await page.goto('/utility-bills');
  await expect(page).toHaveTitle('Utility bills | BeaconPay');
  await expect(page.getByRole('heading', { level: 1, name: 'Utility Bills' })).toBeVisible();
  await expect(page.getByText('This is a simulation')).toBeVisible();
  await expect(page.getByText('24-48 hours')).toBeVisible();
});

test('The bills page lists six categories, and choosing one keeps what was typed', async ({
  page,
}) => {
  await page.goto('/utility-bills');
  await fillBill(page);
  const categories = page.getByRole('radiogroup', { name: 'Bill categories' });
  await expect(categories.getByRole('radio')).toHaveCount(6);
  for (const name of ['Electricity', 'Water', 'Internet & TV', 'Gas', 'Insurance', 'Rent']) {
    await categories.getByRole('radio', { name }).check();
    await expect(page.getByRole('heading', { name: `Pay a bill: ${name}` })).toBeVisible();
  }
  await expect(field(page, 'Biller name')).toHaveValue('North Grid');
  await expect(field(page, 'Amount (USD)')).toHaveValue('45.5');
});

test('A bill is paid from the balance, a linked card or a bank account', async ({ page }) => {
  await page.goto('/utility-bills');
  const methods = page.getByRole('radiogroup', { name: 'Pay from' }).getByRole('radio');
  await expect(methods).toHaveCount(3);
  for (const [index, value] of ['balancePay', 'linkedCard', 'bankAccount'].entries()) {
    await expect(methods.nth(index)).toHaveAttribute('value', value);
  }
  await expect(methods.first()).toBeChecked();
});

test('A bill is simulated for 1.5 s without a session, kept nowhere, and clears the form', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/utility-bills');
  await page.getByRole('radio', { name: 'Water' }).check();
  await fillBill(page);
  await page.getByRole('radio', { name: 'Linked Card' }).check();
  await expectSimulatedSubmission(page, {
    button: payButton(page),
    delayMs: 1500,
    successTitle: 'Simulated Bill Payment Successful',
    successDescription: '$45.50 to North Grid for Water. No money has moved.',
  });
  for (const label of ['Biller name', 'Account number', 'Amount (USD)']) {
    await expect(field(page, label)).toHaveValue('');
  }
  await expect(page.getByRole('radio', { name: 'BeaconPay Balance' })).toBeChecked();
});

test('A bill needs a biller name, an account number and an amount', async ({ page }) => {
  await page.goto('/utility-bills');
  await payButton(page).click();
  await expect(page.locator('[data-slot=form-message]')).toHaveText([
    "Enter the biller's name.",
    'Enter your account number with the biller.',
    'Enter an amount of at least 1, in whole cents.',
  ]);
  await expect(field(page, 'Biller name')).toBeFocused();
  await expect(toastOf(page)).toHaveCount(0);
});

test('A bill amount starts at 1 in steps of 0.01', async ({ page }) => {
  await page.goto('/utility-bills');
  const amount = field(page, 'Amount (USD)');
  await expect(amount).toHaveAttribute('min', '1');
  await expect(amount).toHaveAttribute('step', '0.01');
  await fillBill(page);
  for (const refused of ['0', '0.99', '-1', '1.001']) {
    await amount.fill(refused);
    await payButton(page).click();
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
  }
  await amount.fill('1');
  await payButton(page).click();
  await expect(toastOf(page)).toContainText('$1.00 to North Grid');
});

test(
  'The bills page is accessible and fits every width, with errors and without',
  PICTURED,
  async ({ page }) => {
    await page.goto('/utility-bills');
    await expectGoodScreen(page, 'utility-bills');
    await payButton(page).click();
    await expect(page.getByText("Enter the biller's name.")).toBeVisible();
    await expectAccessible(page);
  },
);
