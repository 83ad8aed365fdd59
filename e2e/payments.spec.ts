import type { Page } from '@playwright/test';
import { createCustomer, signIn } from './support/people.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Payment' });

async function openSignedIn(page: Page): Promise<void> {
  await signIn(page, await createCustomer());
  await page.goto('/payments');
  await expect(page.getByRole('button', { name: 'Log In' })).toHaveCount(0);
}

test(
  'The payments page is accessible and fits every width, with errors and without',
  PICTURED,
  async ({ page }) => {
    await openSignedIn(page);
    await expectGoodScreen(page, 'payments');
    await sendButton(page).click();
    await expect(toastOf(page)).toContainText('Invalid amount');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Business' }).click();
    await expectAccessible(page);
  },
);
