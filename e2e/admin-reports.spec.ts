import { readFile } from 'node:fs/promises';
import { environment } from './support/environment.ts';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { decide, submitOrder, submitRecharge } from './support/records.ts';
import { expect, expectGoodScreen, PICTURED, test } from './support/test.ts';

test(
  'An administrator finds who decided a record with both values, and downloads the list',
  PICTURED,
  async ({ page }) => {
    const administrator = await signInAdministrator(environment.secondAdministrator);
    const id = await submitOrder(await createCustomer());
    await decide(administrator, 'orders', id, {
      status: 'manual_payment_rejected',
      admin_notes: 'No payment has arrived.',
    });
    await signIn(page, administrator);
    await page.goto('/admin/panel');
    await page
      .getByRole('navigation', { name: 'Back office' })
      .getByRole('link', { name: 'Audit log' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
    await page.getByLabel('ID of the record or account').fill(id);
    await page.getByLabel('ID of the record or account').press('Enter');
    await page.getByLabel('What').selectOption('Card order');
    await expect(page).toHaveURL(new RegExp(`record=${id}`));

    const row = page.getByRole('row').filter({ hasText: 'No payment has arrived.' });
    await expect(row).toContainText(administrator.email);
    await expect(row).toContainText('Card order · Changed');
    await row.getByText(/more fields?/).click();
    await expect(row).toContainText('pending_manual_verification');
    await expect(row).toContainText('manual_payment_rejected');
    await expect(row.getByRole('link')).toHaveAttribute('href', `/admin/records/${id}`);
    await expect(page.getByText(/entr(y|ies) sealed, unchanged/)).toBeVisible();
    await expectGoodScreen(page, 'audit');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export audit log entries as CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain(id);
    expect(file).toContain('status: pending_manual_verification → manual_payment_rejected');

    await page.reload();
    await expect(row).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/admin\/audit$/);
  },
);

test(
  'The figures show the volume, the decisions and the queue of a range, as charts and as tables',
  PICTURED,
  async ({ page }) => {
    const administrator = await signInAdministrator(environment.secondAdministrator);
    const customer = await createCustomer();
    const reason = `No payment has arrived at ${customer.userId}.`;
    const approved = await submitOrder(customer);
    const rejected = await submitOrder(customer, { reference: 'TR-2' });
    await submitRecharge(customer);
    await decide(administrator, 'orders', approved, { status: 'manual_payment_approved' });
    await decide(administrator, 'orders', rejected, {
      status: 'manual_payment_rejected',
      admin_notes: reason,
    });
    await signIn(page, administrator);
    await page.goto('/admin/figures');
    const volume = page.getByRole('region', { name: 'Volume', exact: true });
    await expect(volume.getByText('Approved').first()).toBeVisible();
    await expect(volume.locator('svg.recharts-surface').first()).toBeVisible();
    await expectGoodScreen(page, 'figures');

    await volume.getByLabel('Group by').selectOption('By method');
    await volume.getByLabel('Measure').selectOption('Amount (USD)');
    await expect(page).toHaveURL(/by=method&measure=amount/);
    await volume.getByText('Show as a table').click();
    await expect(volume.getByRole('columnheader', { name: 'Bank Transfer' })).toBeAttached();
    await expect(volume.getByRole('row')).toHaveCount(31);

    const administrators = page.getByRole('region', { name: 'Decisions per administrator' });
    await administrators.getByText('Show as a table').click();
    await expect(
      administrators.getByRole('row').filter({ hasText: administrator.email }),
    ).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Rejections by reason' }).getByText(reason),
    ).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Time to decision as CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.split('\r\n')[0]).toContain('Day,Decisions,Median');

    await page.getByLabel('Range').selectOption('Other range');
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByLabel('To', { exact: true }).press('Enter');
    await expect(volume.getByText('No figures in this range')).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page.getByLabel('From')).toHaveValue('');
  },
);
