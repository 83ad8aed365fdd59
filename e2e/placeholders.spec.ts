import { nthLoad } from './support/page-loads.ts';
import { createCustomer, signIn } from './support/people.ts';
import { expect, expectAccessible, expectGoodScreen, PICTURED, test } from './support/test.ts';

/** @covers 2.1 */
test('An unknown path shows the home page', async ({ page }) => {
  // The page of components exists only in development.
  for (const path of ['/no-such-page', '/cards/no/such/page', '/dev/components']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay and get paid');
  }
});

/** @covers 2.14 */
test("A page that throws shows 'Unexpected Application Error!' and a link back", async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(
    'Failed to load resource',
    'Failed to fetch dynamically',
    'React Router',
  );
  await page.route('**/assets/payments-*.js', (route) => route.abort());
  await page.goto('/');
  // Only the running app navigates without loading a document.
  await page.getByRole('button', { name: 'Dark mode' }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  const loadedAgain = nthLoad(page, 1);
  await page.getByRole('banner').getByRole('link', { name: 'Payments' }).click();
  await loadedAgain;
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay and get paid');
});

test('Placeholder pages are accessible and fit every width', PICTURED, async ({ page }) => {
  await page.goto('/about');
  await expectGoodScreen(page, 'placeholder');
});

test(
  'The settings link a signed-in user to each setting, including passkeys',
  PICTURED,
  async ({ page }) => {
    await signIn(page, await createCustomer());
    await page.goto('/settings');
    const settings = page.getByRole('list', { name: 'Settings' });
    await expect(settings.getByRole('link')).toHaveCount(6);
    await expectGoodScreen(page, 'settings');
    await settings.getByRole('link', { name: /^Passkeys/ }).click();
    await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeInViewport();
  },
);
