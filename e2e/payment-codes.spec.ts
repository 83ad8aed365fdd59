import type { Page } from '@playwright/test';
import { createCustomer, signIn } from './support/people.ts';
import { rowsOf } from './support/records.ts';
import { openSignedIn } from './support/signing-in.ts';
import { expect, expectAccessible, expectGoodScreen, PICTURED, test } from './support/test.ts';

const CODE = /^BP-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

const instructions = (page: Page) =>
  page.getByRole('region', { name: 'Bank Transfer instructions' });
const shownCode = (page: Page) => instructions(page).getByText(CODE);
const reference = (page: Page) => page.getByLabel('Transaction reference');
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Order' });

/** Chooses a card and scrolls to the payment. Resolves to the payment code that the form shows. */
async function readCode(page: Page): Promise<string> {
  await page.getByRole('radio', { name: /Premium/ }).check();
  await page.getByRole('radio', { name: 'Bank Transfer' }).click();
  await expect(shownCode(page)).toBeVisible();
  return shownCode(page).innerText();
}

test('An order has the payment code of its form', PICTURED, async ({ page }) => {
  const customer = await openSignedIn(page, '/cards');
  const code = await readCode(page);
  await page.getByRole('button', { name: 'I used this code' }).click();
  await expect(reference(page)).toHaveValue(code);
  await expectGoodScreen(page, 'payment-code-form', '[data-slot=payment-instructions]');

  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Where to pay' }).getByText(code)).toBeVisible();
  await expectGoodScreen(page, 'payment-code-submitted', 'main');
  const [order] = await rowsOf(customer, 'orders');
  expect(order).toMatchObject({ payment_code: code, transaction_reference: code });
});

test('A form keeps its code after a reload, and accepts another reference instead', async ({
  page,
}) => {
  const customer = await openSignedIn(page, '/cards');
  const code = await readCode(page);
  await page.reload();
  expect(await readCode(page)).toBe(code);
  await reference(page).fill('WIRE-2026-0042');
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  const [order] = await rowsOf(customer, 'orders');
  expect(order).toMatchObject({ payment_code: code, transaction_reference: 'WIRE-2026-0042' });

  // The next order has another code.
  await page.goto('/cards');
  expect(await readCode(page)).not.toBe(code);
});

test('Another customer of the same browser gets another code', async ({ page, context }) => {
  await openSignedIn(page, '/cards');
  const code = await readCode(page);
  const other = await createCustomer();
  const otherPage = await context.newPage();
  await signIn(otherPage, other);
  await otherPage.goto('/cards');
  expect(await readCode(otherPage)).not.toBe(code);
});

test(
  'A code with one wrong character gets a hint and can be submitted',
  PICTURED,
  async ({ page }) => {
    const customer = await openSignedIn(page, '/cards');
    const code = await readCode(page);
    const last = code.at(-1) === 'X' ? 'Y' : 'X';
    const typed = code.slice(0, -1) + last;
    await reference(page).fill(typed);
    await expect(reference(page)).toHaveAccessibleDescription(
      new RegExp(`This looks like a payment code with a wrong character\\. Your code is .*${code}`),
    );
    await expectAccessible(page);
    await expectGoodScreen(page, 'payment-code-wrong-character', 'form');
    await submitButton(page).click();
    await expect(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
    const [order] = await rowsOf(customer, 'orders');
    expect(order).toMatchObject({ payment_code: code, transaction_reference: typed });
  },
);

test('A recharge has a different code', async ({ page }) => {
  const customer = await openSignedIn(page, '/cards');
  const orderCode = await readCode(page);
  await page.goto('/mobile-recharge');
  await page.getByRole('radio', { name: 'MTN' }).click();
  await page.getByLabel('Phone number').fill('+447400123456');
  await page.getByRole('radio', { name: 'Bank Transfer' }).click();
  await expect(shownCode(page)).toBeVisible();
  const code = await shownCode(page).innerText();
  expect(code).not.toBe(orderCode);
  await page.getByRole('button', { name: 'I used this code' }).click();
  await page.getByRole('button', { name: 'Submit Recharge' }).click();
  await expect(page.getByRole('heading', { name: 'Mobile Recharge Submitted' })).toBeVisible();
  expect((await rowsOf(customer, 'recharges'))[0]).toMatchObject({ payment_code: code });
});
