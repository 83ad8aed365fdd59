import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { findPendingRow, openReview, panelAtNewest } from './support/pending-list.ts';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { watchSockets, withoutRealtime, type WatchedSockets } from './support/realtime.ts';
import { decide, submitOrder, submitRecharge } from './support/records.ts';
import { accountMenu, logOut } from './support/signing-in.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  PICTURED,
  test,
  watchForErrors,
} from './support/test.ts';

const ORDERS = 'Pending card orders';

/** The place of an element after all lists have loaded, including the notes about references. */
async function placeAtRest(page: Page, locator: Locator) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  let last: unknown;
  await expect
    .poll(
      async () => {
        const present = await locator.boundingBox();
        const isAtRest = JSON.stringify(present) === JSON.stringify(last);
        last = present;
        return isAtRest;
      },
      { intervals: [1_000] },
    )
    .toBe(true);
  return locator.boundingBox();
}

/** A reference that no other test's row shows. */
const ownReference = () => ({ reference: `LIVE-${randomUUID()}` });

/** Opens the customer's history and waits for the subscription to its changes. */
async function openHistory(page: Page, customer: Person): Promise<WatchedSockets> {
  const sockets = await watchSockets(page);
  await signIn(page, customer);
  await page.goto('/personal?tab=history');
  await expect(badges(page).first()).toBeVisible();
  await sockets.untilSubscribed(1);
  return sockets;
}

const badges = (page: Page) =>
  page.getByRole('list', { name: 'Transactions' }).locator('[data-status]');

/** The badges of the history, newest first. */
function expectStatuses(page: Page, statuses: readonly string[]): Promise<void> {
  return expect
    .poll(() => badges(page).evaluateAll((all) => all.map((one) => one.dataset.status)))
    .toEqual(statuses);
}

interface AdminPage {
  page: Page;
  sockets: WatchedSockets;
}

/** An administrator in a separate browser context, with all subscriptions of the panel. */
async function openPanel(
  browser: Browser,
  credentials: typeof environment.administrator,
  problems: string[],
): Promise<AdminPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  watchForErrors(page, problems);
  return { page, sockets: await showPanel(page, credentials) };
}

async function showPanel(
  page: Page,
  credentials = environment.administrator,
): Promise<WatchedSockets> {
  const sockets = await watchSockets(page);
  const administrator = await signInAdministrator(credentials);
  await signIn(page, administrator);
  await page.goto(await panelAtNewest(administrator));
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
  // The lists and the accounts.
  await sockets.untilSubscribed(2);
  await sockets.untilPresent();
  return sockets;
}

/** The line above the pending orders that shows what has changed. */
const newsOf = (page: Page) =>
  page
    .locator('[data-slot=card]')
    .filter({ has: page.getByRole('heading', { name: ORDERS }) })
    .getByRole('status')
    .filter({ hasText: 'Show' });

const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

/** @covers realtime.in-the-product.1, realtime.in-the-product.5 */
test('The history shows a decision without a reload, until the customer logs out', async ({
  page,
}) => {
  const customer = await createCustomer();
  const [older, newer] = [
    await submitOrder(customer, ownReference()),
    await submitOrder(customer, ownReference()),
  ];
  const sockets = await openHistory(page, customer);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const pending = 'pending_manual_verification';
  await expectStatuses(page, [pending, pending]);

  const administrator = await signInAdministrator();
  for (const [orderId, statuses] of [
    [older, [pending, 'manual_payment_approved']],
    // The decision happens after the read that follows the subscription.
    [newer, ['manual_payment_approved', 'manual_payment_approved']],
  ] as const) {
    await decide(administrator, 'orders', orderId, {
      status: 'manual_payment_approved',
      admin_notes: 'Thank you for paying.',
    });
    await expectStatuses(page, statuses);
  }
  await expect(page.getByText('Thank you for paying.')).toHaveCount(2);
  await expect(page.getByRole('status').filter({ hasText: 'approved' })).toHaveText(
    /Premium virtual card order: manual payment approved/,
  );
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  await logOut(page);
  await sockets.untilClosed();
  expect(sockets.opened()).toBe(1);
});

/** @covers realtime.in-the-product.1 */
test('An open success page shows the decision', async ({ page }) => {
  const customer = await createCustomer();
  const orderId = await submitOrder(customer, ownReference());
  const sockets = await watchSockets(page);
  await signIn(page, customer);
  await page.goto(`/payment-success?type=card_order_manual&order_id=${orderId}`);
  await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  await sockets.untilSubscribed(1);
  await decide(await signInAdministrator(), 'orders', orderId, {
    status: 'manual_payment_rejected',
    admin_notes: 'No such payment.',
  });
  await expect(page.getByRole('heading', { name: 'Card Order Rejected' })).toBeVisible();
  await expect(page.getByText('No such payment.')).toBeVisible();
  // A decision is final, so the page has unsubscribed.
  await sockets.untilClosed();
});

