import type { Page } from '@playwright/test';
import { holdScripts } from './support/page-loads.ts';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
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
  toastOf,
} from './support/test.ts';

const choice = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name });
const operators = (page: Page) =>
  page.getByRole('radiogroup', { name: 'Operator', exact: true }).getByRole('radio');
const phone = (page: Page) => page.getByLabel('Phone number');
const reference = (page: Page) => page.getByLabel('Transaction reference');
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Recharge' });

async function openSignedIn(page: Page): Promise<Person> {
  const customer = await createCustomer();
  await signIn(page, customer);
  await page.goto('/mobile-recharge');
  await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
  return customer;
}

async function fillRecharge(page: Page): Promise<void> {
  await choice(page, 'Operator', 'MTN').check();
  await phone(page).fill('+234 803 555 0199');
  await reference(page).fill('WIRE-2026-0077');
}

async function rechargesOf({ client, userId }: Person) {
  const { data, error } = await client.from('recharges').select('*').eq('user_id', userId);
  if (error) throw error;
  return data as Record<string, unknown>[];
}

async function transactionsOf({ client, userId }: Person) {
  const { data, error } = await client.from('transactions').select('*').eq('user_id', userId);
  if (error) throw error;
  return data as Record<string, unknown>[];
}

test('Operators are found by country and by name, and the grid says how many', async ({ page }) => {
  await page.goto('/mobile-recharge');
  const title = (count: number) =>
    page.getByRole('heading', { name: `Select Operator (${String(count)} found)`, exact: true });
  await expect(title(8)).toBeVisible();
  const byCountry = {
    Nigeria: ['Glo Mobile', 'MTN', 'Airtel', '9mobile'],
    UK: ['Vodafone', 'O2'],
    USA: ['AT&T', 'Verizon'],
  };
  for (const [country, names] of Object.entries(byCountry)) {
    await page.getByLabel('Country').selectOption(country);
    await expect(title(names.length)).toBeVisible();
    await expect(operators(page)).toHaveCount(names.length);
    for (const name of names) await expect(choice(page, 'Operator', name)).toBeVisible();
  }
  await page.getByLabel('Country').selectOption('');
  await page.getByLabel('Search operators').fill('VODA');
  await expect(title(1)).toBeVisible();
  await page.getByLabel('Country').selectOption('USA');
  await expect(title(0)).toBeVisible();
  await expect(
    page.getByText('No operators match your search. Try different criteria.'),
  ).toBeVisible();
});

test('What is chosen while a slow page is still coming alive is not lost', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.goto('/mobile-recharge', { waitUntil: 'commit' });
  await page.getByLabel('Country').selectOption('Nigeria');
  await page.getByLabel('Search operators').fill('mob');
  await expect(page.getByRole('heading', { name: 'Select Operator (2 found)' })).toBeVisible();
  await expect(page.getByLabel('Country')).toHaveValue('Nigeria');
  await expect(page.getByLabel('Search operators')).toHaveValue('mob');
});

test('The form appears once an operator is chosen, with $10 of talktime by bank transfer', async ({
  page,
}) => {
  await page.goto('/mobile-recharge');
  await expect(page.getByText('Payment is manual')).toBeVisible();
  await expect(phone(page)).toHaveCount(0);
  await choice(page, 'Operator', 'Verizon').check();
  await expect(page.getByRole('heading', { name: 'Recharge Verizon' })).toBeVisible();
  const amounts = page.getByRole('radiogroup', { name: 'Amount' }).locator('label');
  await expect(amounts).toHaveText(['$5.00', '$10.00', '$20.00', '$50.00']);
  await expect(choice(page, 'Amount', '$10.00')).toBeChecked();
  const types = page.getByRole('radiogroup', { name: 'Type' }).locator('label');
  await expect(types).toHaveText(['Talktime', 'Data', 'Bundle']);
  await expect(choice(page, 'Type', 'Talktime')).toBeChecked();
  await expect(choice(page, 'Payment method', 'Bank Transfer')).toBeChecked();
  await choice(page, 'Amount', '$50.00').check();
  await expect(page.getByRole('region', { name: 'Bank Transfer instructions' })).toContainText(
    '$50.00',
  );
});

