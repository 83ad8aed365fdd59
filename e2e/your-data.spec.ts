import { readFile } from 'node:fs/promises';
import { environment } from './support/environment.ts';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import {
  expect,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
  watchForErrors,
} from './support/test.ts';

async function requestsOf({ client }: Person): Promise<number> {
  const { data, error } = await client.from('account_deletion_requests').select('user_id');
  if (error) throw error;
  return data.length;
}

test('A user downloads all stored data about them as a file', async ({ page }) => {
  const person = await createCustomer({ fullName: 'Ada Lovelace' });
  await signIn(page, person);
  await page.goto('/personal');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^beaconpay-data-\d{4}-\d{2}-\d{2}\.json$/);
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    account: { email: string };
    profile: { full_name: string };
  };
  expect(data.account.email).toBe(person.email);
  expect(data.profile.full_name).toBe('Ada Lovelace');
});

test(
  'A user requests the deletion by typing a word, administrators see it, and the user cancels it',
  PICTURED,
  async ({ page, browser }) => {
    const person = await createCustomer({ fullName: 'Mary Somerville' });
    await signIn(page, person);
    await page.goto('/personal');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete my account' });
    await expect(dialog.getByLabel(/Type/)).toBeVisible();
    await expectGoodScreen(page, 'delete-account', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Request deletion' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Type “delete” to continue.');
    expect(await requestsOf(person)).toBe(0);
    await dialog.getByLabel(/Type/).fill('delete');
    await dialog.getByRole('button', { name: 'Request deletion' }).click();
    await expect(toastOf(page)).toContainText('Deletion requested');
    await expect(page.getByText('You asked us to delete your account.')).toBeVisible();
    expect(await requestsOf(person)).toBe(1);
    await expectGoodScreen(page, 'your-data', '[role=tabpanel]');

    const context = await browser.newContext({ baseURL: environment.url });
    const adminPage = await context.newPage();
    const problems: string[] = [];
    watchForErrors(adminPage, problems);
    await signIn(adminPage, await signInAdministrator());
    await adminPage.goto('/admin/panel');
    const list = adminPage.getByRole('list', { name: 'Deletion requests' });
    await expect(list).toContainText(person.email);
    await context.close();
    expect(problems).toEqual([]);

    await page.getByRole('button', { name: 'Keep my account' }).click();
    await expect(toastOf(page)).toContainText('Deletion request cancelled');
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
    expect(await requestsOf(person)).toBe(0);
  },
);
