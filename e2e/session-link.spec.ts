/** @covers security.records.9 */
import type { Page } from '@playwright/test';
import { createCustomer, signIn, type Person } from './support/people.ts';
import { accountMenu } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

/** The URL of a page with a session in its hash, as in the link of an invitation. */
async function linkOf(person: Person, path = '/cards'): Promise<string> {
  const { data } = await person.client.auth.getSession();
  if (data.session === null) throw new Error('This person has no session.');
  const { access_token, refresh_token } = data.session;
  const parts = { access_token, refresh_token, expires_in: '3600', token_type: 'bearer' };
  return `${path}#${new URLSearchParams({ ...parts, type: 'magiclink' }).toString()}`;
}

async function signedInAs(page: Page): Promise<string | undefined> {
  const text = await page.evaluate(() => localStorage.getItem('sb-localhost-auth-token'));
  return text === null ? undefined : (JSON.parse(text) as { user: { email: string } }).user.email;
}

const question = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Switch to another account?' });

/** @covers 4.authentication.6 */
test(
  'A link to another account asks first, and staying keeps the session',
  PICTURED,
  async ({ page }) => {
    const me = await createCustomer();
    const other = await createCustomer();
    await signIn(page, me);
    await page.goto(await linkOf(other));
    await expect(question(page)).toContainText(other.email);
    await expect(page).toHaveURL(/\/cards$/);
    expect(await signedInAs(page)).toBe(me.email);
    await expectGoodScreen(page, 'account-question', '[role=alertdialog]');

    await page.getByRole('button', { name: `Stay logged in as ${me.email}` }).click();
    await expect(question(page)).toHaveCount(0);
    await page.reload();
    await expect(accountMenu(page)).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    expect(await signedInAs(page)).toBe(me.email);
  },
);

/** @covers 4.authentication.6 */
test('Switching to the account of a link leaves no token in the history', async ({ page }) => {
  const me = await createCustomer({ fullName: 'Ada Lovelace' });
  const other = await createCustomer({ fullName: 'Grace Hopper' });
  await signIn(page, me);
  await page.goto('/about');
  await page.goto(await linkOf(other, '/personal'));
  await question(page).getByRole('button', { name: 'Switch account' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Grace Hopper!' })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  expect(await signedInAs(page)).toBe(other.email);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

/** @covers 4.authentication.6 */
test('A link to the same account is used without a question, and a used link changes nothing', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push('Failed to load resource');
  const me = await createCustomer();
  const link = await linkOf(me);
  await signIn(page, me);
  await page.goto(link);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('sb-localhost-auth-token')))
    .toContain(new URLSearchParams(link.split('#')[1]).get('access_token'));
  await expect(question(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/cards$/);

  const other = await createCustomer();
  const usedLink = await linkOf(other);
  await other.client.auth.signOut();
  await page.goto('/robots.txt');
  await page.goto(usedLink);
  await expect(toastOf(page)).toContainText("This link didn't work.");
  await expect(page).toHaveURL(/\/cards$/);
  expect(await signedInAs(page)).toBe(me.email);
});
