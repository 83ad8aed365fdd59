import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { downloadBy } from './support/downloads.ts';
import { environment } from './support/environment.ts';
import {
  createCustomer,
  createTestClient,
  signIn,
  signInAdministrator,
  type LogIn,
  type Person,
} from './support/people.ts';
import { watchSockets } from './support/realtime.ts';
import { decide, readProfile, submitOrder, submitRecharge } from './support/records.ts';
import { logIn } from './support/signing-in.ts';
import {
  expect,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
  watchForErrors,
} from './support/test.ts';

const createNamedCustomer = () =>
  createCustomer({ fullName: `Katherine Johnson ${randomUUID().slice(0, 6)}` });

/** The page of a customer, opened by an administrator. Resolves when changes arrive live. */
async function openCustomer(page: Page, administrator: LogIn, customer: Person): Promise<void> {
  const sockets = await watchSockets(page);
  await signIn(page, administrator);
  await page.goto(`/admin/users/${customer.userId}`);
  await expect(page.getByRole('heading', { level: 1, name: customer.fullName })).toBeVisible();
  await sockets.untilSubscribed(1);
}

/** Opens the customer's page in a separate browser context. */
async function openElsewhere(browser: Browser, administrator: LogIn, customer: Person) {
  const page = await (await browser.newContext()).newPage();
  const problems: string[] = [];
  watchForErrors(page, problems);
  await openCustomer(page, administrator, customer);
  return { page, problems };
}

/** Opens the dialog of an action, and confirms it there. */
async function act(page: Page, name: string, reason?: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name, exact: true }).click();
}

async function manage({ client }: Person, body: object): Promise<string> {
  const result: { data: { result?: { request_id?: string } } | null; error: Error | null } =
    await client.functions.invoke('manage-account', { body });
  if (result.error !== null) throw result.error;
  return result.data?.result?.request_id ?? '';
}

/** Two administrators change the rights of a user over the API. */
async function changeRights(action: 'make' | 'unmake', { userId }: Person): Promise<void> {
  const [first, second] = await Promise.all([
    signInAdministrator(),
    signInAdministrator(environment.secondAdministrator),
  ]);
  const request = await manage(first, { action: `${action}_administrator`, user_id: userId });
  await manage(second, { action: 'confirm_request', request_id: request });
}

test(
  'An administrator finds a customer, signs them out, and locks and unlocks the account',
  PICTURED,
  async ({ page, browser }) => {
    const customer = await createNamedCustomer();
    const orderId = await submitOrder(customer);
    await submitRecharge(customer);
    await decide(await signInAdministrator(), 'orders', orderId, {
      status: 'manual_payment_approved',
    });

    await signIn(page, environment.administrator);
    await page.goto(`/admin/panel?search=${encodeURIComponent(customer.email)}`);
    await page.getByRole('link', { name: customer.fullName }).click();
    await expect(page.getByRole('heading', { level: 1, name: customer.fullName })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Logged-in devices' })).toBeVisible();
    await page.getByLabel('Note', { exact: true }).fill('Called about the card. Prefers mornings.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('list', { name: 'Internal notes' })).toContainText(
      environment.administrator.email,
    );
    await expectGoodScreen(page, 'customer');

    await act(page, 'Sign out everywhere');
    await expect(toastOf(page)).toContainText('Signed out everywhere');
    await expect(page.getByText('Not logged in on any device.')).toBeVisible();
    expect((await customer.client.auth.getUser()).error).not.toBeNull();

    await page.getByRole('button', { name: 'Lock account' }).click();
    await expectGoodScreen(page, 'customer-lock-dialog', '[role=dialog]');
    await page.getByRole('dialog').getByLabel('Reason').fill('Stolen card');
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText('Account locked');
    await expect(page.getByRole('list', { name: 'Changes of the account' })).toContainText(
      'Stolen card',
    );
    await expectGoodScreen(page, 'customer-locked');

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto('/cards');
    await logIn(visitor, customer);
    await expect(toastOf(visitor)).toContainText('Login Failed');

    await act(page, 'Unlock account');
    await expect(toastOf(page)).toContainText('Account unlocked');
    const { error } = await createTestClient().auth.signInWithPassword(customer);
    expect(error).toBeNull();
    await visitor.context().close();

    // The page of the record links back to the customer.
    await page.getByRole('link', { name: orderId.slice(0, 8) }).click();
    await page.getByRole('link', { name: customer.fullName }).click();
    await expect(page.getByRole('heading', { level: 1, name: customer.fullName })).toBeVisible();
  },
);

test('The export contains the data of the customer, and the page lists the export', async ({
  page,
}) => {
  const customer = await createNamedCustomer();
  await openCustomer(page, environment.administrator, customer);
  const { name, bytes } = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Export all data' }).click(),
  );
  expect(name).toContain(customer.userId.slice(0, 8));
  expect(JSON.parse(bytes.toString())).toMatchObject({ account: { email: customer.email } });
  await expect(page.getByRole('list', { name: 'Changes of the account' })).toContainText(
    'Data exported',
  );
});

