import type { Page } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { environment } from './support/environment.ts';
import { accountMenu, logOut } from './support/signing-in.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  keepScreenshot,
  PHONE,
  test,
  toastOf,
} from './support/test.ts';

const home = environment.mail.url;

/** A user of the server's own sign-in provider. */
async function arrive(page: Page): Promise<void> {
  await page.goto(home);
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('link', { name: /Continue as/ }).click();
  await expect(accountMenu(page)).toBeVisible();
}

test(`A passkey is added, renamed, used to sign in with the browser's dialog, and removed`, async ({
  page,
  expectedConsoleErrors,
}) => {
  // The server refuses the removed passkey.
  expectedConsoleErrors.push('status of 400');
  await addAuthenticator(page);
  await arrive(page);
  await page.goto(`${home}/personal?tab=password`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(toastOf(page)).toContainText('Passkey added');
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await keepScreenshot(page, 'passkeys');
  await page.setViewportSize({ width: 1440, height: 900 });

  await list.getByRole('button', { name: 'Rename Passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
  await dialog.getByLabel('Name').fill('   ');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await expectAccessible(page);
  await keepScreenshot(page, 'passkey-name');
  await dialog.getByLabel('Name').fill(' Work laptop ');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page)).toContainText('Passkey renamed');
  await expect(list).toContainText('Work laptop');

  await logOut(page);
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(`${home}/personal`);

  await page.goto(`${home}/personal?tab=password`);
  await expect(list).toContainText('last used');
  await list.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toastOf(page)).toContainText('Passkey removed');
  await expect(list).toHaveCount(0);

  await logOut(page);
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(toastOf(page)).toContainText(
    "Login FailedWe couldn't verify this passkey. It may have been removed from your account.",
  );
});
