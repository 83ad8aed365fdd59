/** @covers security.sessions.18 */
import type { Page } from '@playwright/test';
import { createCustomer, signIn, type Person } from './support/people.ts';
import { environment } from './support/environment.ts';
import {
  createApp,
  createPhoneFactor,
  createTotpFactor,
  readTextedCode,
  removeFactors,
  type App,
} from './support/factors.ts';
import { accountMenu, logIn, logInAsAdministrator, logOut } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const setUp = (page: Page) => page.getByRole('dialog', { name: 'Set up two-step verification' });
const kept = (page: Page) => page.getByRole('dialog', { name: 'Save your recovery codes' });
const secondStep = (page: Page) => page.getByRole('dialog', { name: 'Two-step verification' });
const section = (page: Page) =>
  page.getByRole('tabpanel', { name: 'Change Password' }).filter({ hasText: 'Two-step' });

async function openSection(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  await page.goto('/personal?tab=password');
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
}

async function readKey(page: Page): Promise<string> {
  await expect(setUp(page).getByRole('radio', { name: /Authenticator app/ })).toBeChecked();
  await setUp(page).getByRole('button', { name: 'Continue' }).click();
  await expect(setUp(page).getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  return setUp(page).getByRole('code').innerText();
}

/** Resolves to the recovery codes. */
async function confirmKey(page: Page, app: App): Promise<string[]> {
  await setUp(page).getByLabel('6-digit code').fill(app.nextCode());
  await setUp(page).getByRole('button', { name: 'Turn on' }).click();
  const list = kept(page).getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  return list.getByRole('listitem').allInnerTexts();
}

/** @covers 7.18 */
test(
  'A second factor is set up, required at the next login, replaced by a recovery code, and removed',
  PICTURED,
  async ({ page, expectedConsoleErrors }) => {
    // The test enters wrong codes.
    expectedConsoleErrors.push('status of 422');
    const person = await createCustomer();
    await openSection(page, person);
    await expectGoodScreen(page, 'two-step-off', '[role=tabpanel]');
    await section(page).getByRole('button', { name: 'Set up' }).click();
    await expect(setUp(page)).toBeVisible();
    await expectGoodScreen(page, 'two-step-choose', '[role=dialog]');
    const app = createApp(await readKey(page));
    await expectGoodScreen(page, 'two-step-key', '[role=dialog]');
    const codes = await confirmKey(page, app);
    await expectGoodScreen(page, 'two-step-codes', '[role=dialog]');
    await kept(page).getByRole('button', { name: "I've saved them" }).click();
    await expect(section(page).getByText('On', { exact: true })).toBeVisible();
    await expectGoodScreen(page, 'two-step-on', '[role=tabpanel]');

    await logOut(page);
    await logIn(page, person);
    await expect(secondStep(page)).toBeVisible();
    await expectGoodScreen(page, 'two-step-question', '[role=dialog]');
    await secondStep(page).getByLabel('6-digit code').fill(app.wrongCode());
    await secondStep(page).getByRole('button', { name: 'Continue' }).click();
    await expect(toastOf(page)).toContainText('Code not accepted');
    await secondStep(page).getByLabel('6-digit code').fill(app.nextCode());
    await secondStep(page).getByRole('button', { name: 'Continue' }).click();
    await expect(secondStep(page)).toBeHidden();
    await expect(accountMenu(page)).toBeVisible();

    await logOut(page);
    await logIn(page, person);
    await secondStep(page).getByRole('button', { name: 'Use a recovery code' }).click();
    await expectGoodScreen(page, 'two-step-recovery', '[role=dialog]');
    await secondStep(page)
      .getByLabel('Recovery code')
      .fill((codes[0] ?? '').toUpperCase());
    await secondStep(page).getByRole('button', { name: 'Continue' }).click();
    await expect(secondStep(page)).toBeHidden();
    await expect(accountMenu(page)).toBeVisible();

    await page.goto('/personal?tab=password');
    await section(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(toastOf(page)).toContainText('Two-step verification is off');
    await expect(section(page).getByRole('button', { name: 'Set up' })).toBeVisible();
    await logOut(page);
    await logIn(page, person);
    await expect(accountMenu(page)).toBeVisible();
  },
);

test('A page that is opened after the password alone asks for the code before it shows any data', async ({
  page,
}) => {
  const person = await createCustomer({ fullName: 'Ada Lovelace' });
  const { app } = await createTotpFactor(person);
  await signIn(page, person);
  await page.goto('/personal');
  await expect(secondStep(page)).toBeVisible();
  await expect(page.getByText('Ada Lovelace')).toHaveCount(0);
  await secondStep(page).getByLabel('6-digit code').fill(app.nextCode());
  await secondStep(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Lovelace!' })).toBeVisible();
  await expect(page).toHaveURL(/\/personal$/);
});

test('Closing the dialog for the code cancels the login', async ({ page }) => {
  const person = await createCustomer();
  await createTotpFactor(person);
  await signIn(page, person);
  await page.goto('/');
  await secondStep(page).getByRole('button', { name: 'Close' }).click();
  await expect(secondStep(page)).toHaveCount(0);
  // The history entry of the dialog is removed asynchronously, which would abort an earlier reload.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(history.state)))
    .not.toMatch(/dialogs/);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log In' })).toBeVisible();
  await expect(secondStep(page)).toHaveCount(0);
});

test('A set-up that is closed before its first code does not change the login', async ({
  page,
}) => {
  const person = await createCustomer();
  await openSection(page, person);
  await section(page).getByRole('button', { name: 'Set up' }).click();
  const first = await readKey(page);
  await page.keyboard.press('Escape');
  await section(page).getByRole('button', { name: 'Set up' }).click();
  expect(await readKey(page)).not.toBe(first);
  await page.keyboard.press('Escape');
  await logOut(page);
  await logIn(page, person);
  await expect(accountMenu(page)).toBeVisible();
});

test.describe('for an administrator', () => {
  let app: App | undefined;

  // A retry finds the administrator without a second factor.
  test.afterEach(async ({ page }) => {
    if (app !== undefined) await removeFactors(page, environment.guardedAdministrator, app);
    app = undefined;
  });

  test('An administrator is asked to set up a second factor, enters its code at the login, and sees the panel', async ({
    page,
  }) => {
    await logInAsAdministrator(page, environment.guardedAdministrator);
    await page.getByRole('link', { name: 'Set up two-step verification' }).click();
    await expect(page).toHaveURL(/\/personal\?tab=password$/);
    await section(page).getByRole('button', { name: 'Set up' }).click();
    app = createApp(await readKey(page));
    await confirmKey(page, app);
    await kept(page).getByRole('button', { name: "I've saved them" }).click();
    await logOut(page);
    await logInAsAdministrator(page, environment.guardedAdministrator);
    await secondStep(page).getByLabel('6-digit code').fill(app.nextCode());
    await secondStep(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/admin\/panel$/);
    await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
    await expect(page.getByText('Set up two-step verification')).toHaveCount(0);
  });
});

/** @covers 7.18 */
test('A user whose only second factor is a phone logs in with a texted code, which can be sent again', async ({
  page,
  expectedConsoleErrors,
}) => {
  // The test enters a wrong code.
  expectedConsoleErrors.push('status of 422');
  const person = await createCustomer();
  const phone = await createPhoneFactor(person);
  await page.clock.install();
  await page.goto('/');
  await logIn(page, person);
  await expect(secondStep(page)).toContainText(`ending in ${phone.slice(-4)}`);
  await expectGoodScreen(page, 'two-step-phone', '[role=dialog]');
  await secondStep(page).getByRole('button', { name: 'Send code' }).click();
  const first = await readTextedCode(phone, 2);
  const again = secondStep(page).getByRole('button', { name: /^Resend code/ });
  await expect(again).toBeDisabled();
  await expect(again).toHaveText(/^Resend code in \d+ s$/);
  await expectGoodScreen(page, 'two-step-phone-code', '[role=dialog]');

  await page.clock.fastForward('01:01');
  await expect(again).toHaveText('Resend code');
  await again.click();
  const second = await readTextedCode(phone, 3);
  await expect(again).toBeDisabled();
  await secondStep(page)
    .getByLabel('6-digit code')
    .fill(first === '000000' ? '111111' : '000000');
  await secondStep(page).getByRole('button', { name: 'Continue' }).click();
  await expect(toastOf(page)).toContainText('Code not accepted');
  await secondStep(page).getByLabel('6-digit code').fill(second);
  await secondStep(page).getByRole('button', { name: 'Continue' }).click();
  await expect(secondStep(page)).toBeHidden();
  await expect(accountMenu(page)).toBeVisible();
});
