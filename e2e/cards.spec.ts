import type { Page } from '@playwright/test';
import { createCustomer, signIn, type Person } from './support/people.ts';
import { stopClock } from './support/simulation.ts';
import {
  expectNoCardSecrets,
  expectToast,
  fillCard,
  keptByBrowser,
  recordTraffic,
} from './support/submissions.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Order' });
const tier = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Card tier' }).getByRole('radio', { name });
const method = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio', { name });
const reference = (page: Page) => page.getByLabel('Transaction reference');
const researchTab = (page: Page) => page.getByRole('tab', { name: 'Research Card Options' });

async function openSignedIn(page: Page): Promise<Person> {
  const customer = await createCustomer();
  await signIn(page, customer);
  await page.goto('/cards');
  await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
  return customer;
}

async function fillOrder(page: Page): Promise<void> {
  await tier(page, 'Premium').check();
  await page.getByLabel('Card name').fill('Travel');
  await reference(page).fill('WIRE-2026-0042');
}

async function ordersOf({ client, userId }: Person) {
  const { data, error } = await client.from('orders').select('*').eq('user_id', userId);
  if (error) throw error;
  return data as Record<string, unknown>[];
}

async function transactionsOf({ client, userId }: Person) {
  const { data, error } = await client.from('transactions').select('*').eq('user_id', userId);
  if (error) throw error;
  return data as Record<string, unknown>[];
}

