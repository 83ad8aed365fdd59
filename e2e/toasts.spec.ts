import type { Page } from '@playwright/test';
import { stopClock } from './support/simulation.ts';
import { expect, test, toastOf } from './support/test.ts';

/** A toast that needs no backend: the refusal of a visitor's payment. */
async function showToast(page: Page): Promise<void> {
  await page.goto('/payments');
  await page.getByRole('button', { name: 'Send Payment' }).click();
  await expect(toastOf(page)).toBeVisible();
}

async function dragToast(page: Page, distancePx: number): Promise<void> {
  // Which waits until it has come to rest.
  await toastOf(page).hover({ position: { x: 40, y: 8 } });
  const box = await toastOf(page).boundingBox();
  if (box === null) throw new Error('There is no toast to drag.');
  const start = { x: box.x + 40, y: box.y + box.height / 2 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + distancePx, start.y, { steps: 6 });
  await page.mouse.up();
}

test('A toast is swiped away to the right by 50 px and not by less', async ({ page }) => {
  await showToast(page);
  await dragToast(page, 45);
  await expect(toastOf(page)).toHaveAttribute('data-swipe', 'cancel');
  await expect(toastOf(page)).toBeVisible();
  await dragToast(page, 60);
  await expect(toastOf(page)).toHaveCount(0);
});

test('A new toast replaces the one on screen', async ({ page }) => {
  await showToast(page);
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(toastOf(page)).toHaveCount(1);
  await expect(toastOf(page)).toContainText('Google Auth Pending');
});

test('An ordinary toast stays for 5 seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto('/payments');
  await page.waitForLoadState('networkidle');
  await stopClock(page);
  await page.getByRole('button', { name: 'Send Payment' }).click();
  await expect(toastOf(page)).toBeVisible();
  await page.clock.runFor(4800);
  await expect(toastOf(page)).toBeVisible();
  await page.clock.runFor(400);
  await expect(toastOf(page)).toHaveCount(0);
});

test('F8 leads to the region labelled Notification, also while a dialog is open', async ({
  page,
}) => {
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(toastOf(page)).toBeVisible();
  await page.keyboard.press('F8');
  const focusedRegion = await page.evaluate(() =>
    document.activeElement?.closest('[role=region]')?.getAttribute('aria-label'),
  );
  expect(focusedRegion).toBe('Notification');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
});
