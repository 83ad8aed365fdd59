import { expect, expectGoodScreen, PICTURED, test } from './support/test.ts';

/** @covers 2.1, 2.home.1 */
test('The home page starts with a headline about paying and getting paid, and two buttons', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/^BeaconPay/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay and get paid');
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await page.getByRole('link', { name: 'Learn More' }).click();
  await expect(page).toHaveURL(/#features$/);
  await expect(page.getByRole('heading', { name: 'Everything money should do' })).toBeInViewport();
});

/** @covers 9.30 */
test(
  'The home page is accessible in both themes and never scrolls sideways from 320 to 1920 px',
  PICTURED,
  async ({ page }) => {
    await page.goto('/');
    await expectGoodScreen(page, 'home');
  },
);
