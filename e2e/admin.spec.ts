import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { findPendingRow, openReview, panelAtNewest } from './support/pending-list.ts';
import { withoutRealtime } from './support/realtime.ts';
import { decide, readRecord, submitOrder, submitRecharge } from './support/records.ts';
import { logInAsAdministrator } from './support/signing-in.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

const ORDERS = 'Pending card orders';
const RECHARGES = 'Pending mobile recharges';

async function openPanel(page: Page): Promise<void> {
  const administrator = await signInAdministrator();
  await signIn(page, administrator);
  await page.goto(await panelAtNewest(administrator));
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
}

function sessionsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('auth-token')));
}

test.describe('/admin/login', () => {
  /** @covers 2.9, 2.admin-login.1, 4.admin-login.1, 8.authentication.9 */
  test('An administrator who logs in sees the panel', async ({ page }) => {
    const { promise: seen, resolve: see } = Promise.withResolvers<undefined>();
    await page.route('**/auth/v1/token*', async (route) => {
      await seen;
      await route.continue();
    });
    await logInAsAdministrator(page);
    await expect(page.getByRole('button', { name: 'Logging In...' })).toBeVisible();
    see(undefined);
    await expect(toastOf(page)).toContainText('Admin Login Successful');
    await expect(page).toHaveURL(/\/admin\/panel$/);
  });

  /** @covers 4.admin-login.1, 8.admin.2 */
  test('A customer is refused, and only this session is signed out', async ({ page }) => {
    const person = await createCustomer();
    await logInAsAdministrator(page, person);
    await expect(toastOf(page)).toContainText('Access Denied');
    await expect(toastOf(page)).toContainText('You do not have admin privileges.');
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(page.getByLabel('Admin email')).toHaveValue(person.email);
    expect(await sessionsIn(page)).toEqual([]);
    const { data } = await person.client.auth.getUser();
    expect(data.user?.id).toBe(person.userId);
  });
});

/** @covers 2.admin-panel.1 */
test('The four tiles show the counts of the server, not the length of a page', async ({ page }) => {
  // Other tests create accounts, so the count and the list must come from the same moment.
  await withoutRealtime(page);
  const counted = new Map<string, string>();
  page.on('response', (response) => {
    const url = new URL(response.url());
    const isCount = response.request().method() === 'HEAD' && url.pathname.endsWith('/profiles');
    if (!isCount) return;
    const total = response.headers()['content-range']?.split('/')[1] ?? 'none';
    counted.set(url.searchParams.get('account_type') ?? 'all', total);
  });
  await openPanel(page);
  for (const [filter, label] of [
    ['all', 'Total Users'],
    ['eq.personal', 'Personal Accounts'],
    ['eq.business', 'Business Accounts'],
    ['eq.admin', 'Admin Accounts'],
  ] as const) {
    await expect(page.getByRole('list', { name: 'Accounts' })).toHaveAttribute(
      'aria-busy',
      'false',
    );
    const tile = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
    const total = Number(counted.get(filter)).toLocaleString('en-US');
    await expect(tile.filter({ hasText: label })).toHaveText(`${label}${total}`);
  }
});

