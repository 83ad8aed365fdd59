import { environment } from './support/environment.ts';
import { accountMenu } from './support/signing-in.ts';
import { expect, expectAccessible, keepScreenshot, test } from './support/test.ts';

const home = environment.mail.url;

test('Continue with Google leads to the provider and back to the same page, signed in', async ({
  page,
}) => {
  await page.goto(`${home}/cards`);
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('link', { name: /Continue as/ }).click();
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(`${home}/cards`);
  await accountMenu(page).click();
  await expect(page.getByRole('menu')).toContainText('Grace Hopper');
});

test('Whoever gives up at Google is told that nobody was signed in, and can go on', async ({
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