test('On a phone, choosing an operator brings its form into view with the focus in it', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/mobile-recharge');
  for (const name of ['Verizon', 'MTN', 'MTN']) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page
      .getByRole('radiogroup', { name: 'Operator', exact: true })
      .locator('label')
      .filter({ hasText: name })
      .click();
    await expect(page.getByRole('heading', { name: `Recharge ${name}` })).toBeInViewport();
    await expect(phone(page)).toBeFocused();
    await expect(phone(page)).toBeInViewport();
  }
});

test('The arrow keys pass operators without being led away from them', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/mobile-recharge');
  await operators(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(choice(page, 'Operator', 'MTN')).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Recharge MTN' })).toHaveCount(1);
  await expect(choice(page, 'Operator', 'MTN')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(choice(page, 'Operator', 'Airtel')).toBeFocused();
});

test('An operator pressed before the page listens leads to the form once it does; one passed with the arrow keys does not', async ({
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

test('A refused phone number is told at its field as soon as it is left', async ({ page }) => {
  await page.goto('/mobile-recharge');
  await choice(page, 'Operator', 'MTN').check();
  await phone(page).fill('call me');
  await phone(page).blur();
  await expect(phone(page)).toHaveAccessibleDescription(/Please enter a valid phone number\./);
  await expect(phone(page)).toHaveAttribute('aria-invalid', 'true');
});

test('What was entered stays when another operator is chosen or filtered away', async ({
  page,
}) => {
  await page.goto('/mobile-recharge');
  await fillRecharge(page);
  await choice(page, 'Operator', 'O2').check();
  // The chosen operator's form takes the focus, which must not happen while the search is filled.
  await expect(phone(page)).toBeFocused();
  await page.getByLabel('Search operators').fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'Recharge O2' })).toBeVisible();
  await expect(phone(page)).toHaveValue('+234 803 555 0199');
  await expect(reference(page)).toHaveValue('WIRE-2026-0077');
});

test('A visitor who recharges is told to log in, and the form stays through it', async ({
  page,
}) => {
  const customer = await createCustomer();
  await page.clock.install();
  await page.goto('/mobile-recharge');
  await fillRecharge(page);
  await stopClock(page);
  await submitButton(page).click();
  await expectToast(page, {
    title: 'Authentication Error',
    description: 'You must be logged in to recharge.',
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
  await expect(phone(page)).toHaveValue('+234 803 555 0199');
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/payment-success\?type=mobile_recharge_manual&order_id=/);
  expect(await rechargesOf(customer)).toHaveLength(1);
});

test('A recharge without phone, reference or card details says what is missing and sends nothing', async ({
  page,
}) => {
  const customer = await openSignedIn(page);
  await choice(page, 'Operator', 'Airtel').check();
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Missing Information');
  await expect(toastOf(page)).toContainText(
    'Please select an operator, enter phone number, amount, and type.',
  );
  await expect(phone(page)).toBeFocused();

  await phone(page).fill('call me maybe');
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Recharge Submission Failed');
  await expect(toastOf(page)).toContainText('Please enter a valid phone number.');

  await phone(page).fill('08035550199');
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Missing Information');
  await expect(toastOf(page)).toContainText(
    'Please provide a transaction reference for your payment.',
  );

  await choice(page, 'Payment method', 'Card Payment').check();
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Missing Card Information');
  await expect(toastOf(page)).toContainText('Please fill all card payment details.');
  expect(await rechargesOf(customer)).toEqual([]);
});

test('A submitted recharge is recorded with its history row, and the toast stays for 7 seconds', async ({
  page,
}) => {
  await page.clock.install();
  const customer = await openSignedIn(page);
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
  const [recharge] = await rechargesOf(customer);
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
  expect(await transactionsOf(customer)).toEqual([
    expect.objectContaining({
      type: 'recharge',
      amount: 20,
      currency: 'USD',
      status: 'pending_manual_verification',
      related_order_id: recharge?.id,
    }),
  ]);
});

test('Card number and CVV of a recharge are never sent nor kept', async ({ page }) => {
  const customer = await openSignedIn(page);
  const sent = recordTraffic(page);
  await choice(page, 'Operator', 'Glo Mobile').check();
  await phone(page).fill('08055550199');
  await choice(page, 'Payment method', 'Card Payment').check();
  await expect(page.getByText('Demonstration only', { exact: true })).toBeVisible();
  await fillCard(page);
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Mobile Recharge Submitted' })).toBeVisible();
  const [recharge] = await rechargesOf(customer);
  expect(String(recharge?.transaction_reference)).toContain('"last4"');
  expect(sent.some((request) => request.includes('/rest/v1/recharges'))).toBe(true);
  for (const request of sent) expectNoCardSecrets(request);
  expectNoCardSecrets(await keptByBrowser(page));
  expectNoCardSecrets(JSON.stringify(recharge));
});

test('A double click makes one recharge and one history row', async ({ page }) => {
  const customer = await openSignedIn(page);
  await fillRecharge(page);
  await submitButton(page).dblclick();
  await expect(page).toHaveURL(/\/payment-success/);
  expect(await rechargesOf(customer)).toHaveLength(1);
  expect(await transactionsOf(customer)).toHaveLength(1);
});

test('A retry after a lost answer finds the recharge already made', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const customer = await openSignedIn(page);
  let lostAnswers = 0;
  await page.route('**/rest/v1/recharges*', async (route) => {
    if (route.request().method() === 'POST' && lostAnswers === 0) {
      lostAnswers += 1;
      await route.fetch();
      await route.abort('connectionreset');
      return;
    }
    await route.continue();
  });
  await fillRecharge(page);
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Recharge Submission Failed');
  await expect(toastOf(page)).toContainText('BeaconPay could not be reached.');
  const [made] = await rechargesOf(customer);
  expect(made).toBeDefined();
  await submitButton(page).click();
  await expect(page).toHaveURL(new RegExp(`order_id=${String(made?.id)}`));
  expect(await rechargesOf(customer)).toHaveLength(1);
  expect(await transactionsOf(customer)).toHaveLength(1);
});

test("A refused recharge shows the backend's message and keeps the form", async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await openSignedIn(page);
  await page.route('**/rest/v1/recharges*', (route) =>
    route.fulfill({
      status: 400,
      json: { code: '23514', message: 'A recharge is 5, 10, 20 or 50 USD.', details: null },
    }),
  );
  await fillRecharge(page);
  await submitButton(page).click();
  await expect(toastOf(page)).toContainText('Recharge Submission Failed');
  await expect(toastOf(page)).toContainText('A recharge is 5, 10, 20 or 50 USD.');
  await expect(page).toHaveURL(/\/mobile-recharge$/);
  await expect(phone(page)).toHaveValue('+234 803 555 0199');
  await expect(reference(page)).toHaveValue('WIRE-2026-0077');
});

test('When only the history row of a recharge fails, one toast says so for 7 seconds', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await page.clock.install();
  await openSignedIn(page);
  await page.route('**/rest/v1/transactions*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'no', details: null } })
      : route.continue(),
  );
  await fillRecharge(page);
  await stopClock(page);
  await submitButton(page).click();
  await expectToast(page, {
    title: 'Transaction Logging Error',
    description: 'Recharge submitted, but failed to log transaction. Please contact support.',
    variant: 'destructive',
    durationMs: 7_000,
  });
  await expect(page.getByRole('heading', { name: 'Mobile Recharge Submitted' })).toBeVisible();
});

test('An administrator approves a recharge as they approve orders', async ({ page }) => {
  const customer = await openSignedIn(page);
  await fillRecharge(page);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/payment-success/);
  const [recharge] = await rechargesOf(customer);
  const administrator = await signInAdministrator();
  const { error } = await administrator.client
    .from('recharges')
    .update({ status: 'manual_payment_approved', admin_notes: 'Paid' })
    .eq('id', String(recharge?.id))
    .select('id')
    .single();
  expect(error).toBeNull();
  expect(await transactionsOf(customer)).toEqual([
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
