import type { Page } from '@playwright/test';
import { nthLoad } from './support/page-loads.ts';
import { createCustomer, signIn, type Person } from './support/people.ts';
import { rowsOf } from './support/records.ts';
import { accountMenu, logIn } from './support/signing-in.ts';
import { stopClock } from './support/simulation.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Order' });
const reference = (page: Page) => page.getByLabel('Transaction reference');
const offlineBar = (page: Page) =>
  page.getByRole('status').filter({ hasText: "BeaconPay can't be reached" });

async function openFilledOrder(page: Page): Promise<Person> {
  const customer = await createCustomer();
  await signIn(page, customer);
  await page.goto('/cards');
  await fillOrder(page);
  return customer;
}

async function fillOrder(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Premium/ }).check();
  await page.getByLabel('Card name').fill('Travel');
  await page.getByRole('radio', { name: 'Bank Transfer' }).check();
  await reference(page).fill('WIRE-2026-0042');
}

async function expectOrderAsFilled(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { name: /Premium/ })).toBeChecked();
  await expect(page.getByLabel('Card name')).toHaveValue('Travel');
  await expect(reference(page)).toHaveValue('WIRE-2026-0042');
}

test('A chunk that is missing after a deployment reloads the page once, and the form keeps its values', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'dynamically imported module', 'Error:');
  await page.goto('/cards');
  await fillOrder(page);
  await page.route('**/assets/auth-dialogs-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await expect(toastOf(page)).toContainText('We reloaded this page');
  await expectOrderAsFilled(page);

  // Still offline: the page stays, shows a notice and keeps the form.
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toContainText("This window didn't load.");
  await expectOrderAsFilled(page);
  await page.unroute('**/assets/auth-dialogs-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(toastOf(page)).toContainText('We reloaded this page');
  await expectOrderAsFilled(page);
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
});

test('A reload keeps no card number, security code or password', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'dynamically imported module', 'Error:');
  await page.goto('/cards');
  await page.getByLabel('Card name').fill('Travel');
  await page.getByRole('radio', { name: 'Card Payment' }).check();
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('CVV').fill('7391');
  await page.evaluate(() => {
    addEventListener('pagehide', () => {
      // The router stores scroll positions under random keys.
      const entries = Object.entries(sessionStorage);
      const kept = JSON.stringify(entries.filter(([key]) => !key.includes('scroll-positions')));
      sessionStorage.setItem('kept-at-reload', kept);
    });
  });
  await page.route('**/assets/auth-dialogs-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await expect(toastOf(page)).toContainText('We reloaded this page');
  await expect(page.getByLabel('Name on card')).toHaveValue('Ada Lovelace');
  await expect(page.getByLabel('Card number')).toHaveValue('');
  const kept = await page.evaluate(() => sessionStorage.getItem('kept-at-reload') ?? '');
  expect(kept).toContain('Ada Lovelace');
  expect(kept).not.toMatch(/4242|7391/);
});

test('A page whose chunk is missing after a deployment reloads at its own URL', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'dynamically imported module', 'Error');
  await page.goto('/');
  await page.getByRole('button', { name: 'Dark mode' }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  let isGone = true;
  // Playwright's option `times` can leave a request without a response when the route ends.
  await page.route('**/assets/payments-*.js', (route) => {
    if (!isGone) return route.continue();
    isGone = false;
    return route.fulfill({ status: 404 });
  });
  await page.getByRole('banner').getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(page).toHaveURL(/\/payments$/);
});

test('A page that throws keeps bar and footer, takes the focus, and makes no promise', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'dynamically imported module', 'Error');
  await page.route('**/assets/payments-*.js', (route) => route.abort());
  const loadedAgain = nthLoad(page, 2);
  await page.goto('/payments');
  await loadedAgain;
  const heading = page.getByRole('heading', { name: 'Unexpected Application Error!' });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Unexpected Application Error! | BeaconPay');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    'check your dashboard before submitting it again',
  );
  await expect(page.getByRole('main')).not.toContainText(/no payment was made|Failed to fetch/i);
});

test('A toast whose chunk does not load is shown in a simple form', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'dynamically imported module', 'Error');
  await page.route('**/assets/toaster-*.js', (route) => route.abort());
  await page.goto('/payments');
  await expect(async () => {
    await page.getByRole('button', { name: 'Send Payment' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /logged in/i })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
});

test('A submission without a network sends nothing, loses nothing, and works later', async ({
  page,
  context,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'Error', 'TypeError');
  const customer = await openFilledOrder(page);
  // The rules of the form are loaded once it reports an error.
  await reference(page).fill('');
  await submitButton(page).click();
  await expect(reference(page)).toHaveAttribute('aria-invalid', 'true');
  await reference(page).fill('WIRE-2026-0042');
  await context.setOffline(true);
  await expect(offlineBar(page)).toBeVisible();
  await submitButton(page).click();
  await expect(page.getByText('Order Submission Failed').first()).toBeVisible();
  await expect(page.getByText("We couldn't reach BeaconPay.").first()).toBeVisible();
  await expectOrderAsFilled(page);
  expect(await rowsOf(customer, 'orders')).toEqual([]);

  await context.setOffline(false);
  await expect(offlineBar(page)).toHaveCount(0);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/payment-success/);
  expect(await rowsOf(customer, 'orders')).toHaveLength(1);
});

