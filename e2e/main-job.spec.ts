import type { Browser, Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { findPendingRow } from './support/pending-list.ts';
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  keepScreenshot,
  PHONE,
  PICTURED,
  test,
  toastOf,
  watchForErrors,
} from './support/test.ts';
import { randomUUID } from 'node:crypto';

const DEVICES = [
  { device: 'phone', viewport: PHONE },
  { device: 'desktop', viewport: DESKTOP },
] as const;
type Device = (typeof DEVICES)[number];

const OUTCOMES = [
  { button: 'Approve', decision: 'approves', status: 'manual payment approved', word: 'approved' },
  { button: 'Reject', decision: 'rejects', status: 'manual payment rejected', word: 'rejected' },
] as const;

/** A person of their own: separate storage, separate session, watched for errors. */
async function openPersonPage(browser: Browser, look: Device, problems: string[]): Promise<Page> {
  const context = await browser.newContext({
    viewport: look.viewport,
    baseURL: environment.url,
  });
  const page = await context.newPage();
  watchForErrors(page, problems);
  return page;
}

/** In both themes, as everywhere. */
async function inspect(page: Page, look: Device, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (look.device === 'desktop') await keepScreenshot(page, `main-job-${name}`);
}

async function signUp(page: Page, look: Device, email: string): Promise<void> {
  await page.goto('/cards');
  if (look.device === 'phone') {
    await page.getByRole('button', { name: /menu/i }).click();
  }
  await page.getByRole('button', { name: 'Sign Up', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign Up' });
  await dialog.getByLabel('Full name').fill('Ada Lovelace');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill('analytical engine');
  await inspect(page, look, 'sign-up');
  await dialog.getByRole('button', { name: 'Create Account with Email' }).click();
  await expect(toastOf(page)).toContainText('Signup Successful!');
  await expect(toastOf(page)).toContainText('You can now log in.');
  await expect(dialog).toBeHidden();
}

async function orderCard(page: Page, look: Device, reference: string): Promise<void> {
  await page.getByRole('radio', { name: /Premium/ }).check({ force: true });
  await page.getByLabel(/Card name/i).fill('Travel');
  await page.getByLabel(/Transaction reference/i).fill(reference);
  await inspect(page, look, 'order');
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page).toHaveURL(/\/payment-success\?type=card_order_manual&order_id=/);
  await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  await inspect(page, look, 'submitted');
}

async function signInAtAdminDesk(page: Page, look: Device): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(environment.administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(environment.administrator.password);
  await inspect(page, look, 'admin-login');
  await page
    .getByRole('button', { name: /log in|sign in/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/admin\/panel$/);
}

for (const look of DEVICES) {
  for (const outcome of OUTCOMES) {
    test(
      `A customer signs up and orders a card, an administrator sees and ${outcome.decision} it, and the customer sees the outcome (${look.device})`,
      PICTURED,
      async ({ browser }) => {
        const problems: string[] = [];
        const reference = `WIRE-${randomUUID()}`;
        const note = `Checked with the bank (${outcome.word}).`;
        const customer = await openPersonPage(browser, look, problems);
        const administrator = await openPersonPage(browser, look, problems);

        await signUp(customer, look, `ada-${randomUUID()}@example.com`);
        await orderCard(customer, look, reference);

        await signInAtAdminDesk(administrator, look);
        const row = await findPendingRow(administrator, 'Pending card orders', reference);
        await inspect(administrator, look, 'admin-panel');
        await row.getByRole('button', { name: /Review/ }).click();
        const review = administrator.getByRole('dialog');
        await expect(review).toContainText('Ada Lovelace');
        await review.getByLabel(/notes/i).fill(note);
        await inspect(administrator, look, 'review');
        await review.getByRole('button', { name: outcome.button, exact: true }).click();
        const confirm = administrator.getByRole('alertdialog');
        if (await confirm.isVisible()) {
          await confirm.getByRole('button', { name: outcome.button }).click();
        }
        await expect(toastOf(administrator)).toContainText('Success');
        await expect(row).toHaveCount(0);

        await customer.goto('/personal');
        await customer.getByRole('tab', { name: 'Transaction History' }).click();
        await expect(customer.getByText(outcome.status).first()).toBeVisible();
        await expect(customer.getByText(note)).toBeVisible();
        await inspect(customer, look, `outcome-${outcome.word}`);

        expect(problems).toEqual([]);
      },
    );
  }
}
