import type { Page } from '@playwright/test';
import { downloadBy } from './support/downloads.ts';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { decide, submitOrder } from './support/records.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Fewer than the limit of pending records per customer. */
const AT_ONCE = 15;

/** Orders that are approved one by one. */
async function makeDecidedOrders(person: Person, count: number): Promise<void> {
  const administrator = await signInAdministrator();
  for (let made = 0; made < count; made += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - made) }, async (_, index) => {
      const id = await submitOrder(person, { reference: `TR-${String(made + index)}` });
      await decide(administrator, 'orders', id, { status: 'manual_payment_approved' });
    });
    await Promise.all(batch);
  }
}

async function openHistory(page: Page, person: Person, path = '/personal?tab=history') {
  await signIn(page, person);
  await page.goto(path);
  await expect(page.getByRole('list', { name: 'Transactions' })).toBeVisible();
}

const itemsOf = (page: Page) =>
  page.getByRole('list', { name: 'Transactions' }).locator(':scope > li');

/** @covers 9.13 */
test('The history shows the 50 newest, and "Show older transactions" the rest, each once', async ({
  page,
}) => {
  const person = await createCustomer();
  await makeDecidedOrders(person, 53);
  await openHistory(page, person);
  await expect(itemsOf(page)).toHaveCount(50);
  await expect(page.getByText('Showing the 50 most recent.')).toBeVisible();
  const older = page.getByRole('button', { name: 'Show older transactions' });
  await older.press('Enter');
  await expect(itemsOf(page)).toHaveCount(53);
  await expect(page.getByText('Showing all 53.')).toBeVisible();
  await expect(older).toBeFocused();
  await expectAccessible(page);

  const ids = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-label^="Details of"]')].map((button) =>
      button.getAttribute('aria-controls'),
    ),
  );
  expect(new Set(ids).size).toBe(53);
  for (const button of await page.getByRole('button', { name: /^Details of/ }).all()) {
    await button.evaluate((element: HTMLElement) => {
      element.click();
    });
  }
  // Each order has its own payment reference.
  for (const number of [0, 26, 52]) {
    await expect(page.getByText(`TR-${String(number)}`, { exact: true })).toHaveCount(1);
  }

  const { bytes } = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Export full history as CSV' }).click(),
  );
  expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(54);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Dubai' });

  /** @covers 2.personal.2 */
  test('The history as CSV has the bytes of the standard and the time zone of the screen', async ({
    page,
  }) => {
    const person = await createCustomer();
    const orderId = await submitOrder(person);
    await openHistory(page, person);
    const { name, bytes } = await downloadBy(page, () =>
      page.getByRole('button', { name: 'Export full history as CSV' }).click(),
    );
    expect(name).toMatch(/^beaconpay-history-\d{4}-\d\d-\d\d\.csv$/);
    expect(bytes.subarray(0, 3)).toEqual(BYTE_ORDER_MARK);
    const [header, row, ...rest] = bytes.subarray(3).toString('utf8').split('\r\n');
    expect(header).toBe('Time (Asia/Dubai),Type,Description,Amount,Currency,Status,Reference ID');
    const { data } = await person.client
      .from('transactions')
      .select('created_at')
      .eq('user_id', person.userId)
      .single<{ created_at: string }>();
    // Four hours ahead of UTC all year.
    const there = new Date(Date.parse(data?.created_at ?? '') + 4 * 3_600_000);
    expect(row).toBe(
      `${there.toISOString().slice(0, 19).replace('T', ' ')},Card order,` +
        `Premium virtual card order,-15,USD,pending manual verification,${orderId}`,
    );
    expect(rest).toEqual(['']);
  });
});

test('A history that fails to load completely gives an error and no file', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const person = await createCustomer();
  await submitOrder(person);
  await openHistory(page, person);
  await page.route('**/rest/v1/transactions?*', (route) =>
    route.fulfill({ status: 400, json: { code: 'XX000', message: 'The history is asleep' } }),
  );
  await page.getByRole('button', { name: 'Export full history as CSV' }).click();
  const toast = page.getByRole('region', { name: /Notification/ }).getByRole('listitem');
  await expect(toast).toContainText('Export failed');
  await expect(toast).toContainText('The history is asleep');
});

test('A business sees its history on its own dashboard', async ({ page }) => {
  const person = await createCustomer({ accountType: 'business' });
  await submitOrder(person);
  await openHistory(page, person, '/business?tab=history');
  await expect(itemsOf(page)).toHaveCount(1);
  await expect(itemsOf(page)).toContainText('Premium virtual card order');
});
