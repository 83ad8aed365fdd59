import type { Page } from '@playwright/test';
import { openSignedIn } from './support/signing-in.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Payment' });

test(
  'The payments page is accessible and fits every width, with errors and without',
  PICTURED,
  async ({ page }) => {
    await openSignedIn(page, '/payments');
    await expectGoodScreen(page, 'payments');
    await sendButton(page).click();
    await expect(toastOf(page)).toContainText('Invalid amount');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Business' }).click();
    await expectAccessible(page);
  },
);
