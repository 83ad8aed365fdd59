import type { Page } from '@playwright/test';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { decide, submitOrder } from './support/records.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

// All customers see the same contact.
test.describe.configure({ mode: 'serial' });

test.beforeEach(async () => {
  const { client } = await signInAdministrator();
  const { error } = await client
    .from('support_contact')
    .update({ email: null, phone: null, url: null })
    .eq('is_only_row', true);
  if (error) throw error;
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Support contact' });

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Edit support contact' }).click();
  await expect(dialogOf(page)).toBeVisible();
  return dialogOf(page);
}

test(
  'An administrator enters a contact, and “Contact support” links all users to it',
  PICTURED,
  async ({ page }) => {
    await signIn(page, await signInAdministrator());
    await page.goto('/admin/panel');
    const section = page.locator('[data-slot=card]').filter({ hasText: 'Support contact' }).last();
    await expect(section).toContainText('No contact yet.');
    const dialog = await openForm(page);
    await dialog.getByLabel('Email').fill('help@example.com');
    await dialog.getByLabel('Phone').fill('+1 (555) 010-0199');
    await dialog.getByLabel('Help page').fill('https://help.example.com/start');
    await expectGoodScreen(page, 'support-contact-form', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toastOf(page)).toContainText('Support contact saved');
    await expect(section.getByRole('link', { name: '+15550100199' })).toBeVisible();

    const customer = await createCustomer();
    const orderId = await submitOrder(customer);
    await decide(await signInAdministrator(), 'orders', orderId, {
      status: 'manual_payment_rejected',
      admin_notes: 'No payment arrived.',
    });
    await signIn(page, customer);
    for (const path of [
      '/payment-cancel?type=card_order',
      `/payment-success?type=card_order_manual&order_id=${orderId}`,
    ]) {
      await page.goto(path);
      await page.getByRole('link', { name: 'Contact support' }).click();
      await expect(page.getByRole('link', { name: 'help@example.com' })).toHaveAttribute(
        'href',
        'mailto:help@example.com',
      );
    }
    await expectGoodScreen(page, 'support');
  },
);

test('A text that is not an email address, a phone number or a secure link shows an error at its field', async ({
  page,
}) => {
  await signIn(page, await signInAdministrator());
  await page.goto('/admin/panel');
  const dialog = await openForm(page);
  await dialog.getByLabel('Email').fill('help');
  await dialog.getByLabel('Phone').fill('0555 010 0199');
  await dialog.getByLabel('Help page').fill('http://help.example.com');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  for (const message of [
    'Enter a valid email address.',
    'Enter the number with its country code, such as +1 555 010 0199.',
    'Enter a link that starts with https://.',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible();
  }
});

test('A contact that another administrator has just changed is not overwritten', async ({
  page,
}) => {
  await signIn(page, await signInAdministrator());
  await page.goto('/admin/panel');
  const dialog = await openForm(page);
  const other = await signInAdministrator();
  await other.client
    .from('support_contact')
    .update({ email: 'first@example.com' })
    .eq('is_only_row', true);
  await dialog.getByLabel('Email').fill('second@example.com');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page)).toContainText('Someone else has just changed the support contact.');
  await expect(dialog.getByLabel('Email')).toHaveValue('second@example.com');
  await page.goto('/support');
  await expect(page.getByRole('link', { name: 'first@example.com' })).toBeVisible();
});