test.describe('the user table', () => {
  const users = (page: Page) => page.getByRole('table', { name: 'Users' });
  const dataRows = (page: Page) =>
    users(page)
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });

  /** @covers 2.admin-panel.2 */
  test('A search finds a part of a name or an email in any case', async ({ page }) => {
    const mark = randomUUID().slice(0, 8);
    const person = await createCustomer({ fullName: `Zelda ${mark} Quux` });
    await createCustomer({ fullName: 'Another Customer' });
    await openPanel(page);
    const search = page.getByRole('searchbox', { name: 'Search by name or email' });
    await search.fill(`${mark.toUpperCase()} quux`);
    await expect(dataRows(page)).toHaveCount(1);
    await expect(dataRows(page)).toContainText([person.email]);
    await expect(dataRows(page)).toContainText(['Personal']);
    await search.fill(person.email.slice(0, 20));
    await expect(dataRows(page)).toHaveCount(1);
    await expect(dataRows(page)).toContainText([`Zelda ${mark} Quux`]);

    // Characters with a meaning in PostgREST are searched literally.
    const name = `100%_"a\\b",(${mark})`;
    await createCustomer({ fullName: name });
    await search.fill(name);
    await expect(dataRows(page)).toHaveCount(1);
    await expect(dataRows(page)).toContainText([name]);
    await search.fill(`${mark}%`);
    await expect(page.getByText('No users found')).toBeVisible();
  });

  /** @covers 2.admin-panel.2 */
  test('The role filter shows only accounts of that type', async ({ page }) => {
    const mark = randomUUID().slice(0, 8);
    await createCustomer({ accountType: 'business', fullName: `Biz ${mark}` });
    await createCustomer({ accountType: 'personal', fullName: `Per ${mark}` });
    await openPanel(page);
    await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(mark);
    await expect(dataRows(page)).toHaveCount(2);
    const role = page.getByLabel('Account type');
    await expect(role.getByRole('option')).toHaveText(['All', 'Personal', 'Business', 'Admin']);
    await role.selectOption('Business');
    await expect(dataRows(page)).toHaveCount(1);
    await expect(dataRows(page)).toContainText([`Biz ${mark}`]);
    await role.selectOption('Personal');
    await expect(dataRows(page)).toContainText([`Per ${mark}`]);
    await role.selectOption('Admin');
    await expect(page.getByText('No users found')).toBeVisible();
  });

  test('The server returns the list in pages with a total count', async ({ page }) => {
    const mark = randomUUID().slice(0, 8);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        createCustomer({ fullName: `Page ${mark} ${String(index)}` }),
      ),
    );
    await openPanel(page);
    await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(mark);
    const pages = page.getByRole('navigation', { name: 'Users pages' });
    await expect(pages).toContainText('1–10 of 12');
    await expect(dataRows(page)).toHaveCount(10);
    await pages.getByRole('button', { name: 'Next' }).click();
    await expect(pages).toContainText('11–12 of 12');
    await expect(dataRows(page)).toHaveCount(2);
    // A new search starts on its first page.
    await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(`${mark} 1`);
    await expect(pages).toContainText('1–3 of 3');
  });
});

