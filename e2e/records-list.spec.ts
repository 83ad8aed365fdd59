import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openDesk } from './support/back-office.ts';
import { downloadBy } from './support/downloads.ts';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { decide, submitOrder, submitRecharge } from './support/records.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const searchField = (page: Page) => page.getByLabel('Search', { exact: true });
const rowOf = (page: Page, id: string) => page.getByRole('row').filter({ hasText: id.slice(0, 8) });
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export records as CSV' });

test('The CSV contains the records of the filter, and an export can be cancelled', async ({
  page,
}) => {
  const mark = `Export${randomUUID().slice(0, 8)}`;
  const customer = await createCustomer({ fullName: `=HYPERLINK ${mark}` });
  const [approved, pending] = [await submitOrder(customer), await submitOrder(customer)];
  const recharge = await submitRecharge(customer);
  const administrator = await signInAdministrator();
  await decide(administrator, 'orders', approved, { status: 'manual_payment_approved' });
  await signIn(page, administrator);
  await page.goto(`/admin/records?text=${mark}&status=pending_manual_verification`);
  await expect(page.getByText('2 records', { exact: true })).toBeVisible();

  // The export waits for this response.
  const released = Promise.withResolvers<undefined>();
  await page.route('**/rest/v1/rpc/search_records', async (route) => {
    await released.promise;
    await route.continue();
  });
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await exportButton(page).click();
  await expect(page.getByRole('button', { name: '0 rows exported…' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel export' }).press('Enter');
  await expect(exportButton(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Cancel export' })).toHaveCount(0);
  const answered = page.waitForResponse('**/rest/v1/rpc/search_records');
  released.resolve(undefined);
  await answered;
  await page.unroute('**/rest/v1/rpc/search_records');

  const { name, bytes } = await downloadBy(page, () => exportButton(page).click());
  expect(name).toMatch(/^beaconpay-records-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = bytes.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('Reference');
  expect(lines.join('\n')).toContain(pending);
  expect(lines.join('\n')).toContain(recharge);
  expect(lines.join('\n')).not.toContain(approved);
  expect(lines[1]).toContain(`'=HYPERLINK ${mark}`);
  // Only the second export made a file.
  expect(downloads).toEqual([name]);
});

test(
  'A saved view belongs to one administrator, and a shared one to all of them',
  PICTURED,
  async ({ page, browser }) => {
    const mark = randomUUID().slice(0, 8);
    await signIn(page, await signInAdministrator());
    await page.goto('/admin/records?status=pending_manual_verification&sort=oldest&amountMin=10');
    await page.getByRole('button', { name: 'Saved views' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved views' });
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog).toContainText('Enter a name for the view.');
    await dialog.getByLabel('Name of the view').fill(`Own ${mark}`);
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText('View saved');
    await dialog.getByLabel('Name of the view').fill(`Team ${mark}`);
    await dialog.getByLabel('Share with all administrators').check();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: `Remove Team ${mark}` })).toBeVisible();
    await expectGoodScreen(page, 'records-saved-views', '[role=dialog]');

    const second = await openDesk(browser);
    await second.page.goto('/admin/records');
    await second.page.getByRole('button', { name: 'Saved views' }).click();
    const theirs = second.page.getByRole('dialog', { name: 'Saved views' });
    await expect(theirs.getByRole('button', { name: `Team ${mark}` })).toBeVisible();
    await expect(theirs.getByRole('button', { name: `Own ${mark}` })).toHaveCount(0);
    await expect(theirs.getByRole('button', { name: `Remove Team ${mark}` })).toHaveCount(0);
    await theirs.getByRole('button', { name: `Team ${mark}`, exact: true }).click();
    await expect(second.page).toHaveURL(/sort=oldest/);
    await expect(second.page).toHaveURL(/amountMin=10/);
    await expect(second.page.getByLabel('Status')).toHaveValue('pending_manual_verification');
    await second.leave();

    for (const name of [`Own ${mark}`, `Team ${mark}`]) {
      await dialog.getByRole('button', { name: `Remove ${name}` }).click();
      const question = page.getByRole('alertdialog', { name: `Remove the view “${name}”?` });
      await question.getByRole('button', { name: 'Remove' }).click();
      await expect(question).toHaveCount(0);
      await expect(dialog.getByRole('button', { name, exact: true })).toHaveCount(0);
    }
  },
);

test('Filters, search and position are in the URL, and Back restores them', async ({ page }) => {
  const reference = `ADDRESS-${randomUUID().slice(0, 8)}`;
  const id = await submitOrder(await createCustomer(), { reference });
  await signIn(page, await signInAdministrator());
  await page.goto('/admin/records');
  await searchField(page).fill(reference);
  await expect(page).toHaveURL(new RegExp(`text=${reference}`));
  await page.getByLabel('Status').selectOption('manual_payment_approved');
  await expect(page.getByText('No records found')).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, id)).toBeVisible();
  await page.reload();
  await expect(searchField(page)).toHaveValue(reference);
  await expect(rowOf(page, id)).toBeVisible();
  await rowOf(page, id).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/admin/records/${id}$`));
  await page.goBack();
  await expect(rowOf(page, id)).toBeVisible();
});

test('A search with 10 kB, SQL or pattern characters finds only its literal text', async ({
  page,
}) => {
  const mark = randomUUID().slice(0, 8);
  const id = await submitOrder(await createCustomer(), { reference: `O'Neil%_${mark}` });
  await signIn(page, await signInAdministrator());
  await page.goto('/admin/records');
  for (const text of [`O'Neil%_${mark}`, `o'neil ${mark}`, `"${mark}"`, `${mark}'); --`]) {
    await searchField(page).fill(text);
    await expect(page.getByText('1 record', { exact: true })).toBeVisible();
    await expect(rowOf(page, id)).toBeVisible();
  }
  for (const text of ['%', "' or '1'='1", '___', '\\', `${mark}:* | a & !b`, '<b>']) {
    await searchField(page).fill(`${text} zzzz`);
    await expect(page.getByText('No records found')).toBeVisible();
  }

  await searchField(page).fill('x'.repeat(10_000));
  await expect(page.getByText('No records found')).toBeVisible();
  await page.goto(`/admin/records?text=${'y'.repeat(10_000)}&after=%27%3B&amountMin=x&sort=drop`);
  await expect(page.getByText('No records found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});
