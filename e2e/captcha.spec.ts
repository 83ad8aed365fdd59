import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { stubCaptchaWidget, type CaptchaDouble } from './support/captcha.ts';
import { environment } from './support/environment.ts';
import { receiveMail } from './support/mail.ts';
import { accountMenu, logOut } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const PASSWORD = 'correct horse battery';
const { url: home, mailDir } = environment.captcha;

const newAddress = () => `captcha-${randomUUID().slice(0, 13)}@example.com`;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const check = (page: Page) => page.getByRole('group', { name: 'Security check' });
const receiveCode = async (email: string, number = 1) =>
  (await receiveMail(email, number, mailDir)).code;

async function open(page: Page, name: 'Log In' | 'Sign Up'): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name }).click();
  await expect(check(page)).toBeVisible();
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await dialog(page, 'Sign Up').getByLabel('Full name').fill('Ada Lovelace');
  await dialog(page, 'Sign Up').getByLabel('Email').fill(email);
  await dialog(page, 'Sign Up').getByLabel('Password', { exact: true }).fill(PASSWORD);
}

async function enterCode(page: Page, code: string): Promise<void> {
  const asked = dialog(page, 'Check your email');
  await asked.getByLabel('6-digit code').fill(code);
  await asked.getByRole('button', { name: 'Continue' }).click();
}

/** Creates an account and confirms its email address. */
async function arrive(page: Page, captcha: CaptchaDouble, email: string): Promise<void> {
  await page.goto(home);
  await open(page, 'Sign Up');
  await fillSignUp(page, email);
  await captcha.solve();
  await page.getByRole('button', { name: 'Create Account with Email' }).click();
  await enterCode(page, await receiveCode(email));
  await expect(accountMenu(page)).toBeVisible();
}

async function fillLogIn(page: Page, email: string, password: string): Promise<void> {
  await dialog(page, 'Log In').getByLabel('Email').fill(email);
  await dialog(page, 'Log In').getByRole('textbox', { name: 'Password' }).fill(password);
}

const pressLogIn = (page: Page) =>
  dialog(page, 'Log In').getByRole('button', { name: 'Log In', exact: true }).click();

/** @covers 8.auth-errors.5, security.sessions.9 */
test('With a captcha, users sign up, log in and reset a password, and each attempt needs a new solution', async ({
  page,
  expectedConsoleErrors,
}) => {
  // A wrong password.
  expectedConsoleErrors.push('status of 400');
  const captcha = await stubCaptchaWidget(page);
  const email = newAddress();
  await arrive(page, captcha, email);
  await logOut(page);

  await open(page, 'Log In');
  await fillLogIn(page, email, 'wrong');
  await captcha.solve();
  await pressLogIn(page);
  await expect(toastOf(page)).toContainText('Invalid login credentials');
  await fillLogIn(page, email, PASSWORD);
  await captcha.solve();
  await pressLogIn(page);
  await expect(accountMenu(page)).toBeVisible();
  await logOut(page);

  await open(page, 'Log In');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await dialog(page, 'Forgot password').getByLabel('Email').fill(email);
  await captcha.solve();
  await page.getByRole('button', { name: 'Send email' }).click();
  await expect(dialog(page, 'Check your email')).toContainText(email);
  await receiveCode(email, 2);
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(check(page)).toContainText('Please complete the security check');
  await captcha.solve();
  await page.getByRole('button', { name: 'Resend email' }).click();
  await enterCode(page, await receiveCode(email, 3));
  const newPassword = dialog(page, 'Set a new password');
  await newPassword.getByLabel('New password', { exact: true }).fill(`${PASSWORD} 2`);
  await newPassword.getByLabel('Confirm new password').fill(`${PASSWORD} 2`);
  await newPassword.getByRole('button', { name: 'Update Password' }).click();
  await expect(newPassword).toHaveCount(0);
});

