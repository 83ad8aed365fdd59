import type { Browser, Page } from '@playwright/test';
import { environment } from './support/environment.ts';
import { createCustomer, signIn, type Person } from './support/people.ts';
import { accountMenu, logIn, logInInDialog } from './support/signing-in.ts';
import {
  expect,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
  watchForErrors,
} from './support/test.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const listOf = (page: Page) => page.getByRole('list', { name: 'Logged-in devices' });
const thisDevice = (page: Page) =>
  listOf(page).getByRole('listitem').filter({ hasText: 'This device' });

/** Logs in with the dialog, so that the session has the name of this browser. */
async function arrive(page: Page, person: Person): Promise<void> {
  await page.goto('/');
  await logIn(page, person);
  await expect(accountMenu(page)).toBeVisible();
}

/** The list loads when it scrolls into view. */
async function openSection(page: Page): Promise<void> {
  await page.goto('/personal?tab=password');
  await page.getByRole('heading', { name: 'Logged-in devices' }).scrollIntoViewIfNeeded();
}

/** The dashboard on the user's phone, and the errors of its console. */
async function openPhone(
  browser: Browser,
  person: Person,
): Promise<{ phone: Page; problems: string[] }> {
  const context = await browser.newContext({ baseURL: environment.url, userAgent: IPHONE });
  const phone = await context.newPage();
  const problems: string[] = [];
  watchForErrors(phone, problems);
  await arrive(phone, person);
  await phone.goto('/personal');
  await expect(phone.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  return { phone, problems };
}

/** A customer whose only other session is the one that created the account. */
async function arriveAlone(page: Page): Promise<Person> {
  const person = await createCustomer();
  await signIn(page, person);
  await person.client.auth.signOut({ scope: 'local' });
  return person;
}

async function expectEndedAtTheNextRequest(phone: Page, problems: string[]): Promise<void> {
  await phone.getByRole('tab', { name: 'Transaction History' }).click();
  await expect(phone.getByText('Your session has ended')).toBeVisible();
  await expect(phone.getByRole('heading', { name: /^Welcome/ })).toBeHidden();
  // Only errors that open the dialog are expected.
  const others = problems.filter(
    (problem) => !/status of 40[13]|Error fetching profile/.test(problem),
  );
  expect(others).toEqual([]);
}

/** @covers 7.16, security.sessions.17 */
test('Sign out other devices ends the session of the other browser at its next request, and not this one', async ({
  page,
  browser,
}) => {
  const person = await arriveAlone(page);
  const { phone, problems } = await openPhone(browser, person);
  await openSection(page);
  await expect(listOf(page).getByRole('listitem')).toHaveCount(2);
  await expect(thisDevice(page)).toHaveCount(1);
  await expect(listOf(page)).toContainText('Safari on iOS');

  await page.getByRole('button', { name: 'Sign out other devices' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out other devices?' });
  await question.getByRole('button', { name: 'Sign out other devices' }).click();
  await expect(toastOf(page)).toContainText('Other devices signed out');
  await expect(listOf(page).getByRole('listitem')).toHaveCount(1);
  await expect(thisDevice(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign out other devices' })).toHaveCount(0);

  await expectEndedAtTheNextRequest(phone, problems);
  await openSection(page);
  await expect(thisDevice(page)).toHaveCount(1);

  // The log-in keeps the page that was open.
  await phone.getByRole('button', { name: 'Log In' }).last().click();
  await logInInDialog(phone, person);
  await expect(phone.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(phone.getByRole('tab', { name: 'Transaction History' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await phone.context().close();
});

/** @covers 7.16 */
test(
  'One of several devices is signed out with its button',
  PICTURED,
  async ({ page, browser }) => {
    const person = await arriveAlone(page);
    const { phone, problems } = await openPhone(browser, person);
    // A third session, which stays.
    await person.client.auth.signInWithPassword(person);
    await openSection(page);
    await expect(listOf(page).getByRole('listitem')).toHaveCount(3);
    await expectGoodScreen(page, 'devices', '[role=tabpanel]');

    await page.getByRole('button', { name: 'Sign out Safari on iOS' }).click();
    const question = page.getByRole('alertdialog', { name: 'Sign out this device?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Sign out Safari on iOS' }).click();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(toastOf(page)).toContainText('Device signed out');
    await expect(listOf(page).getByRole('listitem')).toHaveCount(2);

    await expectEndedAtTheNextRequest(phone, problems);
    expect((await person.client.auth.getUser()).error).toBeNull();
    await phone.context().close();
  },
);

test('A failed load of the devices shows an error, and Try Again loads them', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('status of 503');
  await signIn(page, await createCustomer());
  await page.route('**/rest/v1/rpc/my_sessions*', (route) =>
    route.fulfill({ status: 503, json: { message: 'The database does not answer.' } }),
  );
  await openSection(page);
  await expect(page.getByText("We couldn't load your devices")).toBeVisible();
  await page.unroute('**/rest/v1/rpc/my_sessions*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(thisDevice(page)).toHaveCount(1);
});
