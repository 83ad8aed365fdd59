import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectRecord, openDesk, openRecord, PENDING, timelineOf } from './support/back-office.ts';
import { environment } from './support/environment.ts';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { decide, readRecord, submitOrder } from './support/records.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

/** Between the prices of the premium and the metal card. */
const FOUR_EYES_AMOUNT = 40;

const noteField = (page: Page) => page.getByLabel('Note', { exact: true });
const statusOf = (page: Page) => page.locator('[data-slot=card] [data-status]').first();

async function setFourEyes({ client }: Person, amount: number | null): Promise<void> {
  const { error } = await client
    .from('back_office_settings')
    .update({ four_eyes_amount: amount })
    .not('id', 'is', null);
  if (error) throw error;
}

test(
  'A shift: search, hold, note, approval by keyboard, and a correction by a second administrator',
  PICTURED,
  async ({ page, browser }) => {
    const customer = await createCustomer({ fullName: 'Annie Easley' });
    const reference = `SHIFT-${randomUUID().slice(0, 8)}`;
    const orderId = await submitOrder(customer, { reference });
    const operator = await signInAdministrator();
    await signIn(page, operator);
    await page.goto('/admin/records');
    await page.getByLabel('Search', { exact: true }).fill(reference.toLowerCase());
    await expect(page).toHaveURL(/text=shift-/);
    const link = page.getByRole('link', { name: orderId.slice(0, 8) });
    await expect(page.getByText('1 record', { exact: true })).toBeVisible();
    await expectGoodScreen(page, 'records');
    await link.click();
    await expectRecord(page, orderId);

    await page.keyboard.press('h');
    const hold = page.getByRole('dialog', { name: 'Put on hold' });
    await expectGoodScreen(page, 'record-hold', '[role=dialog]');
    await hold.getByLabel('Reason for the hold').fill('Waiting for the bank.');
    await page.keyboard.press('Enter');
    await expect(hold).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Return to the queue' })).toBeVisible();
    await expect(timelineOf(page).first()).toContainText('Waiting for the bank.');
    await page.goto(`/admin/records?text=${reference}&held=true`);
    await expect(page.getByRole('row').filter({ hasText: 'On hold until' })).toHaveCount(1);
    await link.click();
    await page.getByRole('button', { name: 'Return to the queue' }).click();
    await expect(timelineOf(page).first()).toContainText('Returned to the queue');

    await page.keyboard.press('n');
    await page.keyboard.type(`Amount checked, @${environment.secondAdministrator.email}.`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(noteField(page)).toHaveValue('');
    const noted = timelineOf(page).filter({ hasText: 'Amount checked' });
    await expect(noted).toContainText(`Mentions ${environment.secondAdministrator.email}`);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectGoodScreen(page, 'record');

    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText('Success');
    expect((await readRecord(operator, 'orders', orderId)).status).toBe('manual_payment_approved');
    await openRecord(page, orderId, 'decided');
    await expect(page.getByText('Another administrator can correct this decision')).toBeVisible();

    const second = await openDesk(browser);
    await openRecord(second.page, orderId, 'decided');
    await second.page.getByRole('button', { name: 'Correct the decision' }).click();
    const correction = second.page.getByRole('dialog', { name: 'Correct the decision' });
    await correction.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(correction.getByRole('alert')).toContainText('reason');
    await expectGoodScreen(second.page, 'record-correct', '[role=dialog]');
    await correction.getByLabel('Reason').fill('The bank returned the payment.');
    await correction.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(correction).toHaveCount(0);
    await second.leave();

    // Both decisions appear in the timeline without a reload.
    await expect(statusOf(page)).toHaveAttribute('data-status', 'manual_payment_rejected');
    await expect(timelineOf(page).filter({ hasText: 'Corrected from' })).toContainText(
      environment.secondAdministrator.email,
    );
    await expect(timelineOf(page).filter({ hasText: 'Decision:' })).toContainText('approved');
    const seen = await readRecord(customer, 'orders', orderId);
    expect(seen).toMatchObject({
      status: 'manual_payment_rejected',
      admin_notes: 'The bank returned the payment.',
    });
  },
);

test('Two administrators on one record see each other, the assignment and the decision', async ({
  page,
  browser,
}) => {
  const orderId = await submitOrder(await createCustomer());
  const first = await signInAdministrator();
  const other = await signInAdministrator(environment.secondAdministrator);
  await signIn(page, first);
  await openRecord(page, orderId);
  const second = await openDesk(browser);
  await openRecord(second.page, orderId);
  await expect(page.getByText(`${other.email} is also reviewing this.`)).toBeVisible();
  await expect(second.page.getByText(`${first.email} is also reviewing this.`)).toBeVisible();

  await page.getByLabel('Assigned to').selectOption(first.userId);
  await expect(second.page.getByLabel('Assigned to')).toHaveValue(first.userId);
  await page.getByLabel('Assigned to').selectOption({ label: other.email });
  await expect(second.page.getByLabel('Assigned to')).toHaveValue(other.userId);
  await expect(second.page.getByLabel('Assigned to')).toContainText(`${other.email} (you)`);

  await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  await expect(statusOf(page)).toHaveAttribute('data-status', 'manual_payment_approved');
  await expect(page.getByText(/^Decided on/)).toContainText(other.email);
  await expect(page.getByText('is also reviewing this.')).toHaveCount(0);
  await second.leave();
});

test('Above the configured amount, an approval needs a second administrator', async ({
  page,
  browser,
}) => {
  const customer = await createCustomer();
  const [large, small] = [
    await submitOrder(customer, { tier: 'metal' }),
    await submitOrder(customer),
  ];
  const first = await signInAdministrator();
  await setFourEyes(first, FOUR_EYES_AMOUNT);
  try {
    await signIn(page, first);
    await openRecord(page, small);
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
    await openRecord(page, large);
    await expect(page.getByText('This amount needs two administrators.')).toBeVisible();
    await page.getByRole('button', { name: 'Give first approval' }).click();
    await expect(page).not.toHaveURL(new RegExp(large));
    expect((await readRecord(first, 'orders', large)).status).toBe(PENDING);
    await openRecord(page, large);
    await expect(page.getByText('A second administrator must approve it, too.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(
      decide(first, 'orders', large, { status: 'manual_payment_approved' }),
    ).rejects.toMatchObject({ hint: 'review.four_eyes' });

    const second = await openDesk(browser);
    await openRecord(second.page, large);
    await expect(second.page.getByText('Your approval completes it.')).toBeVisible();
    await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(toastOf(second.page)).toContainText('Success');
    await second.leave();
    await expect(statusOf(page)).toHaveAttribute('data-status', 'manual_payment_approved');
    await expect(timelineOf(page).filter({ hasText: 'First approval' })).toContainText(first.email);
  } finally {
    await setFourEyes(first, null);
  }
});

test('A half-typed note survives leaving the page, a reload and opening another record', async ({
  page,
}) => {
  const customer = await createCustomer();
  const [id, otherId] = [await submitOrder(customer), await submitOrder(customer)];
  await signIn(page, await signInAdministrator());
  await openRecord(page, id);
  await noteField(page).fill('The customer called and');
  await page.getByRole('link', { name: 'Deliveries' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible();
  await openRecord(page, otherId);
  await expect(noteField(page)).toHaveValue('');
  await openRecord(page, id);
  await expect(noteField(page)).toHaveValue('The customer called and');
  await page.reload();
  await expect(noteField(page)).toHaveValue('The customer called and');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(noteField(page)).toHaveValue('');
  await page.reload();
  await expectRecord(page, id);
  await expect(noteField(page)).toHaveValue('');
});
