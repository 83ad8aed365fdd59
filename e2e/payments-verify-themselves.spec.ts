import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signInAdministrator, type Person } from './support/people.ts';
import { watchSockets } from './support/realtime.ts';
import { openSignedIn } from './support/signing-in.ts';
import { expect, expectGoodScreen, PICTURED, test } from './support/test.ts';

// Automatic approval is a setting for all customers.
test.describe.configure({ mode: 'serial' });

const CODE = /^BP-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function approveAutomatically(
  { client }: Pick<Person, 'client'>,
  isOn: boolean,
): Promise<void> {
  const { data, error } = await client
    .from('matching_settings')
    .update({
      auto_approve: {
        bank_transfer: isOn,
        binance_pay: false,
        card_payment: false,
        manual_cash: false,
        other_external: false,
      },
    })
    .eq('is_only_row', true)
    .select('id');
  if (error) throw error;
  expect(data).toHaveLength(1);
}

test.afterEach(async () => approveAutomatically(await signInAdministrator(), false));

/** Orders a premium card by bank transfer. Resolves to the payment code of the order. */
async function orderWithCode(page: Page): Promise<string> {
  await page.getByRole('radio', { name: /Premium/ }).check();
  await page.getByRole('radio', { name: 'Bank Transfer' }).click();
  const code = await page
    .getByRole('region', { name: 'Bank Transfer instructions' })
    .getByText(CODE)
    .innerText();
  await page.getByRole('button', { name: 'I used this code' }).click();
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(heading(page, 'Card Order Submitted')).toBeVisible();
  return code;
}

interface ImportResult {
  readonly imported: number;
  readonly matched: number;
  readonly proposed: number;
}

/** Imports a line of a statement of today, as the administrators' page does. */
async function importLine(
  { client }: Pick<Person, 'client'>,
  line: { amount: string; remittance_text: string; bank_reference: string },
): Promise<ImportResult> {
  const today = new Date().toISOString().slice(0, 10);
  const result: { data: unknown; error: Error | null } = await client.rpc('import_bank_lines', {
    lines: [
      {
        line_key: createHash('sha256').update(randomUUID()).digest('hex'),
        account: 'DE89370400440532013000',
        booking_date: today,
        value_date: today,
        currency: 'USD',
        counterparty_name: 'Grace Hopper',
        ...line,
      },
    ],
  });
  if (result.error) throw result.error;
  return result.data as ImportResult;
}

test(
  'A payment with its code approves its order, and the customer’s screen shows it without a click',
  PICTURED,
  async ({ page }) => {
    const administrator = await signInAdministrator();
    await approveAutomatically(administrator, true);
    const sockets = await watchSockets(page);
    await openSignedIn(page, '/cards');
    const code = await orderWithCode(page);
    await sockets.untilSubscribed(1);
    const bankReference = `NSB-${randomUUID().slice(0, 8)}`;

    // Banks write codes in lower case, with spaces, and without the separator after the prefix.
    const remittance = `order ${code.toLowerCase().replaceAll('-', ' ')} thank you`;
    expect(
      await importLine(administrator, {
        amount: '15.00',
        remittance_text: remittance,
        bank_reference: bankReference,
      }),
    ).toMatchObject({ imported: 1, matched: 1 });
    await expect(heading(page, 'Card Order Approved')).toBeVisible();
    await expect(page.locator('[data-status=manual_payment_approved]')).toBeVisible();

    await page.getByRole('link', { name: 'My Dashboard' }).click();
    await page.getByRole('tab', { name: 'Transaction History' }).click();
    await page.getByRole('button', { name: /^Details of/ }).click();
    await page.getByRole('button', { name: /^Receipt for/ }).click();
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await expect(receipt.getByText(bankReference)).toBeVisible();
    await expect(receipt.getByText('Payment received')).toBeVisible();
    await expectGoodScreen(page, 'receipt-with-bank-reference', '[role=dialog]');
  },
);

test(
  'A payment that is too low shows the rest, and the payment of the rest is booked',
  PICTURED,
  async ({ page }) => {
    const administrator = await signInAdministrator();
    const sockets = await watchSockets(page);
    await openSignedIn(page, '/cards');
    const code = await orderWithCode(page);
    await sockets.untilSubscribed(1);

    await importLine(administrator, {
      amount: '10.00',
      remittance_text: code,
      bank_reference: 'NSB-1',
    });
    await expect(page.getByText('We received $10.00 of $15.00')).toBeVisible();
    await expect(page.getByText('Please pay the remaining $5.00')).toBeVisible();
    await expectGoodScreen(page, 'payment-received-in-part', 'main');

    await importLine(administrator, {
      amount: '5.00',
      remittance_text: code,
      bank_reference: 'NSB-2',
    });
    await expect(page.getByText('Payment received, being booked')).toBeVisible();
    await expect(heading(page, 'Card Order Submitted')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Where to pay' })).toHaveCount(0);
    await expectGoodScreen(page, 'payment-being-booked', 'main');

    await page.getByRole('link', { name: 'My Dashboard' }).click();
    await page.getByRole('tab', { name: 'Transaction History' }).click();
    const transactions = page.getByRole('list', { name: 'Transactions' });
    await expect(transactions.getByText('Payment received, being booked')).toBeVisible();
    await expectGoodScreen(page, 'history-being-booked', 'main');
  },
);
