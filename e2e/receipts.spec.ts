import type { Page } from '@playwright/test';
import { createCustomer, signIn, signInAdministrator, type Person } from './support/people.ts';
import { decide, submitOrder, submitRecharge } from './support/records.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  keepScreenshot,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

const receiptOf = (page: Page) => page.getByRole('dialog', { name: 'Receipt' });

async function openReceipt(page: Page, person: Person, id: string): Promise<void> {
  await signIn(page, person);
  await page.goto(`/personal?tab=history&receipt=${id}`);
  await expect(receiptOf(page).getByRole('article')).toBeVisible();
}

/** @covers 2.personal.2 */
test('The receipt of a decided order opens from the history and survives a reload', async ({
  page,
}) => {
  const person = await createCustomer({ fullName: 'Grace Hopper' });
  const id = await submitOrder(person, { reference: 'TR-2026-77' });
  const administrator = await signInAdministrator();
  await decide(administrator, 'orders', id, {
    status: 'manual_payment_approved',
    admin_notes: 'Thank you.',
  });
  await signIn(page, person);
  await page.goto('/personal?tab=history');
  await page.getByRole('button', { name: /^Details of/ }).click();
  const open = page.getByRole('button', { name: /^Receipt for Premium virtual card order, / });
  await open.click();
  await expect(page).toHaveURL(new RegExp(`receipt=${id}$`));

  await page.reload();
  const receipt = receiptOf(page);
  for (const text of ['Premium', 'Travel', '$15.00', 'Bank Transfer', '•••• 6-77', id]) {
    await expect(receipt.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(receipt.getByText('Grace Hopper')).toBeVisible();
  await expect(receipt.getByText('Thank you.')).toBeVisible();
  await expect(receipt.locator('[data-status=manual_payment_approved]')).toBeVisible();
  await expect(receipt.getByText('TR-2026-77')).toHaveCount(0);
  // The times of submission and decision, each with its time zone.
  await expect(receipt.getByText(/\d{4}, \d{1,2}:\d\d [AP]M \S+$/)).toHaveCount(2);

  await receipt.getByRole('button', { name: 'Close' }).click();
  await expect(receipt).toBeHidden();
  await expect(page).toHaveURL(/\/personal\?tab=history$/);
});

test('A rejected recharge has a receipt that states that nothing was charged', async ({ page }) => {
  const person = await createCustomer();
  const id = await submitRecharge(person);
  await decide(await signInAdministrator(), 'recharges', id, {
    status: 'manual_payment_rejected',
    admin_notes: 'No payment arrived.',
  });
  await openReceipt(page, person, id);
  const receipt = receiptOf(page);
  for (const text of ['MTN', '+234 800 000 0000', 'Binance Pay', '•••• 711']) {
    await expect(receipt.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(receipt.locator('s')).toHaveText('$20.00');
  await expect(receipt.getByText("BeaconPay hasn't charged you for it.")).toBeVisible();
  await expect(receipt.getByText('No payment arrived.')).toBeVisible();
});

test('A pending record and a record of another customer have no receipt', async ({ page }) => {
  const person = await createCustomer();
  const waiting = await submitOrder(person);
  const other = await createCustomer();
  const foreign = await submitOrder(other);
  await decide(await signInAdministrator(), 'orders', foreign, {
    status: 'manual_payment_approved',
  });
  await signIn(page, person);
  await page.goto(`/personal?tab=history&receipt=${waiting}`);
  await expect(receiptOf(page).getByText('Not reviewed yet')).toBeVisible();
  for (const id of [foreign, 'no-id', '00000000-0000-4000-8000-000000000000']) {
    await page.goto(`/personal?tab=history&receipt=${id}`);
    await expect(receiptOf(page).getByText('Receipt not found')).toBeVisible();
  }
  await expect(receiptOf(page).getByRole('button', { name: 'Print' })).toHaveCount(0);
});

/** @covers 2.personal.2 */
test(
  'A print shows only the receipt, black on white in both themes',
  PICTURED,
  async ({ page }) => {
    const person = await createCustomer();
    const id = await submitOrder(person);
    await decide(await signInAdministrator(), 'orders', id, { status: 'manual_payment_approved' });
    await openReceipt(page, person, id);
    await expectGoodScreen(page, 'receipt', '[role=dialog]');

    const receipt = receiptOf(page);
    await page.emulateMedia({ media: 'print' });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((isDark) => {
        document.documentElement.classList.toggle('dark', isDark);
      }, theme === 'dark');
      await expect(receipt.getByText(id)).toBeVisible();
      await expect(receipt.getByText('•••• 6-77')).toBeVisible();
      await expect(receipt.getByRole('button')).toHaveCount(0);
      await expect(page.locator('#root')).toBeHidden();
      await expect(receipt.getByText(id)).toHaveCSS('color', 'rgb(0, 0, 0)');
      await expectAccessible(page, { within: '[role=dialog]', colors: 'in this theme' });
    }
    // A printed page shows the whole receipt and can't scroll.
    const hidden = await receipt.evaluate(
      ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
    );
    expect(hidden).toBeLessThanOrEqual(0);
    await keepScreenshot(page, 'receipt-on-paper');
  },
);

test.describe('In a browser with a share sheet', () => {
  test('The share sheet receives the receipt as text, and closing it shows no error', async ({
    page,
  }) => {
    const person = await createCustomer();
    const id = await submitOrder(person);
    await decide(await signInAdministrator(), 'orders', id, { status: 'manual_payment_approved' });
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(navigator, 'share', {
        configurable: true,
        value: (data: ShareData) => {
          shared.push(data);
          return shared.length === 1
            ? Promise.resolve()
            : Promise.reject(new DOMException('closed', 'AbortError'));
        },
      });
    });
    await openReceipt(page, person, id);
    const share = receiptOf(page).getByRole('button', { name: 'Share' });
    await share.click();
    await share.click();
    const text = `Virtual card: Premium\nAmount: $15.00\nStatus: manual payment approved\nReference ID: ${id}`;
    await expect
      .poll(() =>
        page.evaluate(() =>
          (window as unknown as { shared: ShareData[] }).shared.map((data) => data.text),
        ),
      )
      .toEqual([text, text]);
    await expect(toastOf(page)).toHaveCount(0);
  });
});

test('Back closes a receipt and does not open it again', async ({ page }) => {
  const person = await createCustomer();
  const id = await submitOrder(person);
  await decide(await signInAdministrator(), 'orders', id, { status: 'manual_payment_approved' });
  await openReceipt(page, person, id);
  const details = page.getByRole('button', { name: /^Details of/ });
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await close();
    await expect(receiptOf(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/personal\?tab=history$/);
    if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click();
    await page.getByRole('button', { name: /^Receipt for/ }).click();
    await expect(receiptOf(page).getByRole('article')).toBeVisible();
  }
  await page.goBack();
  await expect(receiptOf(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).not.toHaveURL(/receipt|\/personal/);
});
