import type { Page } from '@playwright/test';
import { expect, test, toastOf } from './support/test.ts';

/** A toast that needs no backend: a visitor's payment is rejected. */
async function showToast(page: Page): Promise<void> {
  await page.goto('/payments');
  await page.getByRole('button', { name: 'Send Payment' }).click();
  await expect(toastOf(page)).toBeVisible();
}

async function dragToast(page: Page, distancePx: number): Promise<void> {
  // hover() waits until the toast has stopped moving.
  await toastOf(page).hover({ position: { x: 40, y: 8 } });
  const box = await toastOf(page).boundingBox();
  if (box === null) throw new Error('There is no toast to drag.');
  const start = { x: box.x + 40, y: box.y + box.height / 2 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + distancePx, start.y, { steps: 6 });
  await page.mouse.up();
}

/** @covers 9.16 */
test('A toast is swiped away to the right by 50 px and not by less', async ({ page }) => {
  await showToast(page);
  await dragToast(page, 45);
  await expect(toastOf(page)).toHaveAttribute('data-swipe', 'cancel');
  await expect(toastOf(page)).toBeVisible();
  await dragToast(page, 60);
  await expect(toastOf(page)).toHaveCount(0);
});
