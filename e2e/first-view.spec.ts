import { holdScripts, nthLoad } from './support/page-loads.ts';
import { createCustomer, signIn } from './support/people.ts';
import { accountMenu, logIn } from './support/signing-in.ts';
import { expect, PHONE, test } from './support/test.ts';

test('A public page shows its content before any script of the application has run', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/cards', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log In' })).toBeVisible();
  release();
});

test.describe('While a page is still being read', () => {
  test.use({ javaScriptEnabled: false });

  test('A footer of which only the beginning is there is not shown, so that it never moves', async ({
    page,
  }) => {
    let isWhole = false;
    await page.route('**/settings', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const firstColumn = html.indexOf('<nav', html.indexOf('data-slot="footer"'));
      await route.fulfill({ response, body: isWhole ? html : html.slice(0, firstColumn) });
    });
    const footer = page.locator('footer');
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(footer).toContainText('Pay and get paid');
    await expect(footer).toBeHidden();
    isWhole = true;
    await page.goto('/settings');
    await expect(footer).toBeVisible();
  });
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
  // Only the running application switches the theme.
  await page.getByRole('button', { name: 'Dark mode' }).dispatchEvent('click');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(closing).toBeInViewport();
});

test('Someone with a stored session never sees the signed-out page', async ({ page }) => {
  await signIn(page, await createCustomer());
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('footer')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeHidden();
  release();
  await expect(accountMenu(page)).toBeVisible();
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

test('A press is answered exactly once, before the application runs and while it takes over', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.setViewportSize(PHONE);
  await page.goto('/', { waitUntil: 'commit' });
  const menu = page.getByRole('navigation', { name: 'Menu', exact: true });
  await page.getByRole('button', { name: 'Open menu' }).click();
  release();
  // Answered twice, the menu would open and close again.
  await expect(menu).toBeVisible();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
});

test('A tab and a choice made before the application runs count once it does', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/cards', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: /Premium/ }).check();
  await page.getByRole('tab', { name: 'Research Card Options' }).click();
  release();
  await expect(page.getByLabel('Search cards')).toBeVisible();
  await page.getByRole('tab', { name: 'Order Virtual Card' }).click();
  await expect(page.getByRole('radio', { name: /Premium/ })).toBeChecked();
});

test("Another project's session on the same origin leaves public pages as they are", async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('sb-another-auth-token', '{"access_token":"not ours"}');
  });
  for (const path of ['/', '/cards']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log In' })).toBeVisible();
  }
});

test('A page that waits for scripts which never come says so instead of staying empty', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await signIn(page, await createCustomer());
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('BeaconPay could not be loaded completely');
  await page.unroute('**/assets/*.js');
  await page.getByRole('alert').getByRole('link', { name: 'try again' }).click();
  await expect(accountMenu(page)).toBeVisible();
});

test('A page works where storage is forbidden', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  const customer = await createCustomer();
  await page.goto('/about');
  await page.getByRole('button', { name: 'Dark mode' }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await logIn(page, customer);
  await expect(accountMenu(page)).toBeVisible();
});

test('A page whose part does not load says so and offers a way back', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'dynamically imported module', 'preload');
  await page.route('**/assets/cards-*.js', (route) => route.abort());
  const loadedAgain = nthLoad(page, 2);
  await page.goto('/cards');
  await loadedAgain;
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
});
