import type { Browser, Locator, Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { watchSockets } from './support/realtime.ts';
import { decide, submitOrder, submitRecharge } from './support/records.ts';
import {
  expect,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
  watchForErrors,
} from './support/test.ts';

const NEXT_YEAR = String(new Date().getFullYear() + 1);
const APPROVED = { status: 'manual_payment_approved' } as const;

interface BackOffice {
  page: Page;
  problems: string[];
}

/** The deliveries page of an administrator in a separate browser context. */
async function openDeliveries(browser: Browser): Promise<BackOffice> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  watchForErrors(page, problems);
  const sockets = await watchSockets(page);
  await signIn(page, await signInAdministrator(environment.secondAdministrator));
  await page.goto('/admin/panel');
  await page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: 'Deliveries' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible();
  await sockets.untilSubscribed(1);
  return { page, problems };
}

/** The row of a record. Other tests add records, so it may be on a later page. */
async function findRow(page: Page, id: string): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: id.slice(0, 8) });
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(async () => {
    if ((await row.count()) === 0 && (await more.isVisible())) await more.click();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  return row;
}

test(
  'A customer sees the card from the check of the payment until it is active, without a reload',
  PICTURED,
  async ({ page, browser }) => {
    const customer = await createCustomer();
    const sockets = await watchSockets(page);
    await signIn(page, customer);
    await page.goto('/cards');
    const section = page.getByRole('region', { name: 'My cards' });
    await expect(section).toContainText('You have no cards yet.');
    await expectGoodScreen(page, 'my-cards-empty', 'section[aria-labelledby=my-cards]');
    expect(sockets.opened()).toBe(0);

    const orderId = await submitOrder(customer);
    await page.reload();
    const card = section.getByRole('listitem').filter({ hasText: 'Travel' });
    await expect(card).toContainText('Being verified');
    await sockets.untilSubscribed(1);

    const { page: adminPage, problems } = await openDeliveries(browser);
    const administrator = await signInAdministrator();
    await decide(administrator, 'orders', orderId, APPROVED);
    await expect(card).toContainText('Being issued');
    await expectGoodScreen(page, 'my-cards-issuing', 'section[aria-labelledby=my-cards]');

    // The queue receives changes, too.
    const row = await findRow(adminPage, orderId);
    await expectGoodScreen(adminPage, 'deliveries');
    await row.getByRole('button', { name: /^Deliver Premium card/ }).press('Enter');
    const dialog = adminPage.getByRole('dialog', { name: 'Deliver card' });
    await expect(dialog.getByLabel('Last four digits')).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Use sandbox (test)' })).toBeVisible();
    await expectGoodScreen(adminPage, 'deliveries-dialog', '[role=dialog]');
    await dialog.getByLabel('Last four digits').pressSequentially('4242');
    await dialog.getByLabel('Expires (MM/YYYY)').fill(`08/${NEXT_YEAR}`);
    await adminPage.keyboard.press('Enter');
    await expect(toastOf(adminPage)).toContainText('Delivered');
    await expect(row).toHaveCount(0);

    await expect(card).toContainText('Active');
    await expect(card).toContainText(`•••• 4242 · 08/${NEXT_YEAR.slice(2)}`);
    await expectGoodScreen(page, 'my-cards-active', 'section[aria-labelledby=my-cards]');

    // The card links to its receipt.
    await card.getByRole('link', { name: 'Travel' }).click();
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await expect(receipt).toContainText(`•••• 4242, expires 08/${NEXT_YEAR}`);
    await adminPage.getByRole('tab', { name: 'Done' }).click();
    await expect(await findRow(adminPage, orderId)).toContainText('•••• 4242');
    await expectGoodScreen(adminPage, 'deliveries-done');
    await adminPage.context().close();
    expect(problems).toEqual([]);
  },
);

test(
  'A customer reads the confirmation of a top-up in the history and on the receipt, without a reload',
  PICTURED,
  async ({ page, browser }) => {
    const customer = await createCustomer();
    const rechargeId = await submitRecharge(customer);
    await decide(await signInAdministrator(), 'recharges', rechargeId, APPROVED);
    const sockets = await watchSockets(page);
    await signIn(page, customer);
    await page.goto('/personal?tab=history');
    await expect(page.getByRole('list', { name: 'Transactions' })).toBeVisible();
    await sockets.untilSubscribed(1);

    const { page: adminPage, problems } = await openDeliveries(browser);
    const row = await findRow(adminPage, rechargeId);
    await row.getByRole('button', { name: /^Deliver MTN top-up/ }).press('Enter');
    const dialog = adminPage.getByRole('dialog', { name: 'Deliver top-up' });
    await expect(dialog.getByLabel("Operator's confirmation")).toBeFocused();
    await expectGoodScreen(adminPage, 'deliveries-top-up-dialog', '[role=dialog]');
    await dialog.getByRole('button', { name: "Couldn't deliver" }).click();
    await dialog.getByLabel('Why did it fail?').fill('The operator is down.');
    await expectGoodScreen(adminPage, 'deliveries-failure-dialog', '[role=dialog]');
    await adminPage.keyboard.press('Enter');
    await expect(toastOf(adminPage)).toContainText('Reason saved');
    await expect(row).toContainText('Last attempt failed: The operator is down.');
    await row.getByRole('button', { name: /^Deliver MTN top-up/ }).press('Enter');
    await adminPage.keyboard.type('MTN 77-1');
    await adminPage.keyboard.press('Enter');
    await expect(toastOf(adminPage)).toContainText('Delivered');
    await adminPage.context().close();
    expect(problems).toEqual([]);

    const history = page.getByRole('list', { name: 'Transactions' });
    await expect(history).toContainText('Your top-up was delivered: MTN 77-1');
    await page.getByRole('button', { name: /^Details of/ }).click();
    await expectGoodScreen(page, 'history-confirmation', 'ul[aria-label=Transactions]');
    await page.getByRole('button', { name: /^Receipt/ }).click();
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await expect(receipt).toContainText('MTN 77-1');
    await expectGoodScreen(page, 'receipt-confirmation', '[role=dialog]');
  },
);

test('The sandbox delivers a card that is marked as a test', async ({ page, browser }) => {
  const customer = await createCustomer();
  const orderId = await submitOrder(customer);
  await decide(await signInAdministrator(), 'orders', orderId, APPROVED);
  const { page: adminPage, problems } = await openDeliveries(browser);
  await (await findRow(adminPage, orderId)).getByRole('button', { name: /^Deliver/ }).click();
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Use sandbox (test)' }).click();
  await expect(toastOf(adminPage)).toContainText('Delivered');
  await adminPage.context().close();
  expect(problems).toEqual([]);
  await signIn(page, customer);
  await page.goto('/personal');
  const card = page.getByRole('region', { name: 'My cards' }).getByRole('listitem');
  await expect(card).toContainText('Active');
  await expect(card).toContainText('Test card');
  await expectGoodScreen(page, 'my-cards-test', 'section[aria-labelledby=my-cards]');
});
