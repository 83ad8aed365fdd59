import { holdScripts, nthLoad } from './support/page-loads.ts';
import { environment } from './support/environment.ts';
import { createCustomer, signIn } from './support/people.ts';
import { accountMenu, logIn } from './support/signing-in.ts';
import { expect, expectAccessible, keepScreenshot, PHONE, PICTURED, test } from './support/test.ts';

test('A public page shows its content before any script of the application has run', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/cards', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log In' })).toBeVisible();
  release();
});

test.describe('While the HTML of a page is still loading', () => {
  test.use({ javaScriptEnabled: false });

  test('An incomplete footer is not shown, so that it never moves', async ({ page }) => {
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

test('A button pressed before hydration acts after hydration', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Open your account' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Sign Up' })).toBeVisible();
});

test('A language that is chosen before hydration is used at the next visit of the home page', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/settings', { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('link', { name: 'Deutsch' }).click();
  release();
  await expect(page).toHaveURL(/\/de\/settings$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/de$/);
});

test('Text that is typed before hydration is kept', async ({ page }) => {
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

test('A page scrolled before hydration keeps its position', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const closing = page.getByRole('heading', { name: 'Your money, wherever you need it' });
  await closing.scrollIntoViewIfNeeded();
  release();
  // Only the running application switches the theme.
  await page.getByRole('button', { name: 'Dark mode' }).dispatchEvent('click');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(closing).toBeInViewport();
});

test('A user with a stored session never sees the signed-out page', async ({ page }) => {
  await signIn(page, await createCustomer());
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('footer')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeHidden();
  release();
  await expect(accountMenu(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeHidden();
});

const DASHBOARDS = [
  ['/personal', 'Welcome', 'personal'],
  ['/business', 'Business Dashboard', 'business'],
  ['/admin/panel', 'Admin Panel', 'admin'],
] as const;

for (const [path, title, accountType] of DASHBOARDS) {
  test(
    `Before any script has run, ${path} shows brand, title and skeletons to a browser with a session`,
    PICTURED,
    async ({ page }) => {
      await signIn(
        page,
        accountType === 'admin' ? environment.administrator : await createCustomer({ accountType }),
      );
      const release = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      // Nothing is painted before the style sheet has loaded, and the heading for visitors is not hidden yet.
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('link', { name: 'BeaconPay' }).first()).toBeVisible();
      await expect(page.locator('main[aria-busy=true] [data-slot=skeleton]').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
      await expectAccessible(page);
      await keepScreenshot(page, `start-of-${accountType}`);
      release();
      await expect(accountMenu(page)).toBeVisible();
      await expect(page.locator('[data-slot=dashboard-start]')).toHaveCount(0);
    },
  );
}

test('Before any script has run, a visitor of a dashboard sees the log-in and no skeleton', async ({
  page,
}) => {
  const release = await holdScripts(page);
  for (const [path, title] of [
    ['/personal', 'Access Your Dashboard'],
    ['/business', 'Please log in to view your business dashboard.'],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.locator('[data-slot=dashboard-start]')).toBeHidden();
  }
  await page.goto('/admin/panel', { waitUntil: 'commit' });
  await expect(page.locator('[data-slot=dashboard-start]')).toBeHidden();
  release();
  await expect(page).toHaveURL(/\/$/);
});

test('The dashboard replaces its skeleton on a phone without a layout shift', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, await createCustomer());
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const release = await holdScripts(page);
  await page.goto('/personal', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

test('The first paint has the stored theme, without a script of the application', async ({
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

test('A click has exactly one effect before and during hydration', async ({ page }) => {
  const release = await holdScripts(page);
  await page.setViewportSize(PHONE);
  await page.goto('/', { waitUntil: 'commit' });
  const menu = page.getByRole('navigation', { name: 'Menu', exact: true });
  await page.getByRole('button', { name: 'Open menu' }).click();
  release();
  // A second click event would close the menu again.
  await expect(menu).toBeVisible();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
});

test('A tab and a choice selected before hydration are kept', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/cards', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: /Premium/ }).check();
  await page.getByRole('tab', { name: 'Research Card Options' }).click();
  release();
  await expect(page.getByLabel('Search cards')).toBeVisible();
  await page.getByRole('tab', { name: 'Order Virtual Card' }).click();
  await expect(page.getByRole('radio', { name: /Premium/ })).toBeChecked();
});

test('The session of another project on the same origin does not change public pages', async ({
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

test('A page whose scripts never load shows a message instead of staying empty', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await signIn(page, await createCustomer());
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText("BeaconPay didn't load completely");
  await page.unroute('**/assets/*.js');
  await page.getByRole('alert').getByRole('link', { name: 'try again' }).click();
  await expect(accountMenu(page)).toBeVisible();
});

test('A page works when storage is blocked', async ({ page }) => {
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

test('A page whose chunk does not load shows an error and a link to the home page', async ({
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
