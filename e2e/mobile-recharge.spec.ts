import type { Page } from '@playwright/test';
import { holdScripts } from './support/page-loads.ts';
import { signInAdministrator } from './support/people.ts';
import { decide, rowsOf } from './support/records.ts';
import { openSignedIn } from './support/signing-in.ts';
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
  PHONE,
  PICTURED,
  test,
} from './support/test.ts';

const choice = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name });
const operators = (page: Page) =>
  page.getByRole('radiogroup', { name: 'Operator', exact: true }).getByRole('radio');
const phone = (page: Page) => page.getByLabel('Phone number');
const reference = (page: Page) => page.getByLabel('Transaction reference');
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Recharge' });

async function fillRecharge(page: Page): Promise<void> {
  await choice(page, 'Operator', 'MTN').check();
  await phone(page).fill('+234 803 555 0199');
  await reference(page).fill('WIRE-2026-0077');
}

test('A selection before hydration is kept', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.goto('/mobile-recharge', { waitUntil: 'commit' });
  await page.getByLabel('Country').selectOption('Nigeria');
  await page.getByLabel('Search operators').fill('mob');
  // Six times slower than this machine.
  await expect(page.getByRole('heading', { name: 'Select Operator (2 found)' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByLabel('Country')).toHaveValue('Nigeria');
  await expect(page.getByLabel('Search operators')).toHaveValue('mob');
});

test('A click on an operator before hydration opens the form after it; an arrow key does not', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  for (const choose of ['ArrowDown', 'press'] as const) {
    const release = await holdScripts(page);
    await page.goto('/mobile-recharge', { waitUntil: 'commit' });
    await operators(page).first().focus();
    if (choose === 'press') await choice(page, 'Operator', 'MTN').click();
    else await page.keyboard.press(choose);
    await expect(choice(page, 'Operator', 'MTN')).toBeChecked();
    release();
    await expect(page.getByRole('heading', { name: 'Recharge MTN' })).toHaveCount(1);
    if (choose === 'press') {
      await expect(phone(page)).toBeFocused();
      continue;
    }
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('heading', { name: 'Recharge Airtel' })).toHaveCount(1);
    await expect(choice(page, 'Operator', 'Airtel')).toBeFocused();
  }
});

/** @covers 2.5, 4.status.1, 4.status.5, 8.orders.6, 9.7 */
test('A submitted recharge is recorded with its history row, and the toast stays for 7 seconds', async ({
  page,
}) => {
  await page.clock.install();
  const customer = await openSignedIn(page, '/mobile-recharge');
  await fillRecharge(page);
  await choice(page, 'Amount', '$20.00').check();
  await choice(page, 'Type', 'Bundle').check();
  await stopClock(page);
  await submitButton(page).click();
  await expectToast(page, {
    title: 'Recharge Submitted',
    description: 'Your MTN recharge is pending manual payment verification.',
    variant: 'default',
    durationMs: 7_000,
  });
  await expect(page.getByRole('heading', { name: 'Mobile Recharge Submitted' })).toBeVisible();
  const [recharge] = await rowsOf(customer, 'recharges');
  expect(recharge).toMatchObject({
    user_id: customer.userId,
    operator: 'MTN',
    phone_number: '+234 803 555 0199',
    amount: 20,
    currency: 'USD',
    status: 'pending_manual_verification',
    recharge_details: { type: 'bundle' },
    payment_method: 'bank_transfer',
    transaction_reference: 'WIRE-2026-0077',
  });
  expect(new URL(page.url()).searchParams.get('order_id')).toBe(recharge?.id);
  expect(await rowsOf(customer, 'transactions')).toEqual([
    expect.objectContaining({
      type: 'recharge',
      amount: 20,
      currency: 'USD',
      status: 'pending_manual_verification',
      related_order_id: recharge?.id,
    }),
  ]);
});

/** @covers 5.recharge.3 */
test('Card number and CVV of a recharge are never sent or stored', async ({ page }) => {
  const customer = await openSignedIn(page, '/mobile-recharge');
  const sent = recordTraffic(page);
  await choice(page, 'Operator', 'Glo Mobile').check();
  await phone(page).fill('08055550199');
  await choice(page, 'Payment method', 'Card Payment').check();
  await expect(page.getByText('Demonstration only', { exact: true })).toBeVisible();
  await fillCard(page);
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Mobile Recharge Submitted' })).toBeVisible();
  const [recharge] = await rowsOf(customer, 'recharges');
  expect(String(recharge?.transaction_reference)).toContain('"last4"');
  expect(sent.some((request) => request.includes('/rest/v1/recharges'))).toBe(true);
  for (const request of sent) expectNoCardSecrets(request);
  expectNoCardSecrets(await keptByBrowser(page));
  expectNoCardSecrets(JSON.stringify(recharge));
});

test('An administrator approves a recharge like an order', async ({ page }) => {
  const customer = await openSignedIn(page, '/mobile-recharge');
  await fillRecharge(page);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/payment-success/);
  const [recharge] = await rowsOf(customer, 'recharges');
  const administrator = await signInAdministrator();
  await decide(administrator, 'recharges', String(recharge?.id), {
    status: 'manual_payment_approved',
    admin_notes: 'Paid',
  });
  expect(await rowsOf(customer, 'transactions')).toEqual([
    expect.objectContaining({ status: 'manual_payment_approved' }),
  ]);
});

test('The recharge page is accessible and fits every width', PICTURED, async ({ page }) => {
  await page.goto('/mobile-recharge');
  await expectGoodScreen(page, 'mobile-recharge');
  await choice(page, 'Operator', 'Vodafone').check();
  await expectGoodScreen(page, 'mobile-recharge-form');
  await page.getByLabel('Search operators').fill('nothing like it');
  await expectAccessible(page);
});
