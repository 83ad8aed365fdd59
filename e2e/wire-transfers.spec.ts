import type { Page } from '@playwright/test';
import { expectSimulatedSubmission } from './support/simulation.ts';
import { expect, expectAccessible, expectGoodScreen, PICTURED, test } from './support/test.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name });

async function fillBankTransfer(page: Page): Promise<void> {
  await field(page, 'Amount').fill('250');
  await field(page, 'Recipient name').fill('Ada Lovelace');
  await field(page, 'Account number or IBAN').fill('12345678');
  await field(page, 'SWIFT/BIC code').fill('DEUTDEFF');
  await field(page, 'Bank name').fill('Rheintal Bank');
  await field(page, 'Bank country').fill('Germany');
  await field(page, 'Purpose').fill('Invoice 7');
}

async function expectEmpty(page: Page, labels: readonly string[]): Promise<void> {
  for (const label of labels) await expect(field(page, label)).toHaveValue('');
}

/** @covers 4.simulations.1, 9.18 */
test('Sending to a bank is simulated for 1.5 s without a session, stores nothing, and clears the form', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/wire-transfers');
  await fillBankTransfer(page);
  await expectSimulatedSubmission(page, {
    button: button(page, 'Send Funds'),
    delayMs: 1500,
    successTitle: 'Simulated transfer successful',
    successDescription: '$250.00 to Ada Lovelace. No money has moved.',
  });
  await expectEmpty(page, [
    'Amount',
    'Recipient name',
    'Account number or IBAN',
    'SWIFT/BIC code',
    'Bank name',
    'Bank country',
    'Purpose',
  ]);
});

test(
  'The wire page is accessible and fits every width, with errors and without',
  PICTURED,
  async ({ page }) => {
    await page.goto('/wire-transfers');
    await expectGoodScreen(page, 'wire-transfers');
    await field(page, 'SWIFT/BIC code').fill('DEUT');
    await button(page, 'Send Funds').click();
    await expect(page.getByText('Enter the purpose of the transfer.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Withdraw Funds' }).click();
    await field(page, 'Currency').selectOption('USDT');
    await expectAccessible(page);
  },
);