/** @covers realtime.in-the-product.1 */
test('An open receipt shows the decision', async ({ page }) => {
  const customer = await createCustomer();
  const orderId = await submitOrder(customer, ownReference());
  const sockets = await watchSockets(page);
  await signIn(page, customer);
  await page.goto(`/personal?tab=history&receipt=${orderId}`);
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt.getByText('Not reviewed yet')).toBeVisible();
  await sockets.untilSubscribed(1);
  await decide(await signInAdministrator(), 'orders', orderId, {
    status: 'manual_payment_approved',
    admin_notes: 'Thank you for paying.',
  });
  await expect(receipt.getByRole('article')).toContainText('Thank you for paying.');
});

/** @covers realtime.in-the-product.2 */
test('A new order is announced, and no row moves before the administrator selects Show', async ({
  page,
}) => {
  const customer = await createCustomer();
  await submitOrder(customer, ownReference());
  await showPanel(page);
  const table = page.getByRole('table', { name: ORDERS });
  await expect(table.getByRole('cell').first()).toBeVisible();
  const usersHeading = page.getByRole('heading', { name: 'Users', exact: true });
  const before = await placeAtRest(page, usersHeading);
  const rows = await table.getByRole('row').count();

  const orderId = await submitOrder(customer, ownReference());
  await expect(newsOf(page)).toContainText(/new order/);
  await expect(table.getByRole('row')).toHaveCount(rows);
  expect(await usersHeading.boundingBox()).toEqual(before);
  await expectAccessible(page, {
    within: `[data-slot=card]:has(table[aria-label="${ORDERS}"]) [data-slot=card-header]`,
  });

  await newsOf(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: ORDERS })).toBeFocused();
  await expect(await findPendingRow(page, ORDERS, orderId.slice(0, 8))).toBeVisible();
});

/** The part of the panel below a heading. */
const sectionOf = (page: Page, name: string | RegExp) =>
  page
    .locator('[data-slot=card]')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

/** @covers realtime.in-the-product.2 */
test(
  'A deletion request is announced, and no row moves before the administrator selects Show',
  PICTURED,
  async ({ page }) => {
    const customer = await createCustomer({ fullName: 'Mary Somerville' });
    await showPanel(page);
    const section = sectionOf(page, /^Deletion requests/);
    const usersHeading = page.getByRole('heading', { name: 'Users', exact: true });
    await expect(section).toContainText(/No deletion requests|oldest first/);
    const users = page.getByRole('table', { name: 'Users' });
    await expect(users.getByRole('cell').first()).toBeVisible();
    const before = await placeAtRest(page, usersHeading);

    const asked = await customer.client
      .from('account_deletion_requests')
      .insert({ user_id: customer.userId });
    expect(asked.error).toBeNull();
    const news = section.getByRole('status');
    await expect(news).toContainText(/new request/);
    await expect(section).not.toContainText(customer.email);
    expect(await usersHeading.boundingBox()).toEqual(before);

    await news.getByRole('button', { name: 'Show' }).click();
    await expect(section.getByRole('heading')).toBeFocused();
    const row = section.getByRole('listitem').filter({ hasText: customer.email });
    await expect(row).toBeVisible();
    const shown = await usersHeading.boundingBox();

    // A user who cancels the request must not be deleted from a screen that still shows it.
    await customer.client.from('account_deletion_requests').delete().eq('user_id', customer.userId);
    await expect(row).toContainText('Cancelled or carried out');
    await expect(news).toContainText(/settled/);
    expect(await usersHeading.boundingBox()).toEqual(shown);
    await expectGoodScreen(
      page,
      'live-deletion-requests',
      '[data-slot=card]:has(ul[aria-label="Deletion requests"])',
    );
    await news.getByRole('button', { name: 'Show' }).click();
    await expect(row).toHaveCount(0);
  },
);

