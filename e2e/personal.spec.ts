import type { Locator, Page } from '@playwright/test';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { decide, readProfile, submitOrder, submitRecharge } from './support/records.ts';
import { logInInDialog, logOut } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

async function openDashboard(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  await page.goto('/personal');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

test.describe('Access to /personal', () => {
  /** @covers 2.7, 2.personal.4 */
  test('A visitor is asked to log in and then sees the dashboard in the same place', async ({
    page,
  }) => {
    const person = await createCustomer({ fullName: 'Ada Lovelace' });
    const dashboards: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/assets/personal-part-')) dashboards.push(request.url());
    });
    await page.goto('/personal', { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { name: 'Access Your Dashboard' })).toBeVisible();
    expect(dashboards).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
    await logInInDialog(page, person);
    await expect(page.getByRole('heading', { name: 'Welcome, Ada Lovelace!' })).toBeVisible();
    await expect(page).toHaveURL(/\/personal$/);
    expect(dashboards).toHaveLength(1);
  });

  test('A dashboard that fails to load shows an error, and loads on retry', async ({
    page,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push('Failed to load resource', 'Part of this page');
    await signIn(page, await createCustomer({ fullName: 'Ada Lovelace' }));
    await page.route('**/assets/personal-part-*.js', (route) => route.abort());
    await page.goto('/personal');
    await expect(page.getByText("Part of this page didn't load.")).toBeVisible();
    await page.unroute('**/assets/personal-part-*.js');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome, Ada Lovelace!' })).toBeVisible();
  });
});

/** Opens the form of the profile and leaves it before saving. */
async function fillInHalf(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('City').fill('Arlington');
  return dialog;
}

/** Logs in again above the half-filled form, which keeps its values, and saves it. */
async function resumeAndSave(page: Page, person: Person): Promise<void> {
  await logInInDialog(page, person);
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await expect(dialog.getByLabel('City')).toHaveValue('Arlington');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page)).toContainText('Profile Updated');
  // Logging out ended all sessions, including that of the test's client.
  await person.client.auth.signInWithPassword({ email: person.email, password: person.password });
  expect(await readProfile(person)).toMatchObject({ city: 'Arlington' });
}

test.describe('My Profile', () => {
  /** @covers 2.personal.2, 8.profile.1 */
  test('Edits are saved, shown, and announced with Profile Updated', async ({ page }) => {
    const person = await createCustomer();
    await openDashboard(page, person);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
    await dialog.getByLabel('Full name').fill('Grace Brewster Hopper');
    await dialog.getByLabel('Phone number').fill('+1 555 0100');
    await dialog.getByLabel('Date of birth').fill('1906-12-09');
    await dialog.getByLabel('Street address').fill('1 Example Street');
    await dialog.getByLabel('City').fill('New York');
    await dialog.getByLabel('Postal code').fill('10001');
    await dialog.getByLabel('Country').selectOption({ label: 'United States' });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toastOf(page)).toContainText('Profile Updated');
    await expect(dialog).toBeHidden();
    const panel = page.getByRole('tabpanel', { name: 'My Profile' });
    for (const text of [
      'Grace Brewster Hopper',
      person.email,
      '+1 555 0100',
      'December 9, 1906',
      '1 Example Street',
      'New York',
      '10001',
      'United States',
    ]) {
      await expect(panel.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Grace Brewster Hopper');
    expect(await readProfile(person)).toMatchObject({
      full_name: 'Grace Brewster Hopper',
      date_of_birth: '1906-12-09',
      country: 'USA',
    });
  });

  test('A session that ends in another tab is resumed in place with the half-filled form', async ({
    page,
    context,
  }) => {
    const person = await createCustomer();
    await openDashboard(page, person);
    await fillInHalf(page);

    const otherTab = await context.newPage();
    await otherTab.goto('/personal');
    await logOut(otherTab);
    await expect(otherTab.getByRole('button', { name: 'Log In' }).first()).toBeVisible();

    // The open form covers the notice about the ended session, so the log-in dialog opens above the form.
    await resumeAndSave(page, person);
  });

  test('A session that ends before saving is resumed in place with the half-filled form', async ({
    page,
  }) => {
    const person = await createCustomer();
    await openDashboard(page, person);
    const dialog = await fillInHalf(page);
    await page.evaluate(() => localStorage.clear());

    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toastOf(page)).toContainText('Authentication Error');
    await expect(toastOf(page)).toContainText('User not logged in.');
    await resumeAndSave(page, person);
  });
});

test.describe('Change Password', () => {
  /** @covers 2.personal.2, 8.profile.2 */
  test('The new password works, and the fields are cleared', async ({ page }) => {
    const person = await createCustomer();
    await openDashboard(page, person);
    await openTab(page, 'Change Password');
    const newPassword = 'a brand new secret';
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(toastOf(page)).toContainText('Password Updated Successfully');
    await expect(toastOf(page)).toContainText('Please log in again if prompted.');
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue('');
    const { error } = await person.client.auth.signInWithPassword({
      email: person.email,
      password: newPassword,
    });
    expect(error).toBeNull();
  });
});

