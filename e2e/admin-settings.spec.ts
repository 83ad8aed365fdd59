import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { signIn } from './support/people.ts';
import {
  DESKTOP,
  expect,
  expectGoodScreen,
  PHONE,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

// Tests on the other server depend on its settings.
test.use({ baseURL: environment.mail.url });

async function openTab(page: Page, tab: 'Rules' | 'Texts' | 'Team' | 'Chat'): Promise<void> {
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
}

async function save(page: Page, form: string, field: string, value: string): Promise<void> {
  const part = page.getByRole('form', { name: form, exact: true });
  await part.getByLabel(field).fill(value);
  await part.getByRole('button', { name: 'Save Changes' }).click();
}

async function expectSaved(page: Page, form: string, field: string, value: string): Promise<void> {
  const part = page.getByRole('form', { name: form, exact: true });
  await expect(part.getByLabel(field)).toHaveValue(value);
}

test(
  'An administrator changes the rules, the texts, the summary and the webhook of the team',
  PICTURED,
  async ({ page }) => {
    await signIn(page, environment.administrator, environment.mail);
    await page.goto('/admin/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await save(page, 'Four eyes', 'Amount', '1,250.50');
    await expect(toastOf(page).filter({ hasText: 'Settings saved' })).toBeVisible();
    await save(page, 'Checks', 'Records in an hour', '0');
    await expect(page.getByText('Enter a number from 1 to 10,000.')).toBeVisible();
    // Reloading the page would abort a running save.
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await save(page, 'Checks', 'Records in an hour', '5');
    await expect(page.getByText('Enter a number from 1 to 10,000.')).toHaveCount(0);
    expect((await saved).ok()).toBe(true);
    await page.reload();
    await expectSaved(page, 'Four eyes', 'Amount', '1250.50');
    await expectSaved(page, 'Checks', 'Records in an hour', '5');
    await expectGoodScreen(page, 'settings-rules');

    await openTab(page, 'Texts');
    const name = `Not found ${randomUUID().slice(0, 8)}`;
    await page.getByRole('button', { name: 'Add reason' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add reason' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('textbox', { name: /^Text/ }).fill('We found no payment of {amout}.');
    await page.setViewportSize(PHONE);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    const message = dialog.getByText("The placeholder {amout} isn't known.");
    await expect(message).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(DESKTOP);
    await expectGoodScreen(page, 'settings-reason', '[role=dialog]');
    await dialog.getByRole('textbox', { name: /^Text/ }).fill('We found no payment of {amount}.');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
    const mails = page.getByRole('form', { name: 'Emails to customers' });
    await expect(mails.getByRole('region', { name: 'Preview' })).toBeVisible();
    await expectGoodScreen(page, 'settings-texts');

    await openTab(page, 'Team');
    await expect(page.getByRole('list', { name: 'Administrators' })).toContainText('You');
    await expectGoodScreen(page, 'settings-team');

    await openTab(page, 'Chat');
    await save(page, 'Chat of the team', 'URL', 'https://chat.example.com/hook');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await expect(toastOf(page).filter({ hasText: 'Event queued' })).toBeVisible();
    const event = page.getByRole('row').filter({ hasText: 'webhook.test' });
    await expect(event.first()).toBeVisible();
    await expectGoodScreen(page, 'settings-chat');
    await save(page, 'Chat of the team', 'URL', '');
    await expect(page.getByRole('button', { name: 'Send test event' })).toHaveCount(0);
  },
);

test(
  'A link to unsubscribe needs a confirmation, and an invalid token changes nothing',
  PICTURED,
  async ({ page }) => {
    await page.goto(`/unsubscribe?token=${randomUUID()}.0123`);
    const confirm = page.getByRole('button', { name: 'Unsubscribe' });
    await expect(confirm).toBeVisible();
    await expect(page).toHaveURL(/\/unsubscribe$/);
    await expectGoodScreen(page, 'unsubscribe');
    await confirm.click();
    await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
    await expectGoodScreen(page, 'unsubscribe-invalid');
  },
);
