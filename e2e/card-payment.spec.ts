import type { Page } from '@playwright/test';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { readRecord, submitOrder } from './support/records.ts';
import { expect, test } from './support/test.ts';

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** After a declared transfer, the page offers a card payment only on request. */
async function payByCard(page: Page): Promise<void> {
  const card = page.getByRole('button', { name: 'Pay by card now' });
  const another = page.getByRole('button', { name: 'Pay another way' });
  await expect(another).toBeVisible();
  await expect(card).toHaveCount(0);
  await another.click();
  await card.click();
}

/** A customer on the success page, before the payment by card. */
async function openSubmitted(page: Page): Promise<{ customer: Person; orderId: string }> {
  const customer = await createCustomer();
  const orderId = await submitOrder(customer);
  await signIn(page, customer);
  await page.goto(`/payment-success?type=card_order_manual&order_id=${orderId}`);
  await payByCard(page);
  await expect(page.getByText('This is a test.')).toBeVisible();
  await expect(page.getByText('15.00 USD')).toBeVisible();
  return { customer, orderId };
}

/** @covers 4.success-page.2, 4.success-page.6 */
test('An order is paid by card and completed for customer and administrator, and its link works once', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('403 (Forbidden)');
  const { customer, orderId } = await openSubmitted(page);
  await page.getByRole('button', { name: 'Pay (test)' }).click();
  await expect(heading(page, 'Payment confirmed')).toBeVisible();
  const link = page.url();
  const administrator = await signInAdministrator();
  for (const person of [customer, administrator]) {
    expect(await readRecord(person, 'orders', orderId)).toMatchObject({ status: 'completed' });
  }
  await page.goto('/personal?tab=history');
  await expect(page.getByRole('list', { name: 'Transactions' })).toContainText('completed');
  await page.goto(link);
  await expect(heading(page, 'Payment already confirmed')).toBeVisible();

  const other = await submitOrder(customer);
  await page.goto(link.replace(orderId, other));
  await expect(heading(page, 'Confirmation Error')).toBeVisible();
  expect((await readRecord(customer, 'orders', other)).status).toBe('pending_manual_verification');
});

test('A declined card charges nothing, and the order can be paid again from the history', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const { customer, orderId } = await openSubmitted(page);
  await page.getByRole('button', { name: 'Decline the card (test)' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('declined');
  await page.getByRole('link', { name: 'Back to BeaconPay' }).click();
  await expect(heading(page, 'Card Order Cancelled')).toBeVisible();
  expect((await readRecord(customer, 'orders', orderId)).status).toBe(
    'pending_manual_verification',
  );

  await page.goto('/personal?tab=history');
  await page.getByRole('button', { name: /^Details of/ }).click();
  await payByCard(page);
  await page.getByRole('button', { name: 'Pay (test)' }).click();
  await expect(heading(page, 'Payment confirmed')).toBeVisible();
});

test('Cancelling at the card provider charges nothing and leaves the order waiting', async ({
  page,
}) => {
  const { customer, orderId } = await openSubmitted(page);
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(heading(page, 'Card Order Cancelled')).toBeVisible();
  await expect(page.getByText('You have not been charged.', { exact: true })).toBeVisible();
  expect((await readRecord(customer, 'orders', orderId)).status).toBe(
    'pending_manual_verification',
  );
});
