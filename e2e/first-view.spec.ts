import type { Page } from '@playwright/test';
import { createCustomer, signIn } from './support/people.ts';
import { expect, PHONE, test } from './support/test.ts';

/** Holds the application's scripts back; the returned function lets them go. */
async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('A public page shows its content before any script of the application has run', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/cards', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log In' })).toBeVisible();
  release();
});

test('A button pressed before the application runs does its work once it does', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Open your account' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Sign Up' })).toBeVisible();
});

test('What is typed before the application runs stays and counts', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/utility-bills', { waitUntil: 'commit' });
  const biller = page.getByLabel('Biller name');
  await biller.fill('Night Sea Electric');
  release();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.locator('[data-slot="form-message"]').first()).toBeVisible();
  await expect(biller).toHaveValue('Night Sea Electric');
  await expect(biller).not.toHaveAttribute('aria-invalid', 'true');
});

test('A page scrolled before the application runs stays where it is', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const closing = page.getByRole('heading', { name: 'Let your money find its way' });
  await closing.scrollIntoViewIfNeeded();
  release();
  // The region of the toasts comes with the running application.
  await expect(page.locator('[data-slot="toast-viewport"]')).toBeAttached();
  await expect(closing).toBeInViewport();
});

test('Someone with a stored session never sees the signed-out page', async ({ page }) => {
  await signIn(page, await createCustomer());
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('footer')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeHidden();
  release();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeHidden();
});

test('The stored theme is there from the first paint, without a script of the application', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.addInitScript(() => {
    localStorage.setItem('beaconpay-theme', 'dark');
  });
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/dark/);
  release();
});

test('A page whose part does not load says so and offers a way back', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'dynamically imported module', 'preload');
  await page.route('**/assets/cards-*.js', (route) => route.abort());
  await page.goto('/cards');
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
});
