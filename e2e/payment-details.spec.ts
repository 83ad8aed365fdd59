import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { createTotpFactor } from './support/factors.ts';
import { signIn, signInByMailServer, type Person } from './support/people.ts';
import { logInAsAdministrator } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

// These settings apply to all customers. The tests change them on a server without other payments, one test
// after the other.
test.use({ baseURL: environment.mail.url });
test.describe.configure({ mode: 'serial' });

// A retry starts without the settings of the first attempt.
test.beforeEach(async () => {
  const { client } = await signInByMailServer(environment.administrator);
  const { error } = await client
    .from('payment_method_settings')
    .update({ is_offered: true, instruction: null, details: null })
    .not('method', 'is', null);
  if (error) throw error;
});

async function openPanel(page: Page): Promise<void> {
  await signIn(page, environment.administrator, environment.mail);
  await page.goto('/admin/panel');
}

const methodsList = (page: Page) => page.getByRole('list', { name: 'Payment methods' });
const methodRow = (page: Page, name: string) =>
  methodsList(page).getByRole('listitem').filter({ hasText: name });
const notice = (page: Page) => page.getByText('Customers see placeholders');

async function editMethod(page: Page, name: string, change: () => Promise<void>): Promise<void> {
  await methodsList(page)
    .getByRole('button', { name: `Edit ${name}` })
    .click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await change();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page)).toContainText('Payment details saved');
}

async function enterLine(page: Page, number: number, label: string, value: string) {
  await page.getByRole('button', { name: 'Add a line' }).click();
  await page.getByLabel(`Label ${String(number)}`).fill(label);
  await page.getByLabel(`Value ${String(number)}`).fill(value);
}

const instructions = (page: Page, name: string) =>
  page.getByRole('region', { name: `${name} instructions` });

/** Payment details load when they scroll into view, above the field for the reference. */
async function expectBankInstructions(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page
      .getByLabel('Transaction reference')
      .evaluate((field) => field.scrollIntoView({ block: 'end' }));
    await expect(instructions(page, 'Bank Transfer')).toContainText(text, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

async function orderByBankTransfer(page: Page): Promise<void> {
  await page.goto('/cards');
  await page.getByRole('radio', { name: /Standard/ }).check();
  await expectBankInstructions(page, 'Night Sea Bank');
  await page.getByLabel('Transaction reference').fill(`WIRE-${randomUUID().slice(0, 8)}`);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page).toHaveURL(/payment-success/);
}

/** @covers 9.26 */
test(
  'An administrator enters payment details, customers see them, and a record keeps those that it was shown',
  PICTURED,
  async ({ page }) => {
    await openPanel(page);
    await expect(notice(page)).toBeVisible();
    await editMethod(page, 'Bank Transfer', async () => {
      await enterLine(page, 1, 'Bank', 'Night Sea Bank');
      await enterLine(page, 2, 'IBAN', 'DE89 3704 0044 0532 0130 00');
      await expect(instructions(page, 'Bank Transfer')).toContainText('Night Sea Bank');
      await expect(instructions(page, 'Bank Transfer')).not.toContainText('Placeholder');
    });
    await expect(methodRow(page, 'Bank Transfer')).not.toContainText('Placeholders');
    await expect(methodRow(page, 'Other')).toContainText('Offered');
    await expectGoodScreen(
      page,
      'payment-details',
      '[data-slot=card]:has(ul[aria-label="Payment methods"])',
    );
    await orderByBankTransfer(page);

    await page.goto('/admin/panel');
    await editMethod(page, 'Bank Transfer', async () => {
      await expectGoodScreen(page, 'payment-details-form', '[role=dialog]');
      await page.getByLabel('Value 1').fill('Another Bank');
    });
    await page.goto('/personal?tab=history');
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await expect(instructions(page, 'Bank Transfer')).toContainText('Night Sea Bank');
    await expectGoodScreen(page, 'payment-details-history', '[role=tabpanel]');
    await page.goto('/cards');
    await expectBankInstructions(page, 'Another Bank');
  },
);

/** @covers 9.24 */
test('A disabled method is not shown, and not accepted from a page that was opened before', async ({
  page,
  context,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await openPanel(page);
  const customerPage = await context.newPage();
  await customerPage.goto('/cards');
  await customerPage.getByRole('radio', { name: /Standard/ }).check();
  await customerPage.getByRole('radio', { name: 'Cash' }).check();
  await expect(instructions(customerPage, 'Cash')).toBeVisible();

  await page.bringToFront();
  await editMethod(page, 'Cash', () => page.getByLabel('Offer Cash to customers').uncheck());
  await expect(methodRow(page, 'Cash')).toContainText('Off');

  await customerPage.getByLabel('Transaction reference').fill('RECEIPT-1');
  await customerPage.getByRole('button', { name: 'Submit Order' }).click();
  await expect(toastOf(customerPage)).toContainText('Order Submission Failed');
  await expect(toastOf(customerPage)).toContainText("isn't available right now");
  await expect(customerPage.getByRole('radio', { name: 'Cash' })).toHaveCount(0);
  await expect(customerPage.getByText("Cash isn't available right now.")).toBeVisible();
  await expect(instructions(customerPage, 'Cash')).toHaveCount(0);
});

const panelHeading = (page: Page) => page.getByRole('heading', { name: 'Admin Panel' });
const rules = (page: Page) =>
  page
    .locator('[data-slot="card"]')
    .filter({ hasText: 'Two-step verification for administrators' });

/** Opens the panel as the administrator with a second factor, and enters the code. */
async function openPanelByTwoSteps(page: Page, code: string): Promise<void> {
  await logInAsAdministrator(page, environment.guardedAdministrator);
  const secondStep = page.getByRole('dialog', { name: 'Two-step verification' });
  await secondStep.getByLabel('6-digit code').fill(code);
  await secondStep.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/admin\/panel$/);
  await expect(panelHeading(page)).toBeVisible();
}

async function changeRules(page: Page, act: string, message: string): Promise<void> {
  await rules(page).getByRole('button', { name: act }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: act }).click();
  await expect(toastOf(page)).toContainText(message);
}