test('The cards page opens on the order form with the manual payment notice and three tiers', async ({
  page,
}) => {
  await page.goto('/cards');
  await expect(page.getByRole('tab', { name: 'Order Virtual Card' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(researchTab(page)).toHaveAttribute('aria-selected', 'false');
  await expect(page.getByText('Payment is manual')).toBeVisible();
  const tiers = page.getByRole('radiogroup', { name: 'Card tier' }).locator('label');
  const offers = [
    ['Standard', '$5.00', '$1,000 Limit', 'Online Payments', 'Basic Support'],
    [
      'Premium',
      '$15.00',
      '$5,000 Limit',
      'Global Payments',
      'Priority Support',
      'Cashback Rewards',
    ],
    [
      'Metal',
      '$50.00',
      '$20,000 Limit',
      'All Premium Features',
      'Airport Lounge Access',
      'Concierge Service',
    ],
  ];
  await expect(tiers).toHaveCount(offers.length);
  for (const [index, words] of offers.entries()) {
    for (const word of words) await expect(tiers.nth(index)).toContainText(word);
  }
});

test('The preview follows the form: name, last four digits, expiry, status, balance, limit and bar', async ({
  page,
}) => {
  await page.goto('/cards');
  const preview = page.getByRole('complementary', { name: 'Preview of your card' });
  const bar = preview.getByRole('progressbar');
  await expect(preview).toContainText('My Virtual Card');
  await expect(preview).toContainText('Inactive');
  await expect(bar).toHaveAttribute('aria-valuenow', '0');

  await tier(page, 'Standard').check();
  await page.getByLabel('Card name').fill('Holiday fund');
  await expect(preview).toContainText('Holiday fund');
  await expect(preview.getByText('Active', { exact: true })).toBeVisible();
  await expect(preview).toContainText('•••• 4821');
  await expect(preview).toContainText('08/30');
  await expect(preview).toContainText('$320.00');
  await expect(preview).toContainText('$1,000.00');
  await expect(bar).toHaveAttribute('aria-valuenow', '32');

  await tier(page, 'Metal').check();
  await expect(preview).toContainText('$20,000.00');
  await expect(preview.getByRole('img', { name: /Metal card “Holiday fund”/ })).toBeVisible();
});

test('Each payment method shows its placeholder instructions, bank transfer first', async ({
  page,
}) => {
  await page.goto('/cards');
  await expect(method(page, 'Bank Transfer')).toBeChecked();
  const placeholders = {
    'Bank Transfer': 'Placeholder Bank',
    'Binance Pay': 'Pay ID',
    Cash: 'Placeholder Agent',
    Other: '(placeholder)',
  };
  await tier(page, 'Metal').check();
  for (const [name, placeholder] of Object.entries(placeholders)) {
    await method(page, name).check();
    const instructions = page.getByRole('region', { name: `${name} instructions` });
    await expect(instructions).toContainText(placeholder);
    await expect(instructions).toContainText('$50.00');
    await expect(reference(page)).toBeVisible();
  }
});

test('Card payment asks for five fields within their limits and warns that it is a demonstration', async ({
  page,
}) => {
  await page.goto('/cards');
  await method(page, 'Card Payment').check();
  await expect(page.getByText('Demonstration only', { exact: true })).toBeVisible();
  await expect(reference(page)).toHaveCount(0);
  await expect(page.getByLabel('Name on card')).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveAttribute('maxlength', '19');
  await expect(page.getByLabel('CVV')).toHaveAttribute('maxlength', '4');
  const optionsOf = async (label: string) =>
    (await page.getByLabel(label).getByRole('option').allTextContents()).slice(1);
  const thisYear = new Date().getFullYear();
  expect(await optionsOf('Expiry month')).toEqual(
    Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0')),
  );
  expect(await optionsOf('Expiry year')).toEqual(
    Array.from({ length: 10 }, (_, offset) => String(thisYear + offset)),
  );
});

test('A visitor who orders is told to log in, and the form stays through it', async ({ page }) => {
  const customer = await createCustomer();
  await page.clock.install();
  await page.goto('/cards');
  await fillOrder(page);
  await stopClock(page);
  await submitButton(page).click();
  await expectToast(page, {
    title: 'Authentication Error',
    description: 'You must be logged in to order a card.',
    variant: 'destructive',
    durationMs: 5_000,
  });
  await page.clock.resume();

  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Log In' });
  await dialog.getByLabel('Email').fill(customer.email);
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(tier(page, 'Premium')).toBeChecked();
  await expect(page.getByLabel('Card name')).toHaveValue('Travel');
  await expect(reference(page)).toHaveValue('WIRE-2026-0042');

  await submitButton(page).click();
  await expect(page).toHaveURL(/\/payment-success\?type=card_order_manual&order_id=/);
  expect(await ordersOf(customer)).toHaveLength(1);
});

test('An order without a tier, a reference or card details says what is missing and sends nothing', async ({
  page,
}) => {
  const customer = await openSignedIn(page);
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Missing Information');
  await expect(toastOf(page)).toContainText('Please select a card tier and a payment method.');

  await tier(page, 'Standard').check();
  await reference(page).fill('   ');
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Missing Information');
  await expect(toastOf(page)).toContainText(
    'Please provide a transaction reference for your payment.',
  );
  await expect(reference(page)).toBeFocused();

  await method(page, 'Card Payment').check();
  await fillCard(page);
  for (const label of ['Name on card', 'Card number', 'CVV']) {
    const kept = await page.getByLabel(label).inputValue();
    await page.getByLabel(label).fill('');
    await submitButton(page).click();
    await expect(toastOf(page)).toContainText('Missing Card Information');
    await expect(toastOf(page)).toContainText('Please fill all card payment details.');
    await expect(page.getByLabel(label)).toBeFocused();
    await page.getByLabel(label).fill(kept);
  }
  for (const label of ['Expiry month', 'Expiry year']) {
    await page.getByLabel(label).selectOption({ index: 0 });
    await submitButton(page).click();
    await expect(page.getByLabel(label)).toBeFocused();
    await expect(toastOf(page)).toContainText('Missing Card Information');
    await page.getByLabel(label).selectOption({ index: 5 });
  }
  expect(await ordersOf(customer)).toEqual([]);
});

test('A submitted order is recorded with its history row, and the toast stays for 7 seconds', async ({
  page,
}) => {
  await page.clock.install();
  const customer = await openSignedIn(page);
  await tier(page, 'Premium').check();
  await reference(page).fill('  WIRE-2026-0042 ');
  await stopClock(page);
  await submitButton(page).click();
  await expectToast(page, {
    title: 'Card Order Submitted',
    description: 'Your Premium card order is pending manual payment verification.',
    variant: 'default',
    durationMs: 7_000,
  });
  await expect(page).toHaveURL(/\/payment-success\?type=card_order_manual&order_id=/);

  const [order] = await ordersOf(customer);
  expect(order).toMatchObject({
    user_id: customer.userId,
    status: 'pending_manual_verification',
    amount: 15,
    currency: 'USD',
    card_details: { tier: 'premium', cardName: 'My Virtual Card' },
    payment_method: 'bank_transfer',
    transaction_reference: 'WIRE-2026-0042',
  });
  expect(new URL(page.url()).searchParams.get('order_id')).toBe(order?.id);
  expect(await transactionsOf(customer)).toEqual([
    expect.objectContaining({
      type: 'card_order',
      amount: 15,
      currency: 'USD',
      status: 'pending_manual_verification',
      related_order_id: order?.id,
    }),
  ]);
});

test('Card number and CVV are never sent nor kept: the reference holds holder, brand, last four and expiry', async ({
  page,
}) => {
  const customer = await openSignedIn(page);
  const sent = recordTraffic(page);
  await tier(page, 'Metal').check();
  await method(page, 'Card Payment').check();
  await fillCard(page);
  const year = await page.getByLabel('Expiry year').inputValue();
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();

  const [order] = await ordersOf(customer);
  const stored = String(order?.transaction_reference);
  expect(stored).toMatch(/^CARD_PAYMENT_DETAILS:/);
  expect(JSON.parse(stored.slice(stored.indexOf('{')))).toEqual({
    cardHolder: 'Ada Lovelace',
    brand: 'visa',
    last4: '4242',
    expiry: `04/${year}`,
  });
  expect(sent.some((request) => request.includes('/rest/v1/orders'))).toBe(true);
  for (const request of sent) expectNoCardSecrets(request);
  expectNoCardSecrets(await keptByBrowser(page));
  expectNoCardSecrets(JSON.stringify([order, await transactionsOf(customer)]));
});

test('A card number typed into a text field is refused before anything is sent', async ({
  page,
}) => {
  const customer = await openSignedIn(page);
  const sent = recordTraffic(page);
  await tier(page, 'Standard').check();
  await reference(page).fill('Paid with 4242-4242-4242-4242');
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Order Submission Failed');
  await expect(toastOf(page)).toContainText('card numbers and security codes are never stored');
  await reference(page).fill('WIRE-1');
  await page.getByLabel('Card name').fill('4242 4242 4242 4242');
  await submitButton(page).click();
  await expect(page.getByLabel('Card name')).toBeFocused();
  for (const request of sent) expectNoCardSecrets(request);
  expect(await ordersOf(customer)).toEqual([]);
});

test('A double click makes one order and one history row', async ({ page }) => {
  const customer = await openSignedIn(page);
  await fillOrder(page);
  await submitButton(page).dblclick();
  await expect(page).toHaveURL(/\/payment-success/);
  expect(await ordersOf(customer)).toHaveLength(1);
  expect(await transactionsOf(customer)).toHaveLength(1);
});

test('A retry after a lost answer finds the order already made instead of making a second', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const customer = await openSignedIn(page);
  let lostAnswers = 0;
  await page.route('**/rest/v1/orders*', async (route) => {
    if (route.request().method() === 'POST' && lostAnswers === 0) {
      lostAnswers += 1;
      await route.fetch();
      await route.abort('connectionreset');
      return;
    }
    await route.continue();
  });
  await fillOrder(page);
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Order Submission Failed');
  await expect(toastOf(page)).toContainText('BeaconPay could not be reached.');
  const [made] = await ordersOf(customer);
  expect(made).toBeDefined();

  await submitButton(page).click();
  await expect(page).toHaveURL(new RegExp(`order_id=${String(made?.id)}`));
  await expect(toastOf(page)).toContainText('Card Order Submitted');
  expect(await ordersOf(customer)).toHaveLength(1);
  expect(await transactionsOf(customer)).toHaveLength(1);
});

test("A refused order shows the backend's message and keeps the form", async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await openSignedIn(page);
  await page.route('**/rest/v1/orders*', (route) =>
    route.fulfill({
      status: 400,
      json: { code: '23514', message: 'The price of a card is 15 USD.', details: null, hint: null },
    }),
  );
  await fillOrder(page);
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Order Submission Failed');
  await expect(toastOf(page)).toContainText('The price of a card is 15 USD.');
  await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
  await expect(page).toHaveURL(/\/cards$/);
  await expect(tier(page, 'Premium')).toBeChecked();
  await expect(page.getByLabel('Card name')).toHaveValue('Travel');
  await expect(reference(page)).toHaveValue('WIRE-2026-0042');
});

test('When only the history row fails, one toast says so for 7 seconds on the success page', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await page.clock.install();
  const customer = await openSignedIn(page);
  await page.route('**/rest/v1/transactions*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'no', details: null } })
      : route.continue(),
  );
  await fillOrder(page);
  await stopClock(page);
  await submitButton(page).click();
  await expectToast(page, {
    title: 'Transaction Logging Error',
    description: 'Card order submitted, but failed to log transaction. Please contact support.',
    variant: 'destructive',
    durationMs: 7_000,
  });
  await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  expect(await ordersOf(customer)).toHaveLength(1);
});

