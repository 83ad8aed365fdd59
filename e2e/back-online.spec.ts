import type { Page } from '@playwright/test';
import { createCustomer, signIn } from './support/people.ts';
import { logInButton } from './support/signing-in.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ expectedConsoleErrors }) => {
  expectedConsoleErrors.push('Failed to load resource', 'Failed to fetch', 'Error');
});

/** Opens a page and waits until no request is running, so that the network can fail between two requests. */
async function openAtRest(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

test('A list that failed to load offline loads when the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, await createCustomer());
  await openAtRest(page, '/personal?tab=history');
  await openAtRest(page, '/personal');
  await page.route('**/rest/v1/transactions?*', (route) => route.abort());
  await page.getByRole('tab', { name: 'Transaction History' }).click();
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText("We couldn't load your transactions.");
  await context.setOffline(true);
  await page.unroute('**/rest/v1/transactions?*');
  await context.setOffline(false);
  await expect(panel).toContainText('No transactions');
});

test('A chunk that did not load offline loads when the network is back, and a form keeps its values', async ({
  page,
  context,
}) => {
  await openAtRest(page, '/cards');
  await page.getByLabel('Card name').fill('Travel');
  await page.getByRole('radio', { name: 'Card Payment' }).check();
  await page.getByLabel('Card number').fill('4242');
  await context.setOffline(true);
  await page.getByRole('tab', { name: 'Research Card Options' }).click();
  await expect(page.getByRole('tabpanel')).toContainText("This section didn't load.");
  await context.setOffline(false);
  await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Order Virtual Card' }).click();
  await expect(page.getByLabel('Card name')).toHaveValue('Travel');
  // A reload would clear this value.
  await expect(page.getByLabel('Card number')).toHaveValue('4242');
});

test('A dialog that did not load offline opens when the network is back, and the form keeps its values', async ({
  page,
  context,
}) => {
  await openAtRest(page, '/cards');
  await page.getByLabel('Card name').fill('Travel');
  await context.setOffline(true);
  await logInButton(page).click();
  const notice = page.getByRole('alert').filter({ hasText: "This window didn't load." });
  await expect(notice).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  const dialog = page.getByRole('dialog', { name: 'Log In' });
  // A browser that caches the failed import reloads the page and restores its forms.
  await expect(async () => {
    if (!(await dialog.isVisible())) await logInButton(page).click({ timeout: 1_000 });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Card name')).toHaveValue('Travel');
});

test('A page that did not load offline loads when the network is back', async ({
  page,
  context,
}) => {
  await openAtRest(page, '/about');
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
});

test('A profile that failed to load offline loads when the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, await createCustomer());
  await page.route('**/rest/v1/profiles?*', (route) => route.abort());
  await page.goto('/personal');
  await expect(page.getByText("We couldn't load your profile.")).toBeVisible();
  await context.setOffline(true);
  await page.unroute('**/rest/v1/profiles?*');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
});
