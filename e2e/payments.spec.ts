import type { Page } from '@playwright/test';
import { createCustomer, signIn } from './support/people.ts';
import { expectSimulatedSubmission, stopClock } from './support/simulation.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Payment' });

async function openSignedIn(page: Page): Promise<void> {
  await signIn(page, await createCustomer());
  await page.goto('/payments');
  await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
}

async function fillIndividual(page: Page): Promise<void> {
  await field(page, 'Recipient name').fill('Ada Lovelace');
  await field(page, 'Recipient email').fill('ada@example.com');
  await field(page, 'Amount').fill('1250.5');
}

test('The payments page says that it is a simulation and shows its form, tiles and sample data', async ({
  page,
}) => {
  await page.goto('/payments');
  await expect(page).toHaveTitle('Payments | BeaconPay');
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(page.getByText('This is a simulation')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Individual' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(page.getByRole('tab', { name: 'Business' })).toBeVisible();
  for (const title of ['Send Again', 'Payment Methods', 'Split Bills']) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Recent Transactions' })).toBeVisible();
  await expect(page.getByText('Sample data')).toBeVisible();
});

test('Sample transactions show two decimals, and incoming ones positive and green', async ({
  page,
}) => {
  await page.goto('/payments');
  const rows = page.getByRole('list', { name: 'Sample transactions' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  for (const row of await rows.all()) await expect(row).toContainText(/[+-][$€£][\d,]+\.\d{2}/);
  await expect(rows.filter({ hasText: 'Payment received' }).first()).toContainText('+$1,850.00');
  await expect(page.getByText('+$1,850.00')).toHaveClass(/text-success-text/);
  await expect(page.getByText('-$120.00')).not.toHaveClass(/text-success-text/);
});

test('The payment amount field starts at 0.01 in steps of 0.01', async ({ page }) => {
  await page.goto('/payments');
  await expect(field(page, 'Amount')).toHaveAttribute('min', '0.01');
  await expect(field(page, 'Amount')).toHaveAttribute('step', '0.01');
});

test('Payments offer 19 currencies with their symbols, and the code where there is none', async ({
  page,
}) => {
  await page.goto('/payments');
  const symbols = {
    USD: '$',
    EUR: '€',
    GBP: '£',
    JPY: '¥',
    CAD: 'C$',
    AUD: 'A$',
    CHF: 'Fr',
    BTC: '₿',
    ETH: 'Ξ',
  };
  const codes = 'USDT USDC BNB XRP ADA SOL DOGE DOT LTC'.split(' ');
  const currency = field(page, 'Currency');
  await expect(currency.getByRole('option')).toHaveCount(19);
  const shown = page.locator('[data-slot=amount-symbol]');
  for (const [code, symbol] of [...Object.entries(symbols), ...codes.map((code) => [code, code])]) {
    await currency.selectOption(code ?? '');
    await expect(shown).toHaveText(symbol ?? '');
  }
});

test('A visitor who sends a payment is told to log in, and the form stays through it', async ({
  page,
}) => {
  const customer = await createCustomer();
  await page.clock.install();
  await page.goto('/payments');
  await fillIndividual(page);
  await page.getByLabel('Description').fill('Engine parts');
  await sendButton(page).click();
  await expect(toastOf(page)).toContainText('Authentication Error');
  await expect(toastOf(page)).toContainText('You must be logged in to send a payment.');
  await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');

  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log In' });
  await dialog.getByLabel('Email').fill(customer.email);
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(field(page, 'Recipient name')).toHaveValue('Ada Lovelace');
  await expect(field(page, 'Recipient email')).toHaveValue('ada@example.com');
  await expect(field(page, 'Amount')).toHaveValue('1250.5');
  await expect(page.getByLabel('Description')).toHaveValue('Engine parts');
  await sendButton(page).click();
  await expect(toastOf(page)).toContainText('Simulated Payment Successful');
});

test('A payment to a person is simulated for 1 s, kept nowhere, and clears the form', async ({
  page,
}) => {
  await page.clock.install();
  await openSignedIn(page);
  await fillIndividual(page);
  await page.getByLabel('Description').fill('Engine parts');
  await expectSimulatedSubmission(page, {
    button: sendButton(page),
    delayMs: 1000,
    successTitle: 'Simulated Payment Successful',
    successDescription: '$1,250.50 to Ada Lovelace. No money has moved.',
  });
  for (const label of ['Recipient name', 'Recipient email', 'Amount', 'Description']) {
    await expect(page.getByLabel(label)).toHaveValue('');
  }
});

test('A payment to a business is simulated for 1 s, kept nowhere, and clears the form', async ({
  page,
}) => {
  await page.clock.install();
  await openSignedIn(page);
  await page.getByRole('tab', { name: 'Business' }).click();
  await field(page, 'Business name').fill('Juniper Row');
  await field(page, 'Business ID').fill('JR-1');
  await field(page, 'Amount').fill('0.01');
  await field(page, 'Currency').selectOption('EUR');
  await expectSimulatedSubmission(page, {
    button: sendButton(page),
    delayMs: 1000,
    successTitle: 'Simulated Payment Successful',
    successDescription: '€0.01 to Juniper Row. No money has moved.',
  });
  for (const label of ['Business name', 'Business ID', 'Amount', 'Description']) {
    await expect(page.getByLabel(label)).toHaveValue('');
  }
  await expect(field(page, 'Currency')).toHaveValue('USD');
});

test('An amount that is empty, zero, negative or finer than a cent is refused as invalid', async ({
  page,
}) => {
  await openSignedIn(page);
  await fillIndividual(page);
  for (const amount of ['', '0', '-5', '0.001']) {
    await field(page, 'Amount').fill(amount);
    await sendButton(page).click();
    await expect(toastOf(page)).toContainText('Invalid amount');
    await expect(toastOf(page)).toContainText('Please enter a valid payment amount.');
    await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
    await expect(field(page, 'Amount')).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(toastOf(page)).toHaveCount(0);
  }
  await expect(field(page, 'Recipient name')).toHaveValue('Ada Lovelace');
});

test('A payment to a person without name or email is refused as missing information', async ({
  page,
}) => {
  await openSignedIn(page);
  await field(page, 'Amount').fill('10');
  for (const [name, email] of [
    ['', 'ada@example.com'],
    ['Ada Lovelace', ''],
    ['Ada Lovelace', 'not an address'],
  ] as const) {
    await field(page, 'Recipient name').fill(name);
    await field(page, 'Recipient email').fill(email);
    await sendButton(page).click();
    await expect(toastOf(page)).toContainText('Missing Information');
    await expect(toastOf(page)).toContainText('Please provide recipient name and email.');
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(toastOf(page)).toHaveCount(0);
  }
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
});

test('A payment to a business without name or ID is refused as missing information', async ({
  page,
}) => {
  await openSignedIn(page);
  await page.getByRole('tab', { name: 'Business' }).click();
  await field(page, 'Amount').fill('10');
  await field(page, 'Business name').fill('Juniper Row');
  await sendButton(page).click();
  await expect(toastOf(page)).toContainText('Missing Information');
  await expect(toastOf(page)).toContainText('Please provide business name and ID.');
  await expect(page.getByText("Enter the business's ID.")).toBeVisible();
});

test('A payment form keeps what was typed when its tab is switched and when the window regains focus', async ({
  page,
}) => {
  await openSignedIn(page);
  await fillIndividual(page);
  await page.getByRole('tab', { name: 'Business' }).click();
  await field(page, 'Business name').fill('Juniper Row');
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await page.getByRole('tab', { name: 'Individual' }).click();
  await expect(field(page, 'Recipient name')).toHaveValue('Ada Lovelace');
  await expect(field(page, 'Amount')).toHaveValue('1250.5');
  await page.getByRole('tab', { name: 'Business' }).click();
  await expect(field(page, 'Business name')).toHaveValue('Juniper Row');
});

test('Leaving the payments page during a simulation ends it without a message', async ({
  page,
}) => {
  await page.clock.install();
  await openSignedIn(page);
  await fillIndividual(page);
  await stopClock(page);
  await sendButton(page).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  await page.clock.resume();
  await page.getByRole('link', { name: 'Utility Bills' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Utility Bills' })).toBeVisible();
  await page.clock.fastForward(2000);
  await expect(toastOf(page)).toHaveCount(0);
});

test('A payment can be sent with the keyboard alone', async ({ page }) => {
  await openSignedIn(page);
  await page.getByRole('tab', { name: 'Individual' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Business' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Individual' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Recipient name')).toBeFocused();
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12.00');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Engine parts');
  await expect(page.getByLabel('Description')).toHaveValue('Engine parts');
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('$12.00 to Ada Lovelace');
});

test(
  'The payments page is accessible and fits every width, with errors and without',
  PICTURED,
  async ({ page }) => {
    await openSignedIn(page);
    await expectGoodScreen(page, 'payments');
    await sendButton(page).click();
    await expect(toastOf(page)).toContainText('Invalid amount');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Business' }).click();
    await expectAccessible(page);
  },
);