test('The order form survives the other tab and the sign-in event of a returning window', async ({
  page,
}) => {
  await openSignedIn(page);
  await fillOrder(page);
  await researchTab(page).click();
  await expect(page.getByLabel('Search cards')).toBeVisible();
  await page.getByRole('tab', { name: 'Order Virtual Card' }).click();
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(tier(page, 'Premium')).toBeChecked();
  await expect(page.getByLabel('Card name')).toHaveValue('Travel');
  await method(page, 'Card Payment').check();
  await method(page, 'Bank Transfer').check();
  await expect(reference(page)).toHaveValue('WIRE-2026-0042');
});

test('Cards can be researched by search and by kind, and a virtual one be ordered from there', async ({
  page,
}) => {
  await page.goto('/cards');
  await researchTab(page).click();
  const cards = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
  const kinds = page.getByRole('tablist', { name: 'Kind of card' });
  await expect(kinds.getByRole('tab')).toHaveText(['All', 'Virtual', 'Debit', 'Credit', 'Secured']);
  await expect(cards).toHaveCount(8);
  for (const [kind, count] of Object.entries({ Virtual: 3, Debit: 2, Credit: 2, Secured: 1 })) {
    await kinds.getByRole('tab', { name: kind }).click();
    await expect(cards).toHaveCount(count);
  }
  await kinds.getByRole('tab', { name: 'All' }).click();
  await page.getByLabel('Search cards').fill('LOUNGE');
  await expect(cards).toHaveText(['Metal Virtual']);
  await expect(page.getByRole('list', { name: 'Benefits' })).toContainText('Airport lounge access');
  await expect(page.getByRole('list', { name: 'Best for' })).toContainText('Travelers');

  await page.getByLabel('Search cards').fill('no such card');
  await expect(page.getByText('No cards found', { exact: true })).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();

  await page.getByLabel('Search cards').fill('metal');
  await page.getByRole('button', { name: 'Order Metal Virtual' }).click();
  await expect(tier(page, 'Metal')).toBeChecked();
});

test('A card can be ordered with the keyboard alone', async ({ page }) => {
  const customer = await openSignedIn(page);
  await page.getByRole('tab', { name: 'Order Virtual Card' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(tier(page, 'Premium')).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Keys only');
  await page.keyboard.press('Tab');
  await expect(method(page, 'Bank Transfer')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(method(page, 'Binance Pay')).toBeChecked();
  await reference(page).focus();
  await page.keyboard.type('PAY-77');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  expect(await ordersOf(customer)).toEqual([
    expect.objectContaining({ payment_method: 'binance_pay', transaction_reference: 'PAY-77' }),
  ]);
});

test('The cards page is accessible and fits every width', PICTURED, async ({ page }) => {
  await page.goto('/cards');
  await researchTab(page).click();
  await expectGoodScreen(page, 'cards-research');
  await page.getByRole('tab', { name: 'Order Virtual Card' }).click();
  await method(page, 'Card Payment').check();
  await expectGoodScreen(page, 'cards-card-payment');
  await method(page, 'Bank Transfer').check();
  await expectGoodScreen(page, 'cards-order');
});
