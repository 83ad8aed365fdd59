import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { findPendingRow } from './support/pending-list.ts';
import {
  DESKTOP,
  expect,
  expectGoodScreen,
  expectNoSidewaysScroll,
  PHONE,
  PICTURED,
  test,
  toastOf,
  watchForErrors,
} from './support/test.ts';

/** Both outcomes and both devices. The other two combinations would test the same code. */
const COURSES = [
  {
    button: 'Approve',
    decision: 'approves',
    status: 'manual payment approved',
    word: 'approved',
    device: 'desktop',
    viewport: DESKTOP,
  },
  {
    button: 'Reject',
    decision: 'rejects',
    status: 'manual payment rejected',
    word: 'rejected',
    device: 'phone',
    viewport: PHONE,
  },
] as const;
type Course = (typeof COURSES)[number];

/** Opens a page with separate storage and session, and collects its errors. */
async function openPersonPage(
  browser: Browser,
  { viewport }: Course,
  problems: string[],
): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: environment.url });
  const page = await context.newPage();
  watchForErrors(page, problems);
  return page;
}

async function signUp(page: Page, { device }: Course, email: string): Promise<void> {
  await page.goto('/cards');
  if (device === 'phone') {
    await page.getByRole('button', { name: /menu/i }).click();
  }
  await page.getByRole('button', { name: 'Sign Up', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign Up' });
  await dialog.getByLabel('Full name').fill('Ada Lovelace');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill('analytical engine');
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Create Account with Email' }).click();
  await expect(toastOf(page)).toContainText('Signup Successful!');
  await expect(toastOf(page)).toContainText('You can now log in.');
  await expect(dialog).toBeHidden();
}

async function orderCard(page: Page, { device }: Course, reference: string): Promise<void> {
  await page.getByRole('radio', { name: /Premium/ }).check({ force: true });
  await page.getByLabel(/Card name/i).fill('Travel');
  await page.getByLabel(/Transaction reference/i).fill(reference);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page).toHaveURL(/\/payment-success\?type=card_order_manual&order_id=/);
  await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  if (device === 'desktop') await expectGoodScreen(page, 'main-job-submitted');
}

async function signInAtAdminDesk(page: Page, { device }: Course): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(environment.administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(environment.administrator.password);
  await expectNoSidewaysScroll(page);
  if (device === 'desktop') await expectGoodScreen(page, 'main-job-admin-login');
  await page
    .getByRole('button', { name: /log in|sign in/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/admin\/panel$/);
}

for (const course of COURSES) {
  test(
    `A customer signs up and orders a card, an administrator sees and ${course.decision} it, and the customer sees the outcome (${course.device})`,
    PICTURED,
    async ({ browser }) => {
      const problems: string[] = [];
      const reference = `WIRE-${randomUUID()}`;
      const note = `Checked with the bank (${course.word}).`;
      const customer = await openPersonPage(browser, course, problems);
      const administrator = await openPersonPage(browser, course, problems);

      await signUp(customer, course, `ada-${randomUUID()}@example.com`);
      await orderCard(customer, course, reference);

      await signInAtAdminDesk(administrator, course);
      const row = await findPendingRow(administrator, 'Pending card orders', reference);
      await expectNoSidewaysScroll(administrator);
      await row.getByRole('button', { name: /Review/ }).click();
      const review = administrator.getByRole('dialog');
      await expect(review).toContainText('Ada Lovelace');
      await review.getByLabel(/notes/i).fill(note);
      await expectNoSidewaysScroll(administrator);
      await review.getByRole('button', { name: course.button, exact: true }).click();
      // Only a rejection needs a confirmation.
      if (course.button === 'Reject') {
        await administrator
          .getByRole('alertdialog')
          .getByRole('button', { name: course.button })
          .click();
      }
      await expect(toastOf(administrator)).toContainText('Success');
      await expect(row).toHaveCount(0);

      await customer.goto('/personal');
      await customer.getByRole('tab', { name: 'Transaction History' }).click();
      await expect(customer.getByText(course.status).first()).toBeVisible();
      await expect(
        customer.getByRole('list', { name: 'Transactions' }).getByText(note),
      ).toBeVisible();
      await expectGoodScreen(customer, `main-job-outcome-${course.word}`);

      expect(problems).toEqual([]);
    },
  );
}