test('A network failure during a submission creates no second record, also with a missing chunk', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'dynamically imported', 'Error');
  const customer = await openFilledOrder(page);
  await page.route('**/rest/v1/orders*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  // The chunk of the toast is missing, too. A reload now would lose the key that makes a retry safe.
  await page.route('**/assets/toaster-*.js', (route) => route.fulfill({ status: 404 }));
  await submitButton(page).click();
  await expect(page.getByText("We couldn't reach BeaconPay.").first()).toBeVisible();
  await expectOrderAsFilled(page);
  await page.unroute('**/rest/v1/orders*');
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/payment-success/);
  expect(await rowsOf(customer, 'orders')).toHaveLength(1);
});

test('Without a network after a submission, the success page opens', async ({
  page,
  context,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'Error');
  const customer = await openFilledOrder(page);
  await page.waitForLoadState('networkidle');
  await page.route('**/rest/v1/transactions*', async (route) => {
    const response = await route.fetch();
    await context.setOffline(true);
    await route.fulfill({ response });
  });
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  await expect(offlineBar(page)).toBeVisible();
  await context.setOffline(false);
  expect(await rowsOf(customer, 'orders')).toHaveLength(1);
});

test('A server that never responds leads to a timeout with a clear message', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'Error', 'UnreachableError');
  // The fake clock does not control the browser's AbortSignal.timeout().
  await page.addInitScript(() => {
    AbortSignal.timeout = (timeoutMs) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), timeoutMs);
      return controller.signal;
    };
  });
  await page.clock.install();
  await openFilledOrder(page);
  // All requests: any response would show that the server can be reached.
  let asked = 0;
  await page.route('**/rest/v1/**', () => {
    asked += 1;
    return new Promise(() => undefined);
  });
  // On a slow machine, real time would use up the timeout.
  await stopClock(page);
  await submitButton(page).click();
  await expect(async () => {
    await page.clock.runFor(10);
    expect(asked).toBeGreaterThan(0);
  }).toPass();
  await expect(page.getByRole('button', { name: 'Processing…' })).toBeVisible();
  await page.clock.fastForward('00:14');
  await expect(page.getByRole('button', { name: 'Processing…' })).toBeVisible();
  await page.clock.fastForward('00:02');
  await page.clock.resume();
  await expect(toastOf(page)).toContainText("We couldn't reach BeaconPay.");
  await expect(offlineBar(page)).toBeVisible();
  await expectOrderAsFilled(page);
});

test('The offline bar is announced politely, has a retry button, and disappears when the network is back', async ({
  page,
  context,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'Error');
  await signIn(page, await createCustomer());
  await page.goto('/personal');
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();
  await context.setOffline(true);
  await expect(offlineBar(page)).toBeVisible();
  await offlineBar(page).getByRole('button', { name: 'Try again' }).click();
  await expect(offlineBar(page)).toBeVisible();
  await context.setOffline(false);
  await expect(offlineBar(page)).toHaveCount(0);
});

test('A list that fails to load shows an error, and loads on retry', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource', 'Error');
  await signIn(page, await createCustomer());
  const lists = '**/rest/v1/{transactions,orders,deliveries}?*';
  await page.route(lists, (route) => route.abort());
  await page.goto('/personal');
  await page.getByRole('tab', { name: 'Transaction History' }).click();
  await expect(page.getByRole('tabpanel')).toContainText("We couldn't load your transactions.");
  await page.unroute(lists);
  await offlineBar(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('No transactions');
  await expect(offlineBar(page)).toHaveCount(0);
});

test('A full browser storage neither ends the session nor loses input', async ({ page }) => {
  const customer = await createCustomer();
  await page.goto('/cards');
  await fillOrder(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await logIn(page, customer);
  await expect(accountMenu(page)).toBeVisible();
  await expectOrderAsFilled(page);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/payment-success/);
  expect(await rowsOf(customer, 'orders')).toHaveLength(1);
});

for (const hours of [-2, 2]) {
  test(`A clock that is ${hours} hours off keeps the session and orders once`, async ({ page }) => {
    const customer = await createCustomer();
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await signIn(page, customer);
    await page.goto('/cards');
    await expect(accountMenu(page)).toBeVisible();
    await fillOrder(page);
    await submitButton(page).click();
    await expect(page).toHaveURL(/\/payment-success/);
    expect(await rowsOf(customer, 'orders')).toHaveLength(1);
  });
}

test('Error notices are accessible', PICTURED, async ({ page, context, expectedConsoleErrors }) => {
  expectedConsoleErrors.push('Failed to load resource', 'dynamically imported', 'Error');
  await page.route('**/assets/payments-*.js', (route) => route.abort());
  await page.route('**/assets/auth-dialogs-*.js', (route) => route.abort());
  const loadedAgain = nthLoad(page, 2);
  await page.goto('/payments');
  await loadedAgain;
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toContainText("This window didn't load.");
  await expect(offlineBar(page)).toBeVisible();
  await expectGoodScreen(page, 'failures');
  // The two bars don't overlap.
  await offlineBar(page).getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expectGoodScreen(page, 'offline');
});