test.describe('Transaction History', () => {
  /** @covers 2.personal.2, 9.28 */
  test('An order shows its status, its amount with two decimals, and how it was paid', async ({
    page,
  }) => {
    const person = await createCustomer();
    const orderId = await submitOrder(person);
    await openDashboard(page, person);
    await openTab(page, 'Transaction History');
    const item = page.getByRole('listitem').filter({ hasText: 'Premium virtual card order' });
    await expect(item.getByText('pending manual verification')).toBeVisible();
    await expect(item.getByText('-$15.00')).toBeVisible();
    await item.getByRole('button', { name: /^Details of/ }).click();
    await expect(item.getByText(orderId)).toBeVisible();
    await expect(item.getByText('Bank Transfer')).toBeVisible();
    await expect(item.getByText('TR-2026-77')).toBeVisible();
  });

  test('The customer sees the decision and the note of the review', async ({ page }) => {
    const person = await createCustomer();
    const rechargeId = await submitRecharge(person);
    const administrator = await signInAdministrator();
    await decide(administrator, 'recharges', rechargeId, {
      status: 'manual_payment_rejected',
      admin_notes: 'No payment BP-4711 arrived.',
    });
    await openDashboard(page, person);
    await openTab(page, 'Transaction History');
    const item = page.getByRole('listitem').filter({ hasText: 'MTN' });
    await expect(item.locator('[data-status=manual_payment_rejected]')).toHaveText(
      'manual payment rejected',
    );
    await expect(item.getByText('No payment BP-4711 arrived.')).toBeVisible();
  });

  test('A rejected record looks neither charged nor approved', async ({ page }) => {
    const person = await createCustomer();
    const administrator = await signInAdministrator();
    for (const [reference, status] of [
      ['WIRE-1', 'manual_payment_rejected'],
      ['WIRE-2', 'manual_payment_approved'],
    ] as const) {
      const orderId = await submitOrder(person, { reference });
      await decide(administrator, 'orders', orderId, {
        status,
        admin_notes: `About ${reference}.`,
      });
    }
    await openDashboard(page, person);
    await openTab(page, 'Transaction History');
    const rejected = page.getByRole('listitem').filter({ hasText: 'WIRE-1' });
    const approved = page.getByRole('listitem').filter({ hasText: 'WIRE-2' });
    await expect(rejected.locator('s')).toHaveText('-$15.00');
    await expect(rejected.getByText('not charged')).toBeVisible();
    await expect(rejected.getByText('Reason:')).toBeVisible();
    await expect(approved.getByText('Note from our team:')).toBeVisible();
    await expect(approved.locator('s')).toHaveCount(0);
    const colorOf = (item: typeof rejected) =>
      item
        .locator('[data-slot=review-note]')
        .evaluate((note) => getComputedStyle(note).backgroundColor);
    expect(await colorOf(rejected)).not.toBe(await colorOf(approved));
  });

  test('An open tab survives a reload and the back button, and its link can be shared', async ({
    page,
  }) => {
    const person = await createCustomer();
    await openDashboard(page, person);
    const tab = (name: string) => page.getByRole('tab', { name, selected: true });
    await openTab(page, 'Transaction History');
    await expect(page).toHaveURL(/\/personal\?tab=history$/);
    await page.reload();
    await expect(tab('Transaction History')).toBeVisible();
    await openTab(page, 'Change Password');
    await expect(tab('Change Password')).toBeVisible();
    // The tab is shown before its history entry is added.
    await expect(page).toHaveURL(/\/personal\?tab=password$/);
    await page.goBack();
    await expect(tab('Transaction History')).toBeVisible();
    await page.goBack();
    await expect(tab('My Profile')).toBeVisible();
    await page.goto('/cards?tab=research');
    await expect(page.getByRole('tab', { name: 'Research Card Options' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });
});

test('Each tab and dialog is accessible and fits its window', PICTURED, async ({ page }) => {
  await page.goto('/personal');
  await expect(page.getByText('Access Your Dashboard')).toBeVisible();
  await expectGoodScreen(page, 'personal-signed-out');

  const person = await createCustomer();
  await submitOrder(person);
  await openDashboard(page, person);
  for (const tab of ['My Profile', 'Change Password', 'Transaction History']) {
    await openTab(page, tab);
    if (tab === 'Transaction History') {
      await page.getByRole('button', { name: /^Details of/ }).click();
      await expect(page.getByText('TR-2026-77')).toBeVisible();
    }
    await expectGoodScreen(page, `personal-${tab.toLowerCase().replaceAll(' ', '-')}`);
  }
  await openTab(page, 'My Profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible();
  await expectGoodScreen(page, 'personal-edit');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();
});
