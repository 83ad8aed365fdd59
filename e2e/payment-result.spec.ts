import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { payInSandbox } from './support/card-payments.ts';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { decide, readRecord, submitOrder } from './support/records.ts';
import { logInInDialog } from './support/signing-in.ts';
import { expect, expectAccessible, expectGoodScreen, PICTURED, test } from './support/test.ts';

const FUNCTION_PATH = '**/functions/v1/confirm-payment';
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const result = (page: Page) => page.getByRole('main');

test('A success page that is opened again shows the current status and the short reference', async ({
  page,
}) => {
  const customer = await createCustomer();
  const administrator = await signInAdministrator();
  await signIn(page, customer);
  for (const [decision, title] of [
    ['manual_payment_approved', 'Card Order Approved'],
    ['manual_payment_rejected', 'Card Order Rejected'],
  ] as const) {
    const orderId = await submitOrder(customer);
    await page.goto(`/payment-success?type=card_order_manual&order_id=${orderId}`);
    await expect(heading(page, 'Card Order Submitted')).toBeVisible();
    await expect(result(page).getByText(orderId.slice(0, 8), { exact: true })).toBeVisible();
    await decide(administrator, 'orders', orderId, {
      status: decision,
      admin_notes: 'Checked by hand.',
    });
    await page.reload();
    await expect(heading(page, title)).toBeVisible();
    await expect(result(page)).toContainText(decision.replaceAll('_', ' '));
    await expect(result(page)).toContainText('Checked by hand.');
    await expect(result(page)).not.toContainText('pending manual verification');
  }
});

test('Without an id of the customer’s own record, the page shows no record', async ({ page }) => {
  await page.goto('/payment-success?type=card_order_manual');
  await expect(heading(page, 'Card order not found')).toBeVisible();
  const strangersOrder = await submitOrder(await createCustomer());
  await signIn(page, await createCustomer());
  for (const id of [strangersOrder, randomUUID(), 'no-id']) {
    await page.goto(`/payment-success?type=card_order_manual&order_id=${id}`);
    await expect(heading(page, 'Card order not found')).toBeVisible();
  }
  await expectAccessible(page);
});

/** @covers 4.success-page.2, 4.success-page.3, 8.authentication.4 */
test('A card payment is confirmed only for its signed-in owner, and continues after a log-in', async ({
  page,
}) => {
  const customer = await createCustomer();
  const orderId = await submitOrder(customer);
  await page.goto(await payInSandbox(customer, orderId));
  await expect(result(page)).toContainText('User not logged in.');
  expect((await readRecord(customer, 'orders', orderId)).status).toBe(
    'pending_manual_verification',
  );
  await result(page).getByRole('button', { name: 'Log In' }).click();
  await logInInDialog(page, customer);
  await expect(heading(page, 'Payment confirmed')).toBeVisible();
  expect((await readRecord(customer, 'orders', orderId)).status).toBe('completed');
});

/** @covers 8.logging.2 */
test('A record that is not found is not an error: the function decides', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await signIn(page, await createCustomer());
  let answered = '';
  page.on('response', async (response) => {
    if (response.url().includes('/rest/v1/orders')) answered += await response.text();
  });
  await page.route(FUNCTION_PATH, (route) =>
    route.fulfill({ status: 404, json: { message: 'Record not found.' } }),
  );
  await page.goto(
    `/payment-success?type=card_order&session_id=cs_test_1&local_order_id=${randomUUID()}`,
  );
  await expect(heading(page, 'Confirmation Error')).toBeVisible();
  await expect(result(page)).toContainText('Record not found.');
  await expect.poll(() => answered).toContain('PGRST116');
});

const LOOKS = {
  submitted:
    '/payment-success?type=card_order_manual&order_id=7c1d9f3e-5d0a-4c88-9f0e-2a4b1c6d8e90',
  refused: '/payment-success',
  'log-in': '/payment-success?type=card_order&session_id=cs_1&local_order_id=1',
  cancelled: '/payment-cancel?type=mobile_recharge',
};

test('The order summary is accessible and fits every width', PICTURED, async ({ page }) => {
  const customer = await createCustomer();
  const orderId = await submitOrder(customer);
  await signIn(page, customer);
  await page.goto(`/payment-success?type=card_order_manual&order_id=${orderId}`);
  await page.getByRole('button', { name: 'Pay another way' }).click();
  await expectGoodScreen(page, 'payment-ordered');
  await decide(await signInAdministrator(), 'orders', orderId, {
    status: 'manual_payment_rejected',
    admin_notes: 'No payment arrived.',
  });
  await page.reload();
  await expect(heading(page, 'Card Order Rejected')).toBeVisible();
  await expectGoodScreen(page, 'payment-rejected');
});

test('The result pages are accessible and fit every width', PICTURED, async ({ page }) => {
  for (const [name, address] of Object.entries(LOOKS)) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectGoodScreen(page, `payment-${name}`);
  }
});