/** @covers realtime.in-the-product.2 */
test('A sign-up is announced and counted at once. The rows stay in place and show changes of their accounts', async ({
  page,
}) => {
  const family = `Live ${randomUUID().slice(0, 8)}`;
  const first = await createCustomer({ fullName: `${family} One` });
  await showPanel(page);
  await page.getByLabel('Search by name or email').fill(family);
  const table = page.getByRole('table', { name: 'Users' });
  const body = table.getByRole('row').filter({ hasText: family });
  // The column headers and the user that was found.
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(body).toHaveCount(1);

  const business = page
    .getByRole('list', { name: 'Accounts' })
    .getByRole('listitem')
    .filter({ hasText: 'Business Accounts' });
  await expect(business).toHaveText(/Business Accounts\d+/);
  const businessCount = async () => Number((await business.textContent())?.replace(/\D/g, ''));
  const before = await businessCount();
  await createCustomer({ fullName: `${family} Two`, accountType: 'business' });
  // Other tests create accounts, too, and none is deleted here.
  await expect.poll(businessCount).toBeGreaterThan(before);
  const news = sectionOf(page, 'Users').getByRole('status');
  await expect(news).toContainText('1 new user');
  await expect(body).toHaveCount(1);
  const renamed = await first.client
    .from('profiles')
    .update({ full_name: `${family} Renamed` })
    .eq('id', first.userId);
  expect(renamed.error).toBeNull();
  await expect(body).toContainText(`${family} Renamed`);
  await expect(body).toHaveCount(1);

  await news.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeFocused();
  await expect(body).toHaveCount(2);
  await expect(body.first()).toContainText(`${family} Two`);
});

/** @covers realtime.in-the-product.3 */
test(
  'Two administrators see each other on a record until it is closed, and both see the decision',
  PICTURED,
  async ({ page, browser }) => {
    const customer = await createCustomer();
    const [orderId, otherId] = [
      await submitOrder(customer, ownReference()),
      await submitOrder(customer, ownReference()),
    ];
    const problems: string[] = [];
    const second = await openPanel(browser, environment.secondAdministrator, problems);
    await showPanel(page);
    const openTo = ({ email }: { email: string }) => `Open: ${email}`;

    // A closed record has no viewers.
    const ownRow = await findPendingRow(page, ORDERS, orderId.slice(0, 8));
    const glance = await openReview(second.page, ORDERS, orderId);
    await expect(ownRow).toContainText(openTo(environment.secondAdministrator));
    await glance.getByRole('button', { name: 'Close' }).first().click();
    await expect(ownRow).not.toContainText('Open:');

    const mine = await openReview(page, ORDERS, orderId);
    const row = await findPendingRow(second.page, ORDERS, orderId.slice(0, 8));
    await expect(row).toContainText(openTo(environment.administrator));
    await expectGoodScreen(second.page, 'live-panel', `tr:has(code[title="${orderId}"])`);
    const theirs = await openReview(second.page, ORDERS, orderId);
    await expect(theirs).toContainText(
      `${environment.administrator.email} is also reviewing this.`,
    );
    await expect(mine).toContainText(
      `${environment.secondAdministrator.email} is also reviewing this.`,
    );

    await theirs.getByLabel('Admin notes').fill('My own notes');
    await mine.getByLabel('Admin notes').fill('Payment received.');
    await mine.getByRole('button', { name: 'Approve' }).click();
    await expect(mine).toBeHidden();

    const alert = theirs.getByRole('alert');
    await expect(alert).toContainText('This order has already been reviewed.');
    await expect(alert).toContainText(
      `Reviewed by ${environment.administrator.email}: manual payment approved`,
    );
    await expect(alert).toContainText('Notes: Payment received.');
    await expect(theirs.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await expect(theirs.getByLabel('Admin notes')).toHaveValue('My own notes');
    await expectGoodScreen(second.page, 'live-decided', '[role=dialog]');

    // The row stays in place and shows the decision until the administrator selects Show.
    await theirs.getByRole('button', { name: 'Close' }).first().click();
    await expect(row).toContainText(`Approved by ${environment.administrator.email}`);
    await newsOf(second.page)
      .filter({ hasText: 'reviewed' })
      .first()
      .getByRole('button', { name: 'Show' })
      .click();
    await expect(row).toHaveCount(0);

    // A closed window has no open record.
    const otherRow = await findPendingRow(page, ORDERS, otherId.slice(0, 8));
    await openReview(second.page, ORDERS, otherId);
    await expect(otherRow).toContainText(openTo(environment.secondAdministrator));
    await second.page.context().close();
    await expect(otherRow).not.toContainText('Open:');
    expect(problems).toEqual([]);
  },
);

/** @covers realtime.in-the-product.4 */
test('A decision during a network failure is shown after it, and later decisions arrive live', async ({
  page,
  context,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'Error');
  const customer = await createCustomer();
  const [older, newer] = [
    await submitOrder(customer, ownReference()),
    await submitOrder(customer, ownReference()),
  ];
  const sockets = await openHistory(page, customer);
  const administrator = await signInAdministrator();
  const pending = 'pending_manual_verification';

  await context.setOffline(true);
  await sockets.cut();
  await decide(administrator, 'orders', older, { status: 'manual_payment_approved' });
  await expectStatuses(page, [pending, pending]);
  sockets.mend();
  await context.setOffline(false);
  await expectStatuses(page, [pending, 'manual_payment_approved']);

  await sockets.untilSubscribed(2);
  await decide(administrator, 'orders', newer, { status: 'manual_payment_rejected' });
  await expectStatuses(page, ['manual_payment_rejected', 'manual_payment_approved']);
});

/** @covers realtime.in-the-product.4 */
test('Without realtime a decision is shown when the user returns to the page, without a message', async ({
  page,
}) => {
  const customer = await createCustomer();
  const orderId = await submitOrder(customer, ownReference());
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  let tries = 0;
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    tries += 1;
    return socket.close();
  });
  await signIn(page, customer);
  await page.goto('/personal?tab=history');
  await expectStatuses(page, ['pending_manual_verification']);
  await expect.poll(() => tries).toBeGreaterThan(1);
  await decide(await signInAdministrator(), 'orders', orderId, {
    status: 'manual_payment_approved',
  });
  await comeBack(page);
  await expectStatuses(page, ['manual_payment_approved']);
  expect(logged).toEqual([]);
});

