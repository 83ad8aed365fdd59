import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { payInSandbox } from './support/card-payments.ts';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { readRecord } from './support/records.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

const FUNCTION_PATH = '**/functions/v1/confirm-payment';
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const result = (page: Page) => page.getByRole('main');

/** A pending order of this customer, made over the API. */
async function orderOf({ client, userId }: Person): Promise<string> {
  const { data, error } = await client
    .from('orders')
    .insert({
      user_id: userId,
      status: 'pending_manual_verification',
      amount: 5,
      currency: 'USD',
      card_details: { tier: 'standard', cardName: 'Mine' },
      payment_method: 'other_external',
      transaction_reference: 'SESSION',
    })
    .select('id')
    .single();
  if (error) throw error;
  return String(data.id);
}

async function openSession(page: Page): Promise<{ orderId: string; address: string }> {
  const customer = await createCustomer();
  const orderId = await orderOf(customer);
  await signIn(page, customer);
  return {
    orderId,
    address: `/payment-success?type=card_order&session_id=cs_test_1&local_order_id=${orderId}`,
  };
}

test('A manual card order is shown as submitted at once, with its reference', async ({ page }) => {
  const orderId = randomUUID();
  await page.goto(`/payment-success?type=card_order_manual&order_id=${orderId}`);
  await expect(heading(page, 'Card Order Submitted')).toBeVisible();
  await expect(result(page)).toContainText('submitted, pending manual verification');
  await expect(result(page)).toContainText(orderId);
  await expect(page.getByRole('button', { name: 'Copy reference' })).toBeVisible();
  await expect(result(page).getByRole('link', { name: 'My Dashboard' })).toHaveAttribute(
    'href',
    '/personal',
  );
});

test('A manual recharge is shown as submitted, by order_id or by recharge_id', async ({ page }) => {
  for (const parameter of ['order_id', 'recharge_id']) {
    const rechargeId = randomUUID();
    await page.goto(`/payment-success?type=mobile_recharge_manual&${parameter}=${rechargeId}`);
    await expect(heading(page, 'Mobile Recharge Submitted')).toBeVisible();
    await expect(result(page)).toContainText('submitted, pending manual verification');
    await expect(result(page)).toContainText(rechargeId);
  }
});

test('A submission opened again shows what has become of it, with the short reference administrators see', async ({
  page,
}) => {
  const customer = await createCustomer();
  const administrator = await signInAdministrator();
  await signIn(page, customer);
  for (const [decision, title] of [
    ['manual_payment_approved', 'Card Order Approved'],
    ['manual_payment_rejected', 'Card Order Rejected'],
  ] as const) {
    const orderId = await orderOf(customer);
    await page.goto(`/payment-success?type=card_order_manual&order_id=${orderId}`);
    await expect(heading(page, 'Card Order Submitted')).toBeVisible();
    await expect(result(page).getByText(orderId.slice(0, 8), { exact: true })).toBeVisible();
    const { data } = await administrator.client
      .from('orders')
      .update({ status: decision, admin_notes: 'Checked by hand.' })
      .eq('id', orderId)
      .select('id');
    expect(data).toHaveLength(1);
    await page.reload();
    await expect(heading(page, title)).toBeVisible();
    await expect(result(page)).toContainText(decision.replaceAll('_', ' '));
    await expect(result(page)).toContainText('Checked by hand.');
    await expect(result(page)).not.toContainText('pending manual verification');
  }
});

test('Without an id of one’s own there is nothing to show', async ({ page }) => {
  await page.goto('/payment-success?type=card_order_manual');
  await expect(heading(page, 'Nothing to show')).toBeVisible();
  const strangersOrder = await orderOf(await createCustomer());
  await signIn(page, await createCustomer());
  for (const id of [strangersOrder, randomUUID(), 'no-id']) {
    await page.goto(`/payment-success?type=card_order_manual&order_id=${id}`);
    await expect(heading(page, 'Nothing to show')).toBeVisible();
  }
  await expectAccessible(page);
});

test('A success page with neither a manual type nor a session is refused', async ({ page }) => {
  for (const query of ['', '?type=card_order', '?order_id=1']) {
    await page.goto(`/payment-success${query}`);
    await expect(
      page.getByText('Invalid payment confirmation request. Necessary details are missing.'),
    ).toBeVisible();
    await expect(result(page).getByRole('link', { name: 'Contact support' })).toBeVisible();
  }
});

test('A card payment is confirmed for its signed-in owner only; after logging in it goes on', async ({
  page,
}) => {
  const customer = await createCustomer();
  const orderId = await orderOf(customer);
  await page.goto(await payInSandbox(customer, orderId));
  await expect(result(page)).toContainText('User not logged in.');
  expect((await readRecord(customer, 'orders', orderId)).status).toBe(
    'pending_manual_verification',
  );
  await result(page).getByRole('button', { name: 'Log In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log In' });
  await dialog.getByLabel('Email').fill(customer.email);
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(heading(page, 'Payment Confirmed')).toBeVisible();
  expect((await readRecord(customer, 'orders', orderId)).status).toBe('completed');
});

