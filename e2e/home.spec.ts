import { createCustomer, signIn } from './support/people.ts';
import { expect, expectGoodScreen, PICTURED, test } from './support/test.ts';

test('The home page opens with a headline about paying and getting paid, and two ways on', async ({
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

test('Get Started opens sign-up for a visitor', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign Up' })).toBeVisible();
});

test('Get Started leads someone signed in to their dashboard', async ({ page }) => {
  await signIn(page, await createCustomer({ accountType: 'business' }));
  await page.goto('/');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/business$/);
});

test('The start section has the cards Sign Up for Free and Sign In, which open their dialogs', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign Up for Free' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Sign Up for Free' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign Up' })).toBeVisible();
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
});

test('The All-in-One Financial Hub lists six items', async ({ page }) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Start in a minute' });
  await expect(section.getByRole('heading', { name: 'All-in-One Financial Hub' })).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(6);
});

test('The features section has four items', async ({ page }) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Everything money should do' });
  await expect(section.getByRole('listitem')).toHaveCount(4);
});

test('Corporate reviews and partner logos are shown and marked as illustrative', async ({
  page,
}) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Trusted with the everyday' });
  await expect(section).toContainText('illustrative');
  const partners = section.getByRole('list', { name: 'Partners' }).getByRole('listitem');
  await expect(partners).toHaveCount(6);
  await expect(partners.locator('svg')).toHaveCount(6);
  const reviews = section.getByRole('list', { name: 'Corporate reviews' }).getByRole('listitem');
  await expect(reviews).toHaveCount(3);
  for (const review of await reviews.all()) await expect(review).toContainText('out of 5');
});

test('Three testimonials are marked as samples and rated out of 5', async ({ page }) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: 'In their words' });
  await expect(section).toContainText('Sample testimonials');
  const testimonials = section.getByRole('figure');
  await expect(testimonials).toHaveCount(3);
  for (const testimonial of await testimonials.all()) {
    await expect(testimonial).toContainText(/Rated [1-5] out of 5/);
  }
});

test('The home page closes with a call to action', async ({ page }) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Let your money find its way' });
  await section.getByRole('button', { name: 'Open your account' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign Up' })).toBeVisible();
});

test('The home page claims over 200 countries and regions and 25 currencies, and not to be a bank', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('main')).toContainText('over 200 countries and regions');
  await expect(page.getByRole('main')).toContainText('25 currencies');
  await expect(page.getByRole('contentinfo')).toContainText(
    'BeaconPay is a financial technology company, not a bank. Banking services are provided by our partner banks.',
  );
});

test(
  'The home page is accessible in both themes and never scrolls sideways from 320 to 1920 px',
  PICTURED,
  async ({ page }) => {
    await page.goto('/');
    await expectGoodScreen(page, 'home');
  },
);
