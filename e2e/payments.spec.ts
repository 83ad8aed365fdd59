import type { Page } from '@playwright/test';
import { openSignedIn } from './support/signing-in.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  keepScreenshot,
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

    const amount = page.getByLabel('Amount', { exact: true });
    await amount.fill('1.250,00');
    await expect(page.getByText('We read this as $1,250.00.')).toBeVisible();
    await expectAccessible(page);
    await keepScreenshot(page, 'payments-amount-read');
    await amount.fill('1.250');
    await amount.blur();
    await expect(page.getByText("We can't tell if this is 1,250 or 1.25.")).toBeVisible();
    await expectAccessible(page);
    await keepScreenshot(page, 'payments-amount-ambiguous');
  },
);
