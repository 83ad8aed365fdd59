/** The pictures of the README. Run by `npm run pictures` only: it proves nothing. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createCustomer, signIn, signInAdministrator } from './support/people.ts';
import { decide, submitOrder, submitRecharge } from './support/records.ts';
import { expect, PHONE, PICTURED, test, useStoredTheme } from './support/test.ts';

const WIDE = { width: 1200, height: 750 };

test.use({ viewport: WIDE });

/** As WebP, which keeps them small enough for a clone of the project. */
async function keepForReadme(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  await writeFile(`docs/pictures/${name}.webp`, Buffer.from(data, 'base64'));
}

test('The home page', PICTURED, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await keepForReadme(page, 'home');
});

test('The cards page', PICTURED, async ({ page }) => {
  await page.goto('/cards');
  await page.getByRole('radio', { name: /Premium/ }).check();
  await page.getByLabel('Card name').fill('Travel');
  await page.evaluate(() => window.scrollTo(0, 0));
  await keepForReadme(page, 'cards');
});

test('The history on a phone', PICTURED, async ({ page }) => {
  const person = await createCustomer({ fullName: 'Ada Lovelace' });
  const administrator = await signInAdministrator();
  for (const [reference, status, note] of [
    ['WIRE-2026-0042', 'manual_payment_approved', 'Received, thank you.'],
    ['WIRE-2026-0043', 'manual_payment_rejected', 'No payment with this reference arrived.'],
  ] as const) {
    const orderId = await submitOrder(person, { reference });
    await decide(administrator, 'orders', orderId, { status, admin_notes: note });
  }
  await submitOrder(person, { reference: 'WIRE-2026-0044' });
  await page.setViewportSize(PHONE);
  await signIn(page, person);
  await page.goto('/personal?tab=history');
  const history = page.getByRole('list', { name: 'Transactions' });
  await expect(history.getByRole('listitem').first()).toBeVisible();
  await history.evaluate((list) => list.scrollIntoView({ block: 'start' }));
  await page.mouse.wheel(0, -140);
  await keepForReadme(page, 'history-on-a-phone');
});

test('The admin panel in dark', PICTURED, async ({ page }) => {
  await useStoredTheme(page, 'dark');
  const person = await createCustomer({ fullName: 'Ada Lovelace' });
  await submitOrder(person, { reference: 'WIRE-2026-0042' });
  await submitRecharge(person);
  await signIn(page, await signInAdministrator());
  await page.goto('/admin/panel');
  await expect(page.getByRole('button', { name: /^Review/ }).first()).toBeVisible();
  await keepForReadme(page, 'admin-panel-in-dark');
});
