/** @covers security.sessions.18 */
import type { Page } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { environment } from './support/environment.ts';
import { createApp, newPhoneNumber, readTextedCode } from './support/factors.ts';
import { createConfirmedCustomer, signIn, type LogIn } from './support/people.ts';
import { accountMenu, logIn, logOut } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test, toastOf } from './support/test.ts';

const home = environment.mail.url;

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const secondStep = (page: Page) => dialog(page, 'Two-step verification');
const setUp = (page: Page) => dialog(page, 'Set up two-step verification');
const ways = (page: Page) => page.getByRole('list', { name: 'Verification methods' });

async function openTab(page: Page): Promise<void> {
  await page.goto(`${home}/personal?tab=password`);
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
}

/** A log-in leads to the dashboard. Opening another page before that would abort one of the two navigations. */
async function expectDashboard(page: Page): Promise<void> {
  await expect(secondStep(page)).toBeHidden();
  await expect(page).toHaveURL(/\/personal/);
}

async function arrive(page: Page): Promise<LogIn> {
  const person = await createConfirmedCustomer();
  await signIn(page, person, environment.mail);
  await openTab(page);
  return person;
}

async function chooseWay(page: Page, kind: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click();
  await setUp(page).getByRole('radio', { name: kind }).check();
}

async function keepCodes(page: Page): Promise<void> {
  const kept = dialog(page, 'Save your recovery codes');
  await expect(
    kept.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10);
  await kept.getByRole('button', { name: "I've saved them" }).click();
  await expect(kept).toHaveCount(0);
}

async function addKey(page: Page, name: string): Promise<void> {
  await chooseWay(page, /Security key/);
  await setUp(page).getByLabel('Name').fill(name);
  await setUp(page).getByRole('button', { name: 'Use security key' }).click();
  await keepCodes(page);
  await expect(ways(page)).toContainText(name);
}

async function remove(page: Page, name: string): Promise<void> {
  await ways(page)
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
}

/** @covers 7.18 */
test(
  'A security key is set up, required at the next login, and removed',
  PICTURED,
  async ({ page }) => {
    await addAuthenticator(page, 'usb');
    const person = await arrive(page);
    const name = 'Blue key with a name that is long enough for two lines';
    await addKey(page, name);
    await expect(ways(page)).toContainText(/Security key · added/);
    await expectGoodScreen(page, 'ways-list', '[role=tabpanel]');
    await logOut(page);

    await logIn(page, person);
    await expect(secondStep(page)).toContainText(`“${name}”`);
    await expectGoodScreen(page, 'ways-key-question', '[role=dialog]');
    await secondStep(page).getByRole('button', { name: 'Use security key' }).click();
    await expectDashboard(page);
    await openTab(page);
    await ways(page)
      .getByRole('button', { name: `Remove ${name}` })
      .click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectGoodScreen(page, 'ways-remove', '[role=alertdialog]');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(toastOf(page)).toContainText('Two-step verification is off');
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
    await logOut(page);
    await logIn(page, person);
    await expect(accountMenu(page)).toBeVisible();
  },
);

/** @covers 7.18 */
test(
  'A phone is set up with a texted code, required at the next login, and removed',
  PICTURED,
  async ({ page, expectedConsoleErrors }) => {
    // The test enters a wrong code.
    expectedConsoleErrors.push('status of 422');
    const person = await arrive(page);
    const phone = newPhoneNumber();
    await chooseWay(page, /Phone/);
    await expectGoodScreen(page, 'ways-phone', '[role=dialog]');
    await setUp(page).getByLabel('Phone number').fill('020 7946 0000');
    await setUp(page).getByRole('button', { name: 'Send code' }).click();
    await expect(setUp(page)).toContainText('Enter the number with its country code');
    await setUp(page)
      .getByLabel('Phone number')
      .fill(`${phone.slice(0, 5)} ${phone.slice(5)}`);
    await setUp(page).getByRole('button', { name: 'Send code' }).click();
    const first = await readTextedCode(phone, 1);
    await expect(setUp(page)).toContainText(phone);
    await expectGoodScreen(page, 'ways-phone-code', '[role=dialog]');
    await setUp(page)
      .getByLabel('6-digit code')
      .fill(first === '000000' ? '111111' : '000000');
    await setUp(page).getByRole('button', { name: 'Turn on' }).click();
    await expect(setUp(page)).toContainText("That code isn't right.");
    await setUp(page).getByLabel('6-digit code').fill(first);
    await setUp(page).getByRole('button', { name: 'Turn on' }).click();
    await keepCodes(page);
    await expect(ways(page)).toContainText(`Ends in ${phone.slice(-4)}`);
    await logOut(page);

    await logIn(page, person);
    await secondStep(page).getByRole('button', { name: 'Send code' }).click();
    await secondStep(page)
      .getByLabel('6-digit code')
      .fill(await readTextedCode(phone, 2));
    await secondStep(page).getByRole('button', { name: 'Continue' }).click();
    await expectDashboard(page);
    await openTab(page);
    await remove(page, 'Phone');
    await expect(toastOf(page)).toContainText('Two-step verification is off');
  },
);

/** @covers 7.18 */
test('A user with several factors chooses one, and removing the used factor requires another one', async ({
  page,
}) => {
  await addAuthenticator(page, 'usb');
  const person = await arrive(page);
  await addKey(page, 'Blue key');
  await page.getByRole('button', { name: 'Add another method' }).click();
  const adding = dialog(page, 'Add a verification method');
  await adding.getByRole('button', { name: 'Continue' }).click();
  const app = createApp(await adding.getByRole('code').innerText());
  await adding.getByLabel('6-digit code').fill(app.nextCode());
  await adding.getByRole('button', { name: 'Turn on' }).click();
  await expect(toastOf(page)).toContainText('Verification method added');
  await expect(adding).toHaveCount(0);
  await expect(ways(page).getByRole('listitem')).toHaveCount(2);
  await logOut(page);

  await logIn(page, person);
  await secondStep(page).getByRole('button', { name: 'Use the code from your app' }).click();
  await expect(secondStep(page).getByLabel('6-digit code')).toBeVisible();
  await secondStep(page).getByRole('button', { name: 'Use your key “Blue key”' }).click();
  await secondStep(page).getByRole('button', { name: 'Use security key' }).click();
  await expectDashboard(page);
  await openTab(page);
  await remove(page, 'Blue key');
  await expect(secondStep(page).getByLabel('6-digit code')).toBeVisible();
  await secondStep(page).getByLabel('6-digit code').fill(app.nextCode());
  await secondStep(page).getByRole('button', { name: 'Continue' }).click();
  await expect(ways(page).getByRole('listitem')).toHaveCount(1);
  await expect(ways(page)).toContainText('Authenticator app');
});
