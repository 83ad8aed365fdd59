import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { receiveMail } from './support/mail.ts';
import { createConfirmedCustomer } from './support/people.ts';
import { accountMenu, logIn, logOut } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const PASSWORD = 'correct horse battery';
const home = environment.mail.url;

const newAddress = () => `mail-${randomUUID().slice(0, 13)}@example.com`;
const checkEmail = (page: Page) => page.getByRole('dialog', { name: 'Check your email' });
const newPassword = (page: Page) => page.getByRole('dialog', { name: 'Set a new password' });
const notice = (page: Page) => page.getByRole('main').getByRole('alert');

/** Signs up on the server that confirms addresses by email. */
async function signUp(page: Page, email: string, address = home): Promise<void> {
  await page.goto(address);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign Up' });
  await dialog.getByLabel('Full name').fill('Ada Lovelace');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create Account with Email' }).click();
  await expect(checkEmail(page)).toContainText(email);
}

async function enterCode(page: Page, code: string): Promise<void> {
  await checkEmail(page).getByLabel('6-digit code').fill(code);
  await checkEmail(page).getByRole('button', { name: 'Continue' }).click();
}

async function askForNewPassword(page: Page, email: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot password' });
  await dialog.getByLabel('Email').fill(`  ${email} `);
  await dialog.getByRole('button', { name: 'Send email' }).click();
  await expect(checkEmail(page)).toContainText(email);
}

async function setPassword(page: Page, password: string): Promise<void> {
  await newPassword(page).getByLabel('New password', { exact: true }).fill(password);
  await newPassword(page).getByLabel('Confirm new password').fill(password);
  await newPassword(page).getByRole('button', { name: 'Update Password' }).click();
  await expect(toastOf(page)).toContainText('Password Updated Successfully');
  await expect(newPassword(page)).toHaveCount(0);
}

async function openElsewhere(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  return page;
}

/** @covers 8.authentication.8 */
test(
  'A sign-up asks the user to check their email, and the code signs in',
  PICTURED,
  async ({ page }) => {
    const email = newAddress();
    await signUp(page, email);
    await expect(toastOf(page)).toContainText('Signup Successful!');
    await expect(toastOf(page)).toContainText('Please check your email to verify your account.');
    await expectGoodScreen(page, 'email-check', '[role=dialog]');
    await enterCode(page, (await receiveMail(email)).code);
    await expect(accountMenu(page)).toBeVisible();
    await expect(toastOf(page)).toContainText('Email confirmed');
    await expect(checkEmail(page)).toHaveCount(0);
    await expect(page).toHaveURL(`${home}/personal`);
  },
);

test(
  'A wrong code shows an error and stays in its field. After another mail, only the newest code works',
  PICTURED,
  async ({ page, expectedConsoleErrors }) => {
    expectedConsoleErrors.push('Failed to load resource');
    const email = newAddress();
    await signUp(page, email);
    const first = await receiveMail(email);
    await checkEmail(page).getByRole('button', { name: 'Use a different email' }).click();
    const sendDialog = page.getByRole('dialog', { name: 'Confirm your email' });
    await expect(sendDialog.getByLabel('Email')).toBeFocused();
    await expectGoodScreen(page, 'email-send', '[role=dialog]');
    await sendDialog.getByLabel('Email').fill(email);
    await sendDialog.getByRole('button', { name: 'Send email' }).click();
    await expect(checkEmail(page)).toContainText(email);
    await receiveMail(email, 2);
    await checkEmail(page).getByRole('button', { name: 'Resend email' }).click();
    await expect(toastOf(page)).toContainText('Email sent');
    const last = await receiveMail(email, 3);
    await enterCode(page, first.code);
    await expect(toastOf(page)).toContainText('Code not accepted');
    await expect(checkEmail(page).getByLabel('6-digit code')).toHaveValue(first.code);
    await enterCode(page, last.code);
    await expect(accountMenu(page)).toBeVisible();
  },
);

test(
  'The link of a mail signs in. A second use shows an error and offers a new link',
  PICTURED,
  async ({ page, browser }) => {
    const email = newAddress();
    await signUp(page, email);
    const { link } = await receiveMail(email);
    await page.goto(link);
    await expect(toastOf(page)).toContainText('Email confirmed');
    await expect(accountMenu(page)).toBeVisible();
    await expect(page).toHaveURL(`${home}/personal`);

    const elsewhere = await openElsewhere(browser, link);
    await expect(notice(elsewhere)).toContainText(
      'This link has expired or has already been used.',
    );
    await expect(notice(elsewhere)).toContainText('you can log in');
    await expectGoodScreen(elsewhere, 'email-link', 'main [role=alert]');
    await notice(elsewhere).getByRole('button', { name: 'Send a new link' }).click();
    await expect(elsewhere.getByRole('dialog', { name: 'Confirm your email' })).toBeVisible();
    await expect(elsewhere).toHaveURL(new RegExp(`^${home}/#?$`));
    await elsewhere.context().close();
  },
);

/** @covers 4.authentication.1, 4.authentication.2 */
test(
  'A user resets a forgotten password with the link of a mail, and logs in with the new one',
  PICTURED,
  async ({ page }) => {
    const { email } = await createConfirmedCustomer();
    await page.goto(home);
    await askForNewPassword(page, email);
    const mail = await receiveMail(email, 2);
    expect(mail.subject).toBe('Reset your password');
    await page.goto(mail.link);
    await expect(newPassword(page)).toBeVisible();
    await expectGoodScreen(page, 'email-new-password', '[role=dialog]');
    await setPassword(page, 'another horse battery');
    await expect(page).toHaveURL(`${home}/personal`);
    await logOut(page);
    await logIn(page, { email, password: 'another horse battery' });
    await expect(accountMenu(page)).toBeVisible();
  },
);

test('The link of a sign-up opens the page where the sign-up started', async ({ page }) => {
  const email = newAddress();
  await signUp(page, email, `${home}/cards`);
  await page.goto((await receiveMail(email)).link);
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`^${home}/cards#?$`));
});

test('A link that another browser requested offers the code instead', async ({ page }) => {
  const { email } = await createConfirmedCustomer();
  // The link leaves a code in the URL. The other browser has its PKCE verifier.
  await page.goto(`${home}/?link=recovery&code=${randomUUID()}`);
  await expect(notice(page)).toContainText('requested in a different browser');
  await notice(page).getByRole('button', { name: 'Send me a code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot password' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send email' }).click();
  await expect(checkEmail(page)).toBeVisible();
  await enterCode(page, (await receiveMail(email, 2)).code);
  await setPassword(page, 'a third horse battery');
});

test('Text from the URL is never shown', async ({ page }) => {
  await page.goto('/about#error=x&error_code=made_up&error_description=Call+555+to+get+your+money');
  await expect(notice(page)).toContainText("This link didn't work.");
  await expect(page.getByText('555')).toHaveCount(0);
  await notice(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/about$/);
});
