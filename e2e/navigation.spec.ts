import { createCustomer, signIn } from './support/people.ts';
import { accountMenu } from './support/signing-in.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  keepScreenshot,
  PHONE,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

const SERVICES = [
  ['Cards', '/cards'],
  ['Payments', '/payments'],
  ['Wire Transfers', '/wire-transfers'],
  ['Mobile Recharge', '/mobile-recharge'],
  ['Utility Bills', '/utility-bills'],
] as const;

/** @covers 2.navigation.1 */
test('The bar has the brand link and five service links, and highlights the active one', async ({
  page,
}) => {
  await page.goto('/');
  const bar = page.getByRole('banner');
  const services = bar.getByRole('navigation', { name: 'Services' });
  await expect(services.getByRole('link')).toHaveText(SERVICES.map(([name]) => name));
  for (const [name, path] of SERVICES) {
    await services.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(services.locator('[aria-current=page]')).toHaveText([name]);
    await expect(services.getByRole('link', { name })).toHaveClass(/after:bg-primary/);
  }
  await bar.getByRole('link', { name: /BeaconPay/ }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(services.locator('[aria-current=page]')).toHaveCount(0);
});

test('A new page opens at its top, whatever the scroll position of the previous page was', async ({
  page,
}) => {
  await signIn(page, await createCustomer());
  const heightLeft = () => page.evaluate(() => window.scrollY);
  await page.goto('/cards');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 400));
    expect(await heightLeft()).toBeGreaterThan(200);
  }).toPass();
  await page.goto('/wire-transfers');
  await expect(page.getByRole('heading', { level: 1, name: 'Wire Transfers' })).toBeVisible();
  expect(await heightLeft()).toBe(0);
});

/** @covers 2.navigation.2, 4.app-state.5 */
test('The mobile menu is closed at first, opens, and links to every service and to the settings', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu', exact: true });
  await expect(menu).toBeHidden();
  for (const [name, path] of [...SERVICES, ['Settings', '/settings'] as const]) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(menu).toBeHidden();
  }
  await expect(page.getByText(/This is a placeholder page/)).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
});

test('The bar shows the five services from 1,024 px on, and a menu below that width', async ({
  page,
}) => {
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Services' });
  const menuButton = page.getByRole('button', { name: 'Open menu' });
  await signIn(page, await createCustomer({ fullName: 'Ada Lovelace' }));
  for (const isSignedIn of [true, false]) {
    if (!isSignedIn) await page.evaluate(() => localStorage.clear());
    await page.goto('/cards');
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(bar.getByRole('link')).toHaveCount(5);
    for (const link of await bar.getByRole('link').all()) await expect(link).toBeInViewport();
    await expect(menuButton).toBeHidden();
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1023, height: 768 });
    await expect(bar).toBeHidden();
    await expect(menuButton).toBeVisible();
  }
});

test('Escape closes the mobile menu and restores the focus, and tabbing out closes it, too', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/cards');
  const toggle = page.getByRole('button', { name: /^(Open|Close) menu$/ });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await toggle.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Sign Up' }).focus();
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

/** @covers 2.navigation.2, 4.app-state.5, 9.30 */
test('Dark mode is off at first, is switched on and off, and is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const toggle = page.getByRole('button', { name: 'Dark mode' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  await toggle.click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.reload();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
});

/** @covers 2.navigation.4 */
test('The avatar menu shows name and email, and links to dashboard, settings and support', async ({
  page,
}) => {
  const customer = await createCustomer({ fullName: 'Ada Lovelace' });
  await signIn(page, customer);
  await page.goto('/');
  const avatar = accountMenu(page);
  await expect(avatar).toHaveText('AD');
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toHaveCount(0);
  for (const [item, path] of [
    ['My Dashboard', '/personal'],
    ['Settings', '/settings'],
    ['Support', '/support'],
  ] as const) {
    await avatar.click();
    const menu = page.getByRole('menu');
    await expect(menu).toContainText('Ada Lovelace');
    await expect(menu).toContainText(customer.email);
    await menu.getByRole('menuitem', { name: item }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
});

/** @covers 2.navigation.4, 8.authentication.7 */
test('Log out opens the home page, shows a toast, and removes the session', async ({ page }) => {
  await signIn(page, await createCustomer());
  await page.goto('/personal');
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(toastOf(page)).toContainText('Logged Out Successfully');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log In' })).toBeVisible();
  const sessions = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.endsWith('-auth-token')),
  );
  expect(sessions).toEqual([]);
});

test('With reduced transparency the navigation bar is opaque and dialogs blur nothing', async ({
  page,
}) => {
  // All browser tests emulate this setting.
  await page.goto('/about');
  const bar = page.getByRole('banner');
  await expect(bar).toHaveCSS('background-color', /^[^/]*$/);
  await expect(bar).toHaveCSS('backdrop-filter', 'none');
  await bar.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
  await expect(page.locator('[data-slot=dialog-overlay]')).toHaveCSS('backdrop-filter', 'none');
});

test('The keyboard skips to the content, and opens a service from the home page', async ({
  page,
}) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Cards' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cards$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('The open mobile menu and avatar menu are accessible', PICTURED, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, await createCustomer());
  await page.goto('/about');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expectAccessible(page);
  await keepScreenshot(page, 'mobile-menu');
  await page.getByRole('button', { name: 'Close menu' }).click();
  await accountMenu(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
  // The menu is a portal outside of all landmarks, which the rule `region` does not allow.
  await expectAccessible(page, { within: '[role=menu]', without: ['region'] });
});
