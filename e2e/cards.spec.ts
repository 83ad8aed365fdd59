import type { Page } from '@playwright/test';
import { createCustomer } from './support/people.ts';
import { rowsOf, submitOrder } from './support/records.ts';
import { logInInDialog, openSignedIn } from './support/signing-in.ts';
import { stopClock } from './support/simulation.ts';
import {
  expectNoCardSecrets,
  expectToast,
  fillCard,
  keptByBrowser,
  recordTraffic,
} from './support/submissions.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Order' });
const tier = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Card tier' }).getByRole('radio', { name });
const method = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio', { name });
const reference = (page: Page) => page.getByLabel('Transaction reference');
const researchTab = (page: Page) => page.getByRole('tab', { name: 'Research Card Options' });

async function fillOrder(page: Page): Promise<void> {
  await tier(page, 'Premium').check();
  await page.getByLabel('Card name').fill('Travel');
  await reference(page).fill('WIRE-2026-0042');
}

/** @covers 5.card-order.1, 8.authentication.4 */
test('A visitor who orders must log in, and the form keeps its values', async ({ page }) => {
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
  await logInInDialog(page, customer);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(tier(page, 'Premium')).toBeChecked();
  await expect(page.getByLabel('Card name')).toHaveValue('Travel');
  await expect(reference(page)).toHaveValue('WIRE-2026-0042');

  await submitButton(page).click();
  await expect(page).toHaveURL(/\/payment-success\?type=card_order_manual&order_id=/);
  expect(await rowsOf(customer, 'orders')).toHaveLength(1);
});

/** @covers 4.status.1, 4.status.5, 5.card-order.5, 8.orders.6, 9.14 */
test('A submitted order is recorded with its history row, and the toast stays for 7 seconds', async ({
  page,
}) => {
  await page.clock.install();
  const customer = await openSignedIn(page, '/cards');
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

  const [order] = await rowsOf(customer, 'orders');
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
  expect(await rowsOf(customer, 'transactions')).toEqual([
    expect.objectContaining({
      type: 'card_order',
      amount: 15,
      currency: 'USD',
      status: 'pending_manual_verification',
      related_order_id: order?.id,
    }),
  ]);
});

/** @covers 5.card-order.7 */
test('Card number and CVV are never sent or stored. The reference has holder, brand, last four digits and expiry', async ({
  page,
}) => {
  const customer = await openSignedIn(page, '/cards');
  const sent = recordTraffic(page);
  await tier(page, 'Metal').check();
  await method(page, 'Card Payment').check();
  await fillCard(page);
  const year = await page.getByLabel('Expiry year').inputValue();
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();

  const [order] = await rowsOf(customer, 'orders');
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
  expectNoCardSecrets(JSON.stringify([order, await rowsOf(customer, 'transactions')]));
});

test('A double click creates one order and one history row', async ({ page }) => {
  const customer = await openSignedIn(page, '/cards');
  await fillOrder(page);
  await submitButton(page).dblclick();
  await expect(page).toHaveURL(/\/payment-success/);
  expect(await rowsOf(customer, 'orders')).toHaveLength(1);
  expect(await rowsOf(customer, 'transactions')).toHaveLength(1);
});

test('A retry after a lost response finds the existing order and creates no second one', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const customer = await openSignedIn(page, '/cards');
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
  await expect(toastOf(page)).toContainText("We couldn't reach BeaconPay.");
  const [made] = await rowsOf(customer, 'orders');
  expect(made).toBeDefined();

  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Card Order Submitted');
  await expect(page).toHaveURL(new RegExp(`order_id=${String(made?.id)}`));
  expect(await rowsOf(customer, 'orders')).toHaveLength(1);
  expect(await rowsOf(customer, 'transactions')).toHaveLength(1);
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

test('The same reference with the same amount needs a confirmation before a second record is created', async ({
  page,
}) => {
  const customer = await openSignedIn(page, '/cards');
  const first = await submitOrder(customer, { reference: 'WIRE-2026-0042' });
  await fillOrder(page);
  await submitButton(page).click();
  const question = page.getByRole('group', { name: 'Already submitted?' });
  await expect(question).toContainText(first.slice(0, 8));
  await expect(question).toContainText('pending manual verification');
  await expect(question).toBeFocused();
  await expectAccessible(page);
  await submitButton(page).click();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(await rowsOf(customer, 'orders')).toHaveLength(1);

  await tier(page, 'Metal').check();
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/payment-success/);
  expect(await rowsOf(customer, 'orders')).toHaveLength(2);

  await page.goto('/cards');
  await fillOrder(page);
  await submitButton(page).click();
  await question.getByRole('button', { name: 'Submit anyway' }).click();
  await expect(page).toHaveURL(/\/payment-success/);
  expect(await rowsOf(customer, 'orders')).toHaveLength(3);
});

test('The same card with the same amount needs a confirmation, too', async ({ page }) => {
  const customer = await openSignedIn(page, '/cards');
  for (const expectedCount of [1, 2]) {
    await tier(page, 'Metal').check();
    await method(page, 'Card Payment').check();
    await fillCard(page);
    await submitButton(page).click();
    if (expectedCount === 2) {
      await page.getByRole('button', { name: 'Submit anyway' }).click();
    }
    await expect(page).toHaveURL(/\/payment-success/);
    expect(await rowsOf(customer, 'orders')).toHaveLength(expectedCount);
    await page.goto('/cards');
  }
});