/** @covers 7.18 */
test('If administrators need a second factor, a password alone opens neither the panel nor its data', async ({
  page,
  browser,
}) => {
  const guarded = await signInByMailServer(environment.guardedAdministrator);
  const bare = await signInByMailServer(environment.administrator);
  const profilesSeenBy = async ({ client }: Pick<Person, 'client'>) =>
    (await client.from('profiles').select('id')).data?.length ?? 0;
  expect(await profilesSeenBy(bare)).toBeGreaterThan(1);
  const { app, factorId } = await createTotpFactor(guarded);
  try {
    // An administrator without a second factor can't require it from others.
    await openPanel(page);
    await expect(rules(page)).toContainText('set it up for yourself');
    await expect(rules(page).getByRole('button')).toHaveCount(0);

    const context = await browser.newContext({ baseURL: environment.mail.url });
    const guardedPage = await context.newPage();
    await openPanelByTwoSteps(guardedPage, app.nextCode());
    await changeRules(guardedPage, 'Require it', 'Two-step verification required');
    await expect(rules(guardedPage).getByText('Required', { exact: true })).toBeVisible();

    await page.goto('/admin/panel');
    await expect(page.getByText('Two-step verification is required')).toBeVisible();
    await expect(panelHeading(page)).toHaveCount(0);
    expect(await profilesSeenBy(bare)).toBe(1);
    await expectGoodScreen(page, 'two-step-required');
    await page.getByRole('link', { name: 'Set up two-step verification' }).click();
    await expect(page).toHaveURL(/\/personal\?tab=password$/);
    await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();

    await changeRules(guardedPage, 'Stop requiring it', 'Two-step verification not required');
    await page.goto('/admin/panel');
    await expect(panelHeading(page)).toBeVisible();
    await context.close();
  } finally {
    // A retry of this test finds the settings as they were.
    await guarded.client
      .from('security_settings')
      .update({ administrators_need_second_factor: false })
      .eq('is_only_row', true);
    await guarded.client.auth.mfa.unenroll({ factorId });
  }
});