/** @covers realtime.in-the-product.4 */
test('Without realtime the panel announces new and reviewed records when the administrator returns to it', async ({
  page,
}) => {
  const customer = await createCustomer();
  const orderId = await submitOrder(customer, ownReference());
  await withoutRealtime(page);
  const administrator = await signInAdministrator();
  await signIn(page, administrator);
  await page.goto(await panelAtNewest(administrator));
  // The dialog would miss a decision that is made while it loads its record.
  const hasAsked = page.waitForEvent('requestfinished', {
    predicate: (request) => request.url().includes(`id=in.%28${orderId}%29`),
  });
  const dialog = await openReview(page, ORDERS, orderId);
  await hasAsked;
  await decide(await signInAdministrator(environment.secondAdministrator), 'orders', orderId, {
    status: 'manual_payment_rejected',
  });
  await comeBack(page);
  await expect(dialog.getByRole('alert')).toContainText(
    `Reviewed by ${environment.secondAdministrator.email}: manual payment rejected`,
  );
});

/** @covers realtime.in-the-product.6 */
test('Only screens with live data open a socket and load the realtime client', async ({
  page,
  request,
}) => {
  const customer = await createCustomer();
  // /cards and /personal would subscribe to a card that is being verified.
  await submitRecharge(customer);
  const sockets = await watchSockets(page);
  const parts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) parts.push(response.text().catch(() => ''));
  });
  const hasRealtimeCode = async () =>
    (await Promise.all(parts)).some((code) => code.includes('phx_join'));
  await signIn(page, customer);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const services = page.getByRole('banner').getByRole('navigation', { name: 'Services' });
  const avatar = accountMenu(page);
  for (const open of [
    () => services.getByRole('link', { name: 'Cards' }).click(),
    () => services.getByRole('link', { name: 'Payments' }).click(),
    () => services.getByRole('link', { name: 'Mobile Recharge' }).click(),
    () => page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click(),
    async () => {
      await avatar.click();
      await page.getByRole('menuitem', { name: 'My Dashboard' }).click();
    },
  ]) {
    await open();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // Screens subscribe when the page is idle.
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })),
    );
  }
  // The scripts that the HTML of these screens loads.
  const named = new Set<string>();
  for (const path of ['/', '/cards', '/payments', '/mobile-recharge', '/personal', '/faq']) {
    const html = await (await request.get(path)).text();
    for (const [, address = ''] of html.matchAll(/"(\/assets\/[^"]+\.js)"/g)) named.add(address);
  }
  expect(named.size).toBeGreaterThan(0);
  for (const address of named) parts.push(request.get(address).then((response) => response.text()));
  expect(sockets.opened()).toBe(0);
  expect(await hasRealtimeCode()).toBe(false);
  await page.getByRole('tab', { name: 'Transaction History' }).click();
  await sockets.untilSubscribed(1);
  // This is the first screen that opens a socket.
  expect(sockets.opened()).toBe(1);
  await expect.poll(hasRealtimeCode).toBe(true);

  // The socket closes when no screen follows changes.
  await page.getByRole('tab', { name: 'My Profile' }).click();
  await sockets.untilClosed();
});
