import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createTotpFactor } from './support/factors.ts';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { openReview, panelAtNewest } from './support/pending-list.ts';
import { submitOrder } from './support/records.ts';
import { accountMenu, logIn, logInButton } from './support/signing-in.ts';
import { expect, expectAccessible, PHONE, test } from './support/test.ts';

test.use({ viewport: PHONE });

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens /about, then /cards by a link, so that the history has a previous page. */
async function comeToCards(page: Page): Promise<void> {
  await page.goto('/about');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Cards' }).click();
  await expect(page).toHaveURL(/\/cards$/);
  await page.getByLabel('Card name').fill('Travel');
}

async function expectCardsAsTyped(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/cards$/);
  await expect(page.getByLabel('Card name')).toHaveValue('Travel');
}

const dialogEntries = (page: Page) =>
  page.evaluate(() => (history.state as { dialogs?: number } | null)?.dialogs ?? 0);

/** Presses Back once the open dialogs have their history entries, which are added asynchronously. */
async function goBackFromDialog(page: Page, { openDialogs = 1 } = {}): Promise<void> {
  await expect.poll(() => dialogEntries(page)).toBe(openDialogs);
  await page.goBack();
}

/** Waits until the entry of a closed dialog has been removed, which is asynchronous. */
async function expectNoDialogEntry(page: Page): Promise<void> {
  await expect.poll(() => dialogEntries(page)).toBe(0);
}

/** One press of Back opens the previous page: no history entry of a dialog is left. */
async function expectBackLeadsToAbout(page: Page): Promise<void> {
  await expectNoDialogEntry(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('Back closes a dialog and keeps page, form and focus. The next Back opens the previous page', async ({
  page,
}) => {
  await comeToCards(page);
  await logInButton(page).click();
  await expect(dialogOf(page, 'Log In')).toBeVisible();
  await goBackFromDialog(page);
  await expectCardsAsTyped(page);
  await expect(logInButton(page)).toBeFocused();
  await expectBackLeadsToAbout(page);
});

test('Forward after Back opens no dialog and adds no history entry', async ({ page }) => {
  await comeToCards(page);
  await logInButton(page).click();
  await expect(dialogOf(page, 'Log In')).toBeVisible();
  await goBackFromDialog(page);
  await expectCardsAsTyped(page);
  await page.goForward();
  await expectCardsAsTyped(page);
  await expectNoDialogEntry(page);
  await expectBackLeadsToAbout(page);
});

test('A dialog that was closed in another way leaves no history entry', async ({ page }) => {
  await comeToCards(page);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
  ]) {
    await logInButton(page).click();
    await expect(dialogOf(page, 'Log In')).toBeVisible();
    await close();
    await expectCardsAsTyped(page);
  }
  await expectBackLeadsToAbout(page);
});

test('Dialogs that replace each other share one history entry', async ({ page }) => {
  await comeToCards(page);
  await logInButton(page).click();
  await dialogOf(page, 'Log In').getByRole('button', { name: 'Sign up' }).click();
  await dialogOf(page, 'Sign Up').getByRole('button', { name: 'Log in' }).click();
  await dialogOf(page, 'Log In').getByRole('button', { name: 'Forgot password?' }).click();
  await expect(dialogOf(page, 'Forgot password')).toBeVisible();
  await goBackFromDialog(page);
  await expectCardsAsTyped(page);
  await expectBackLeadsToAbout(page);
});

test('A log-in leaves no history entry of its dialog', async ({ page }) => {
  await comeToCards(page);
  await logIn(page, await createCustomer());
  await expect(accountMenu(page)).toBeVisible();
  await expectCardsAsTyped(page);
  await expectBackLeadsToAbout(page);
});

test('Back in the second step cancels the log-in, as Escape does', async ({ page }) => {
  const person = await createCustomer();
  await createTotpFactor(person);
  await comeToCards(page);
  await logIn(page, person);
  await expect(dialogOf(page, 'Two-step verification')).toBeVisible();
  await goBackFromDialog(page);
  await expectCardsAsTyped(page);
  await expect(logInButton(page)).toBeVisible();
  await expectBackLeadsToAbout(page);
});

test('Back closes only the topmost of two dialogs, and the notes stay', async ({ page }) => {
  const administrator = await signInAdministrator();
  const id = await submitOrder(await createCustomer(), { reference: `BP-${randomUUID()}` });
  await signIn(page, administrator);
  await page.goto(await panelAtNewest(administrator));
  const address = page.url();
  const review = await openReview(page, 'Pending card orders', id);
  await review.getByLabel(/notes/i).fill('Seen on Monday');
  await review.getByRole('button', { name: /^Reject/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await goBackFromDialog(page, { openDialogs: 2 });
  await expect(question).toHaveCount(0);
  await expect(review.getByLabel(/notes/i)).toHaveValue('Seen on Monday');
  await expectAccessible(page, { within: '[role=dialog]' });
  await goBackFromDialog(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
});

test('A reload with an open dialog leaves no history entry of the dialog', async ({ page }) => {
  await comeToCards(page);
  await logInButton(page).click();
  await expect(dialogOf(page, 'Log In')).toBeVisible();
  await expect.poll(() => dialogEntries(page)).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoDialogEntry(page);
  await expectBackLeadsToAbout(page);
});

test('Back closes the mobile menu. After a link of the menu, one Back returns to the page', async ({
  page,
}) => {
  await page.goto('/about');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu).toBeVisible();
  await goBackFromDialog(page);
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();

  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expectBackLeadsToAbout(page);
});