/** @covers 8.auth-errors.5 */
test('A passkey signs in with a solved captcha, which its button requires', async ({ page }) => {
  await addAuthenticator(page);
  const captcha = await stubCaptchaWidget(page);
  await arrive(page, captcha, newAddress());
  await page.goto(`${home}/personal?tab=password`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  await logOut(page);
  await open(page, 'Log In');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(check(page)).toContainText('Please complete the security check');
  await captcha.solve();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(accountMenu(page)).toBeVisible();
});

/** @covers 8.auth-errors.5 */
test('An administrator logs in with a solved captcha, with the keyboard only', async ({ page }) => {
  const captcha = await stubCaptchaWidget(page);
  const { email, password } = environment.administrator;
  await page.goto(`${home}/admin/login`);
  await expect(captcha.checkbox).toBeVisible();
  await page.getByLabel('Admin email').focus();
  await page.keyboard.type(email);
  await page.getByRole('textbox', { name: 'Password' }).focus();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(check(page)).toContainText('Please complete the security check');
  await expect(check(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(captcha.checkbox).toBeFocused();
  await page.keyboard.press('Space');
  await expect(check(page)).not.toContainText('Please complete the security check');
  await page.getByRole('textbox', { name: 'Password' }).press('Enter');
  await expect(page).toHaveURL(/\/admin\/panel$/);
});

/** @covers 8.auth-errors.5 */
test('A captcha that is rejected, not verified or not loaded shows an error, and the form keeps its values', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('status of 400', 'status of 503', 'ERR_BLOCKED_BY_CLIENT');
  const captcha = await stubCaptchaWidget(page);
  captcha.block(true);
  await page.goto(home);
  await open(page, 'Log In');
  await fillLogIn(page, newAddress(), PASSWORD);
  await expect(check(page)).toContainText("The security check didn't load.");
  await expect(page.getByText("BeaconPay didn't load completely")).toBeHidden();
  captcha.block(false);
  await check(page).getByRole('button', { name: 'Try Again' }).click();

  captcha.nextIs('made-up');
  await captcha.solve();
  await pressLogIn(page);
  await expect(check(page)).toContainText("The security check wasn't accepted.");
  captcha.nextIs('outage');
  await captcha.solve();
  await pressLogIn(page);
  await expect(check(page)).toContainText("We couldn't complete the security check.");
  captcha.nextIs('solved');
  await captcha.solve();
  await pressLogIn(page);
  await expect(toastOf(page)).toContainText('Invalid login credentials');
  await expect(dialog(page, 'Log In').getByRole('textbox', { name: 'Password' })).toHaveValue(
    PASSWORD,
  );
});

/** @covers security.sessions.10 */
test('Pages name the captcha provider, and load its script only with a form', async ({
  page,
  request,
}) => {
  const HOST = 'https://challenges.cloudflare.com';
  const policyOf = async (address: string) =>
    (await request.get(address)).headers()['content-security-policy'] ?? '';
  expect(await policyOf(home)).toContain(`frame-src ${HOST};`);
  expect(await policyOf(environment.url)).not.toContain(HOST);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  await page.goto(home, { waitUntil: 'networkidle' });
  expect(asked.filter((url) => !url.startsWith(home))).toEqual([]);
});

test(
  'The forms with a captcha are accessible and fit',
  PICTURED,
  async ({ page, expectedConsoleErrors }) => {
    expectedConsoleErrors.push('ERR_BLOCKED_BY_CLIENT');
    const captcha = await stubCaptchaWidget(page);
    await page.goto(`${home}/about`);
    await open(page, 'Log In');
    await expect(captcha.checkbox).toBeVisible();
    await expectGoodScreen(page, 'captcha-log-in', '[role=dialog]');
    await fillLogIn(page, newAddress(), PASSWORD);
    await pressLogIn(page);
    await expect(check(page)).toContainText('Please complete the security check');
    await expectGoodScreen(page, 'captcha-unsolved', '[role=dialog]');
    captcha.block(true);
    await page.reload();
    await open(page, 'Sign Up');
    await expect(check(page)).toContainText("The security check didn't load.");
    await expectGoodScreen(page, 'captcha-blocked', '[role=dialog]');
  },
);