test.describe('reviews', () => {
  let customer: Person;

  test.beforeEach(async () => {
    customer = await createCustomer({ fullName: 'Katherine Johnson' });
  });

  /** @covers 2.admin-panel.3 */
  test('A pending order shows customer, product, payment method and time', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const orderId = await submitOrder(customer);
    const paidByCardId = await submitOrder(customer, {
      paymentMethod: 'card_payment',
      reference: `CARD_PAYMENT_DETAILS:${JSON.stringify({
        cardHolder: 'Katherine Johnson',
        brand: 'visa',
        last4: '4242',
        expiry: '12/2030',
      })}`,
    });
    await openPanel(page);
    const row = await findPendingRow(page, ORDERS, orderId.slice(0, 8));
    for (const text of [
      'Katherine Johnson',
      customer.email,
      '$15.00',
      'Bank Transfer',
      'TR-2026-77',
    ]) {
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(row.getByText(/20\d\d, \d+:\d\d/)).toBeVisible();
    await row.getByRole('button', { name: 'Copy payment reference' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('TR-2026-77');

    // A card payment shows brand, last four digits, expiry and holder.
    const paidByCard = await findPendingRow(page, ORDERS, paidByCardId.slice(0, 8));
    await expect(
      paidByCard.getByText('Visa ending 4242, expires 12/2030, Katherine Johnson'),
    ).toBeVisible();
  });

  /** @covers 2.admin-panel.4, 4.status.2, 8.admin.4 */
  test('Approving an order stores status, notes and reviewer, shows a toast, and reloads the list', async ({
    page,
  }) => {
    const orderId = await submitOrder(customer);
    await openPanel(page);
    const dialog = await openReview(page, ORDERS, orderId);
    for (const text of ['Premium', 'Travel', customer.email, '$15.00', orderId]) {
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(dialog.getByText('The customer will see these notes.')).toBeVisible();
    await dialog.getByLabel('Admin notes').fill('Payment received, thank you.');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(toastOf(page)).toContainText('Success');
    await expect(toastOf(page)).toContainText('Order status updated to manual payment approved.');
    await expect(dialog).toBeHidden();
    await expect(page.locator('code', { hasText: orderId.slice(0, 8) })).toHaveCount(0);
    const stored = await readRecord(customer, 'orders', orderId);
    expect(stored.status).toBe('manual_payment_approved');
    expect(stored.admin_notes).toBe('Payment received, thank you.');
    expect(stored.reviewed_by).toBe((await signInAdministrator()).userId);
  });

  /** @covers 2.admin-panel.4, 4.status.2, 8.admin.4 */
  test('Rejecting a recharge needs a confirmation before anything is sent', async ({ page }) => {
    const rechargeId = await submitRecharge(customer);
    await openPanel(page);
    const dialog = await openReview(page, RECHARGES, rechargeId);
    for (const text of ['MTN', '+234 800 000 0000', 'Data', 'Binance Pay', 'BP-4711']) {
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    }
    await dialog.getByLabel('Admin notes').fill('No such payment.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    const question = page.getByRole('alertdialog', { name: 'Reject this recharge?' });
    await question.getByRole('button', { name: 'Keep pending' }).click();
    await expect(question).toBeHidden();
    expect((await readRecord(customer, 'recharges', rechargeId)).status).toBe(
      'pending_manual_verification',
    );
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await question.getByRole('button', { name: 'Reject Recharge' }).click();
    await expect(toastOf(page)).toContainText(
      'Recharge status updated to manual payment rejected.',
    );
    await expect(dialog).toBeHidden();
    await expect(page.locator('code', { hasText: rechargeId.slice(0, 8) })).toHaveCount(0);
    const stored = await readRecord(customer, 'recharges', rechargeId);
    expect(stored.status).toBe('manual_payment_rejected');
    expect(stored.admin_notes).toBe('No such payment.');
  });

  test('The second of two reviewers sees that the record was already reviewed, and changes nothing', async ({
    page,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push('Failed to load resource');
    const orderId = await submitOrder(customer);
    // This page receives no change before it sends the decision.
    await withoutRealtime(page);
    await openPanel(page);
    const dialog = await openReview(page, ORDERS, orderId);
    await dialog.getByLabel('Admin notes').fill('My own notes');

    const faster = await signInAdministrator();
    await decide(faster, 'orders', orderId, {
      status: 'manual_payment_rejected',
      admin_notes: 'First',
    });

    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(toastOf(page)).toContainText('Error updating status');
    await expect(toastOf(page)).toContainText('already been reviewed');
    await expect(dialog.getByRole('alert')).toContainText('already been reviewed');
    await expect(dialog.getByRole('alert')).toContainText('manual payment rejected');
    await expect(dialog.getByLabel('Admin notes')).toHaveValue('My own notes');
    await expectAccessible(page, { within: '[role=dialog]' });
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(page.locator('code', { hasText: orderId.slice(0, 8) })).toHaveCount(0);
    const stored = await readRecord(customer, 'orders', orderId);
    expect(stored).toMatchObject({ status: 'manual_payment_rejected', admin_notes: 'First' });
  });

  test('A record is reviewed with the keyboard only, and the focus returns to its list', async ({
    page,
  }) => {
    const orderId = await submitOrder(customer);
    await openPanel(page);
    const row = await findPendingRow(page, ORDERS, orderId.slice(0, 8));
    await row.getByRole('button', { name: /^Review/ }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Review Order' });
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('Admin notes').focus();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Reject' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText('Success');
    await expect(page.getByRole('heading', { name: ORDERS })).toBeFocused();
  });
});

test('Panel and review dialog are accessible and fit every width', PICTURED, async ({ page }) => {
  const customer = await createCustomer({ fullName: 'Katherine Johnson' });
  const orderId = await submitOrder(customer);
  await submitRecharge(customer);
  await openPanel(page);
  await findPendingRow(page, ORDERS, orderId.slice(0, 8));
  await expectGoodScreen(page, 'admin-panel');
  const dialog = await openReview(page, ORDERS, orderId);
  await expectGoodScreen(page, 'admin-review', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectGoodScreen(page, 'admin-reject', '[role=alertdialog]');
});