test(
  'Two administrators promote a customer, who loses the right with an open page',
  PICTURED,
  async ({ page, browser }) => {
    const [customer, candidate] = [await createNamedCustomer(), await createNamedCustomer()];
    await openCustomer(page, environment.administrator, candidate);
    await act(page, 'Make administrator', 'On the rota from December');
    await expect(toastOf(page)).toContainText('Another administrator must confirm it.');
    await expect(page.getByText('You asked to make this user an administrator')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm request' })).toHaveCount(0);

    const second = await openElsewhere(browser, environment.secondAdministrator, candidate);
    await expect(second.page.getByText('On the rota from December').first()).toBeVisible();
    await expectGoodScreen(second.page, 'customer-request');
    await act(second.page, 'Confirm request');
    await expect(toastOf(second.page)).toContainText('Request confirmed');
    await second.page.context().close();
    expect(second.problems).toEqual([]);
    // The first administrator sees the change without a reload.
    await expect(page.getByRole('button', { name: 'Remove administrator rights' })).toBeVisible();
    expect((await readProfile(candidate)).account_type).toBe('admin');

    const candidatesPage = await (await browser.newContext()).newPage();
    await openCustomer(candidatesPage, candidate, customer);
    await changeRights('unmake', candidate);
    await expect(
      candidatesPage.getByRole('heading', { level: 1, name: 'You can no longer see this page' }),
    ).toBeVisible();
    await expect(candidatesPage.getByText(customer.email)).toHaveCount(0);
    await expectGoodScreen(candidatesPage, 'customer-access-lost');
    await candidatesPage.context().close();
  },
);

test(
  'A customer who is deleted while another administrator has the page open is shown as deleted',
  PICTURED,
  async ({ page, browser }) => {
    const customer = await createNamedCustomer();
    await submitOrder(customer);
    await customer.client
      .from('account_deletion_requests')
      .insert({ user_id: customer.userId })
      .throwOnError();
    const other = await openElsewhere(browser, environment.secondAdministrator, customer);
    await signIn(page, environment.administrator);
    await page.goto('/admin/panel');
    await page.getByRole('link', { name: customer.fullName }).first().click();
    await expect(page.getByText(/The customer asked for the deletion/)).toBeVisible();
    await act(page, 'Delete account');
    await expect(toastOf(page)).toContainText('Account deleted');
    for (const open of [page, other.page]) {
      await expect(open.getByRole('heading', { level: 1, name: 'Deleted customer' })).toBeVisible();
      await expect(open.getByRole('button', { name: 'Lock account' })).toHaveCount(0);
      await expect(open.getByText(customer.email)).toHaveCount(0);
    }
    await expectGoodScreen(page, 'customer-deleted');
    await other.page.context().close();
    expect(other.problems).toEqual([]);
  },
);
