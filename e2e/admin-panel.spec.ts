import { randomUUID } from 'node:crypto';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { downloadBy } from './support/downloads.ts';
import { findPendingRow, panelAtNewest } from './support/pending-list.ts';
import { submitOrder, submitRecharge } from './support/records.ts';
import { DESKTOP, expect, expectAccessible, test } from './support/test.ts';

test('The review button of a record stays visible with long texts and in a narrow window', async ({
  page,
}) => {
  const person = await createCustomer({
    fullName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
  });
  const administrator = await signInAdministrator();
  await submitOrder(person, { reference: `REF${randomUUID().replaceAll('-', '').toUpperCase()}` });
  await signIn(page, administrator);
  await page.goto(await panelAtNewest(administrator));
  const row = await findPendingRow(page, 'Pending card orders', person.email);
  for (const width of [DESKTOP.width, 800]) {
    await page.setViewportSize({ ...DESKTOP, width });
    await row.scrollIntoViewIfNeeded();
    await expect(row.getByRole('button', { name: /^Review/ })).toBeInViewport({ ratio: 1 });
  }
});

test('The administrator sees the age of a record, and an earlier record with the same reference', async ({
  page,
}) => {
  const reference = `WIRE-${randomUUID().slice(0, 8)}`;
  const first = await submitOrder(await createCustomer(), { reference });
  const administrator = await signInAdministrator();
  await signIn(page, administrator);
  await page.goto(await panelAtNewest(administrator));
  const firstRow = await findPendingRow(page, 'Pending card orders', first.slice(0, 8));
  await expect(firstRow).toContainText(/this minute|minutes? ago/);
  await expect(firstRow).not.toContainText('Duplicate');

  const second = await submitOrder(await createCustomer(), { reference: reference.toLowerCase() });
  await page.reload();
  const row = await findPendingRow(page, 'Pending card orders', second.slice(0, 8));
  await expect(row).toContainText(`Duplicate of ${first.slice(0, 8)}`);
  await row.getByRole('button', { name: /^Review/ }).click();
  await expect(page.getByRole('dialog', { name: 'Review Order' })).toContainText(
    'This reference has been used before.',
  );
  await expectAccessible(page, { within: '[role=dialog]' });
});

test('Search, role and page survive a reload and the back button', async ({ page }) => {
  await signIn(page, await signInAdministrator());
  await page.goto('/admin/panel');
  const search = page.getByLabel('Search by name or email');
  const role = page.getByLabel('Account type');
  await search.fill('customer-');
  await expect(page).toHaveURL(/search=customer-/);
  await role.selectOption('personal');
  await expect(page).toHaveURL(/role=personal/);
  await page.reload();
  await expect(search).toHaveValue('customer-');
  await expect(role).toHaveValue('personal');
  await page.goBack();
  await expect(role).toHaveValue('all');
  await expect(search).toHaveValue('customer-');
  await page.goForward();
  await expect(role).toHaveValue('personal');
});

test('The pressed pager button keeps the focus on the last page', async ({ page }) => {
  await signIn(page, await signInAdministrator());
  await page.route('**/rest/v1/account_directory*', (route) =>
    route.fulfill({
      json: [],
      status: 206,
      headers: { 'Content-Range': '0-9/12', 'Access-Control-Expose-Headers': 'Content-Range' },
    }),
  );
  await page.goto('/admin/panel');
  const next = page
    .getByRole('navigation', { name: 'Users pages' })
    .getByRole('button', { name: 'Next' });
  await next.click();
  await expect(page).toHaveURL(/page=2/);
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(next).toBeFocused();
  await page.reload();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
});

/** @covers 2.admin-panel.2, 2.admin-panel.3 */
test('The panel names every column of its user table and of both pending tables', async ({
  page,
}) => {
  const customer = await createCustomer();
  await submitOrder(customer);
  await submitRecharge(customer);
  await signIn(page, await signInAdministrator());
  await page.goto('/admin/panel');
  const columnsOf = (name: string | RegExp) =>
    page.getByRole('table', { name }).getByRole('columnheader');
  await expect(columnsOf('Users')).toHaveText([
    'Full name',
    'Email',
    'Account type',
    'Joined',
    'Last updated',
  ]);
  for (const table of ['Pending card orders', 'Pending mobile recharges']) {
    await expect(columnsOf(table)).toHaveText([
      'ID',
      'User',
      'Email',
      'Amount',
      'Method',
      'Reference',
      'Submitted',
      /Review|Action/,
    ]);
    await expect(
      page
        .getByRole('table', { name: table })
        .getByRole('button', { name: /^Review/ })
        .first(),
    ).toBeVisible();
  }
});

/** @covers security.files.8 */
test('The CSV export of users contains all pages of the current search, and no formulas', async ({
  page,
}) => {
  const mark = `Export${randomUUID().slice(0, 8)}`;
  // More users than fit on one page.
  const people = Array.from({ length: 11 }, (_, index) =>
    createCustomer({ fullName: `=${mark} ${String(index).padStart(2, '0')}` }),
  );
  await Promise.all(people);
  await createCustomer({ fullName: `${mark} of a business`, accountType: 'business' });
  await signIn(page, await signInAdministrator());
  await page.goto(`/admin/panel?search=${mark}&role=personal`);
  await expect(page.getByRole('navigation', { name: 'Users pages' })).toContainText('of 11');
  const { name, bytes } = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Export users as CSV' }).click(),
  );
  expect(name).toMatch(/^beaconpay-users-/);
  const [header, ...rows] = bytes.subarray(3).toString('utf8').trimEnd().split('\r\n');
  expect(header).toMatch(/^ID,Full name,Email,Account type,Joined \(.+\),Last updated \(.+\)$/);
  expect(rows).toHaveLength(11);
  expect(rows.map((row) => row.split(',')[1]).sort()).toEqual(
    people.map((_, index) => `"'=${mark} ${String(index).padStart(2, '0')}"`),
  );
});

test('The CSV export of pending orders and recharges contains the ordered products', async ({
  page,
}) => {
  const person = await createCustomer();
  const orderId = await submitOrder(person, { reference: '+PLUS 1' });
  const rechargeId = await submitRecharge(person);
  await signIn(page, await signInAdministrator());
  await page.goto('/admin/panel');
  const rowOf = async (what: string, id: string) => {
    const { bytes } = await downloadBy(page, () =>
      page.getByRole('button', { name: `Export ${what} as CSV` }).click(),
    );
    return bytes
      .toString('utf8')
      .split('\r\n')
      .find((line) => line.startsWith(id));
  };
  expect(await rowOf('pending card orders', orderId)).toContain(
    `,${person.email},Premium,Travel,15,USD,Bank Transfer,"'+PLUS 1",`,
  );
  expect(await rowOf('pending mobile recharges', rechargeId)).toContain(
    `,${person.email},MTN,"'+234 800 000 0000",Data,20,USD,Binance Pay,BP-4711,`,
  );
});