test('The function that confirms a payment gets type, record and session, and is asked once', async ({
  page,
}) => {
  const { orderId, address } = await openSession(page);
  const asked: unknown[] = [];
  await page.route(FUNCTION_PATH, (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: { status: 'completed' } });
  });
  await page.goto(address);
  await expect(heading(page, 'Payment Confirmed')).toBeVisible();
  await expect(result(page)).toContainText(orderId);
  expect(asked).toEqual([{ type: 'card_order', record_id: orderId, session_id: 'cs_test_1' }]);
});

test('A record that is already completed is reported as already confirmed and not confirmed again', async ({
  page,
}) => {
  const customer = await createCustomer();
  await signIn(page, customer);
  let isAsked = false;
  await page.route(FUNCTION_PATH, (route) => {
    isAsked = true;
    return route.abort();
  });
  await page.route('**/rest/v1/recharges*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    expect(query.get('user_id')).toBe(`eq.${customer.userId}`);
    return route.fulfill({ json: { status: 'completed' } });
  });
  await page.goto(
    `/payment-success?type=mobile_recharge&session_id=cs_test_2&local_recharge_id=${randomUUID()}`,
  );
  await expect(heading(page, 'Payment Already Confirmed')).toBeVisible();
  await expect(result(page)).toContainText('already confirmed');
  expect(isAsked).toBe(false);
});

test('A payment confirmed by someone else in between is reported as already confirmed', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const { address } = await openSession(page);
  await page.route(FUNCTION_PATH, (route) =>
    route.fulfill({ status: 409, json: { message: 'already confirmed' } }),
  );
  await page.goto(address);
  await expect(heading(page, 'Payment Already Confirmed')).toBeVisible();
});

test('A card payment of an unknown type or without its record is refused by name', async ({
  page,
}) => {
  await signIn(page, await createCustomer());
  const refusals = {
    '?type=gift&session_id=cs_1&local_order_id=1':
      'Invalid transaction type specified for Stripe payment.',
    '?session_id=cs_1&local_order_id=1': 'Invalid transaction type specified for Stripe payment.',
    '?type=card_order&session_id=cs_1': 'Missing local transaction ID for Stripe confirmation.',
    '?type=mobile_recharge&session_id=cs_1&local_order_id=1':
      'Missing local transaction ID for Stripe confirmation.',
  };
  for (const [query, message] of Object.entries(refusals)) {
    await page.goto(`/payment-success${query}`);
    await expect(result(page)).toContainText(message);
    await expect(toastOf(page)).toContainText(message);
    await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
  }
});

test('A record that is not found is no error by itself: the function is asked, and its word counts', async ({
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
    route.fulfill({ status: 404, json: { message: 'There is no such record.' } }),
  );
  await page.goto(
    `/payment-success?type=card_order&session_id=cs_test_1&local_order_id=${randomUUID()}`,
  );
  await expect(heading(page, 'Confirmation Error')).toBeVisible();
  await expect(result(page)).toContainText('There is no such record.');
  expect(answered).toContain('PGRST116');
});

test("A refused confirmation shows 'Confirmation Error' with the reason, and can be tried again", async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const { address } = await openSession(page);
  let isPaid = false;
  await page.route(FUNCTION_PATH, (route) =>
    isPaid
      ? route.fulfill({ json: { status: 'completed' } })
      : route.fulfill({ status: 402, json: { message: 'The session is not paid yet.' } }),
  );
  await page.goto(address);
  await expect(heading(page, 'Confirmation Error')).toBeVisible();
  await expect(result(page)).toContainText('The session is not paid yet.');
  await expect(toastOf(page)).toContainText('Confirmation Error');
  await expect(toastOf(page)).toContainText('The session is not paid yet.');

  isPaid = true;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(heading(page, 'Payment Confirmed')).toBeVisible();
});

test('A confirmation without an answer says that something unexpected happened', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const { address } = await openSession(page);
  await page.route(FUNCTION_PATH, (route) => route.abort());
  await page.goto(address);
  await expect(result(page)).toContainText('An unexpected error occurred while confirming...');
  await expect(toastOf(page)).toContainText('Confirmation Error');
});

test('The cancel page names what was cancelled, says nothing was charged, and leads on', async ({
  page,
}) => {
  const cancellations = [
    { query: '?type=card_order', title: 'Card Order Cancelled', path: '/cards' },
    {
      query: '?type=mobile_recharge',
      title: 'Mobile Recharge Cancelled',
      path: '/mobile-recharge',
    },
    { query: '?type=other', title: 'Transaction Cancelled', path: '/' },
    { query: '', title: 'Transaction Cancelled', path: '/' },
  ];
  for (const { query, title, path } of cancellations) {
    await page.goto(`/payment-cancel${query}`);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText('You have not been charged.', { exact: true })).toBeVisible();
    const links = result(page).getByRole('link');
    await expect(links.first()).toHaveAttribute('href', path);
    await expect(links.last()).toHaveAttribute('href', '/support');
  }
});

const LOOKS = {
  submitted:
    '/payment-success?type=card_order_manual&order_id=7c1d9f3e-5d0a-4c88-9f0e-2a4b1c6d8e90',
  refused: '/payment-success',
  'log-in': '/payment-success?type=card_order&session_id=cs_1&local_order_id=1',
  cancelled: '/payment-cancel?type=mobile_recharge',
};

test('The result pages are accessible and fit every width', PICTURED, async ({ page }) => {
  for (const [name, address] of Object.entries(LOOKS)) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectGoodScreen(page, `payment-${name}`);
  }
});
