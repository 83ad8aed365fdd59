/** @covers 7.19 */
import type { Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { accountMenu } from './support/signing-in.ts';
import { expect, expectAccessible, keepScreenshot, test, toastOf } from './support/test.ts';

const home = environment.mail.url;

async function continueWithGoogle(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('link', { name: /Continue as/ }).click();
}

/** @covers 2.log-in-dialog.4 */
test('Continue with Google opens the provider and returns to the same page, signed in', async ({
  page,
}) => {
  await page.goto(`${home}/cards`);
  await page.getByLabel('Card name').fill('Travel');
  await continueWithGoogle(page);
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(`${home}/cards`);
  await expect(page.getByLabel('Card name')).toHaveValue('Travel');
  await expect(toastOf(page)).toContainText('What you typed is still here');
  await accountMenu(page).click();
  await expect(page.getByRole('menu')).toContainText('Grace Hopper');
});

test('Continue with Google on the home page leads to the dashboard, and Back does not lead there again', async ({
  page,
}) => {
  await page.goto(home);
  await continueWithGoogle(page);
  await expect(page).toHaveURL(`${home}/personal`);
  await page.goBack();
  await expect(page).toHaveURL(`${home}/`);
  await expect(page.getByRole('button', { name: 'Open your account' })).toBeVisible();
});

test('A user who cancels at Google sees that the sign-in was cancelled, and can continue', async ({
  page,
}) => {
  await page.goto(home);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  const notice = page.getByRole('main').getByRole('alert');
  await expect(notice).toContainText("We couldn't log you in with Google.");
  await expectAccessible(page);
  await keepScreenshot(page, 'google-cancelled');
  await notice.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(page).toHaveURL(`${home}/`);
});
