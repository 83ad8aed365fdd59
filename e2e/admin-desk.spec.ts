import type { Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { submitOrder, submitRecharge } from './support/records.ts';
import { expect, test, toastOf } from './support/test.ts';

async function submitLogIn(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Admin email').fill(environment.administrator.email);
  await main.getByRole('textbox', { name: 'Password' }).fill(environment.administrator.password);
  await main.getByRole('button', { name: 'Log In' }).click();
}

test('The admin sign-in waits 500 ms before it reads the account type', async ({ page }) => {
  await page.addInitScript(() => {
    const moments: Record<string, number | undefined> = {};
    Object.assign(window, { moments });
    const originalFetch = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (url.includes('select=account_type')) moments.read ??= performance.now();
      const response = await originalFetch(input, init);
      if (url.includes('grant_type=password')) moments.signedIn ??= performance.now();
      return response;
    };
  });
  await page.goto('/admin/login');
  await submitLogIn(page);
  await expect(page).toHaveURL(/\/admin\/panel$/);
  const waitedMs = await page.evaluate(() => {
    const { moments } = window as unknown as { moments: { signedIn: number; read: number } };
    return moments.read - moments.signedIn;
  });
  // Timers may fire a little early by the clock that measures them.
  expect(waitedMs).toBeGreaterThanOrEqual(499);
});

test('A failed admin sign-in without words of the server says that an unexpected error occurred', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  await page.goto('/admin/login');
  await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 500, body: 'down' }));
  await submitLogIn(page);
  await expect(toastOf(page)).toContainText('Login Failed');
  await expect(toastOf(page)).toContainText('An unexpected error occurred.');
});

test('The panel names every column of its user table and of both pending tables', async ({
  page,
}) => {
  const customer = await createCustomer();
  await submitOrder(customer);
  await submitRecharge(customer);
  await signIn(page, await signInAdministrator());
  await page.goto('/admin/panel');
  const columnsOf = (name: string | RegExp) =>
    page.getByRole('table', { name }).getByRole('columnheader');
  await expect(columnsOf('Users')).toHaveText([
    'Full name',
    'Email',
    'Account type',
    'Joined',
    'Last updated',
  ]);
  for (const table of ['Pending card orders', 'Pending mobile recharges']) {
    await expect(columnsOf(table)).toHaveText([
      'ID',
      'User',
      'Email',
      'Amount',
      'Method',
      'Reference',
      'Submitted',
      /Review|Action/,
    ]);
    await expect(
      page
        .getByRole('table', { name: table })
        .getByRole('button', { name: /^Review/ })
        .first(),
    ).toBeVisible();
  }
});
