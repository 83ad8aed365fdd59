import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectGoodScreen, PICTURED, test } from './support/test.ts';

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay Bill' });

test(
  'The bills page is accessible and fits every width, with errors and without',
  PICTURED,
  async ({ page }) => {
    await page.goto('/utility-bills');
    await expectGoodScreen(page, 'utility-bills');
    await payButton(page).click();
    await expect(page.getByText("Enter the biller's name.")).toBeVisible();
    await expectAccessible(page);
  },
);
