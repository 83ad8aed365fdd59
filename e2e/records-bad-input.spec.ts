import {
  call,
  changeAdministrator,
  createAdministrator,
  openRecord,
  PENDING,
} from './support/back-office.ts';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { readRecord, submitOrder } from './support/records.ts';
import { expect, test, toastOf } from './support/test.ts';

// 406: an administrator who lost the right reads settings in between, and finds no row.
test.use({ expectedConsoleErrors: ['status of 400', 'status of 403', 'status of 406'] });

test('A hold needs a date in the future and a reason, on the screen and in the database', async ({
  page,
}) => {
  const id = await submitOrder(await createCustomer());
  const administrator = await signInAdministrator();
  await signIn(page, administrator);
  await openRecord(page, id);
  await page.getByRole('button', { name: 'Put on hold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Put on hold' });
  await dialog.getByLabel('On hold until').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(dialog).toContainText('Enter a reason for the hold.');
  await expect(dialog).toContainText('Choose a date in the future, at most one year from now.');
  await expect(
    call(administrator, 'hold_record', { record_id: id, until: '2020-01-01', reason: 'Late' }),
  ).rejects.toMatchObject({ hint: 'record.hold_date' });
});

test('An administrator who loses the right can no longer decide a record', async ({ page }) => {
  const administrator = await createAdministrator('Dorothy Vaughan');
  const id = await submitOrder(await createCustomer());
  // The decision is sent before the message about the lost right arrives.
  await page.routeWebSocket(/\/realtime\//, () => undefined);
  await signIn(page, administrator);
  await openRecord(page, id);
  await changeAdministrator(administrator, 'unmake');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(toastOf(page)).toContainText('Your decision wasn’t saved.');
  expect((await readRecord(await signInAdministrator(), 'orders', id)).status).toBe(PENDING);
  await page.reload();
  await expect(page).toHaveURL(/\/personal/);
});

test('A customer who is deleted while their record is open leaves a decided record without personal data', async ({
  page,
}) => {
  const customer = await createCustomer({ fullName: 'Valentina Gone' });
  const id = await submitOrder(customer, { reference: 'GONE-1' });
  const administrator = await signInAdministrator();
  await signIn(page, administrator);
  await openRecord(page, id);
  await expect(page.getByText('Valentina Gone').first()).toBeVisible();
  const request = await customer.client
    .from('account_deletion_requests')
    .insert({ user_id: customer.userId });
  expect(request.error).toBeNull();
  const deletion = await administrator.client.functions.invoke('manage-account', {
    body: { action: 'delete', user_id: customer.userId },
  });
  expect(deletion.error).toBeNull();

  await expect(page.locator('[data-slot=card] [data-status]').first()).toHaveAttribute(
    'data-status',
    'manual_payment_rejected',
  );
  await expect(page.getByText('The account was deleted.').first()).toBeVisible();
  await expect(page.getByText('Valentina Gone')).toHaveCount(0);
  await expect(page.getByText('GONE-1')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
});
