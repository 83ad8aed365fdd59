import type { Page } from '@playwright/test';
import { createCustomer, signIn } from './support/people.ts';
import { expectSimulatedSubmission } from './support/simulation.ts';
import {
  expect,
  expectAccessible,
  expectGoodScreen,
  PICTURED,
  test,
  toastOf,
} from './support/test.ts';

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

/** The required fields are exactly those whose message appears when nothing is filled. */
async function expectRequired(
  page: Page,
  submit: string,
  messages: readonly string[],
): Promise<void> {
  await button(page, submit).click();
  const shown = page.locator('[data-slot=form-message]');
  await expect(shown).toHaveText([...messages]);
  await expect(toastOf(page)).toHaveCount(0);
}

test('The wire page says that it is a simulation, and how long transfers take', async ({
  page,
}) => {
  await page.goto('/wire-transfers');
  await expect(page).toHaveTitle('Wire transfers | BeaconPay');
  await expect(page.getByRole('heading', { level: 1, name: 'Wire Transfers' })).toBeVisible();
  await expect(page.getByText('This is a simulation')).toBeVisible();
  await expect(page.getByText('1-5 business days')).toBeVisible();
});

test('The wire page promises Global Reach to over 180+ countries', async ({ page }) => {
  await page.goto('/wire-transfers');
  const promo = page.getByRole('region', { name: 'Global Reach' });
  await expect(promo).toContainText('over 180+ countries');
});

test('The wire page lists nine supported banks with their countries', async ({ page }) => {
  await page.goto('/wire-transfers');
  const banks = page.getByRole('list', { name: 'Supported banks' }).getByRole('listitem');
  await expect(banks).toHaveText([
    'Harbor National BankUnited States',
    'Liberty Coast BankUnited States',
    'Maple Crest BankCanada',
    'Thames & Mersey BankUnited Kingdom',
    'Rheintal BankGermany',
    'Banque du LittoralFrance',
    'Southern Cross BankAustralia',
    'Lagos Marina BankNigeria',
    'Deccan Commerce BankIndia',
  ]);
});

test('Sending a national currency needs amount, recipient, account, SWIFT/BIC, bank, country and purpose', async ({
  page,
}) => {
  await page.goto('/wire-transfers');
  await expectRequired(page, 'Send Funds', [
    'Enter an amount of at least 0.000001.',
    "Enter the recipient's name.",
    'Enter the account number or IBAN.',
    'Enter the SWIFT/BIC code.',
    "Enter the bank's name.",
    "Enter the bank's country.",
    'Enter the purpose of the transfer.',
  ]);
});

test('Sending a crypto currency needs amount, wallet address and purpose, and no network', async ({
  page,
}) => {
  await page.goto('/wire-transfers');
  await field(page, 'Currency').selectOption('ETH');
  await expect(page.getByLabel('Network')).toBeVisible();
  await expect(page.getByLabel('Recipient name')).toHaveCount(0);
  await expectRequired(page, 'Send Funds', [
    'Enter an amount of at least 0.000001.',
    'Enter the wallet address.',
    'Enter the purpose of the transfer.',
  ]);
});

test('Withdrawing a national currency needs amount, your account number, your bank name and purpose', async ({
  page,
}) => {
  await page.goto('/wire-transfers');
  await page.getByRole('tab', { name: 'Withdraw Funds' }).click();
  await expect(page.getByLabel('Recipient name')).toHaveCount(0);
  await expectRequired(page, 'Withdraw Funds', [
    'Enter an amount of at least 0.000001.',
    'Enter your account number.',
    "Enter your bank's name.",
    'Enter the purpose of the transfer.',
  ]);
});

test('Withdrawing a crypto currency needs amount, wallet address and purpose', async ({ page }) => {
  await page.goto('/wire-transfers');
  await page.getByRole('tab', { name: 'Withdraw Funds' }).click();
  await field(page, 'Currency').selectOption('BTC');
  await expectRequired(page, 'Withdraw Funds', [
    'Enter an amount of at least 0.000001.',
    'Enter the wallet address.',
    'Enter the purpose of the transfer.',
  ]);
});

test('A wire amount below 0.000001 is refused, and 0.000001 is not', async ({ page }) => {
  await page.goto('/wire-transfers');
  await expect(field(page, 'Amount')).toHaveAttribute('min', '0.000001');
  await fillBankTransfer(page);
  for (const amount of ['0', '-1', '0.0000009']) {
    await field(page, 'Amount').fill(amount);
    await button(page, 'Send Funds').click();
    await expect(page.getByText('Enter an amount of at least 0.000001.')).toBeVisible();
  }
  await field(page, 'Amount').fill('0.000001');
  await button(page, 'Send Funds').click();
  await expect(toastOf(page)).toContainText('Simulated Transfer Successful');
});

test('Sending to a bank is simulated for 1.5 s without a session, kept nowhere, and clears the form', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/wire-transfers');
  await fillBankTransfer(page);
  await expectSimulatedSubmission(page, {
    button: button(page, 'Send Funds'),
    delayMs: 1500,
    successTitle: 'Simulated Transfer Successful',
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

test('Sending to a wallet is simulated for 1.5 s, kept nowhere, and clears the form', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, await createCustomer());
  await page.goto('/wire-transfers');
  await field(page, 'Currency').selectOption('ETH');
  await field(page, 'Amount').fill('0.000001');
  await field(page, 'Wallet address').fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await field(page, 'Purpose').fill('Savings');
  await expectSimulatedSubmission(page, {
    button: button(page, 'Send Funds'),
    delayMs: 1500,
    successTitle: 'Simulated Transfer Successful',
    successDescription: '0.000001 ETH to wallet 0x5290…169EE7. No money has moved.',
  });
  await expect(field(page, 'Currency')).toHaveValue('USD');
  await expectEmpty(page, ['Amount', 'Purpose']);
});

test('Withdrawing is simulated for 1.5 s, kept nowhere, and clears the form', async ({ page }) => {
  await page.clock.install();
  await page.goto('/wire-transfers');
  await page.getByRole('tab', { name: 'Withdraw Funds' }).click();
  await field(page, 'Amount').fill('99.9');
  await field(page, 'Your account number').fill('12345678');
  await field(page, 'Your bank name').fill('Harbor National Bank');
  await field(page, 'Purpose').fill('Rent');
  await expectSimulatedSubmission(page, {
    button: button(page, 'Withdraw Funds'),
    delayMs: 1500,
    successTitle: 'Simulated Withdrawal Successful',
    successDescription: '$99.90 to Harbor National Bank. No money has moved.',
  });
  await expectEmpty(page, ['Amount', 'Your account number', 'Your bank name', 'Purpose']);
});

test('Send Funds and Withdraw Funds share one form, which keeps what was typed', async ({
  page,
}) => {
  await page.goto('/wire-transfers');
  await fillBankTransfer(page);
  await page.getByRole('tab', { name: 'Withdraw Funds' }).click();
  await expect(field(page, 'Amount')).toHaveValue('250');
  await expect(field(page, 'Purpose')).toHaveValue('Invoice 7');
  await page.getByRole('tab', { name: 'Send Funds' }).click();
  await field(page, 'Currency').selectOption('SOL');
  await field(page, 'Currency').selectOption('EUR');
  await expect(field(page, 'Recipient name')).toHaveValue('Ada Lovelace');
  await expect(field(page, 'Bank country')).toHaveValue('Germany');
});

test('Hints on IBAN and SWIFT/BIC inform, and never block a transfer', async ({ page }) => {
  await page.goto('/wire-transfers');
  await fillBankTransfer(page);
  const account = field(page, 'Account number or IBAN');
  await account.fill('DE89 3704 0044 0532 0130 00');
  await expect(account).toHaveAccessibleDescription(/This IBAN looks right\./);
  await account.fill('DE00 3704 0044 0532 0130 00');
  await expect(account).toHaveAccessibleDescription(/check digits or length do not fit/);
  const swift = field(page, 'SWIFT/BIC code');
  await expect(swift).toHaveAccessibleDescription(/This SWIFT\/BIC code looks right\./);
  await swift.fill('DEUT');
  await swift.blur();
  await expect(swift).toHaveAccessibleDescription(/8 or 11 letters and digits\. Please check it\./);
  await button(page, 'Send Funds').click();
  await expect(toastOf(page)).toContainText('Simulated Transfer Successful');
});

test('A hint on the wallet address informs, and never blocks a transfer', async ({ page }) => {
  await page.goto('/wire-transfers');
  await field(page, 'Currency').selectOption('BTC');
  await field(page, 'Amount').fill('1');
  await field(page, 'Purpose').fill('Savings');
  const address = field(page, 'Wallet address');
  await address.fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await expect(address).toHaveAccessibleDescription(/This looks like a BTC address\./);
  await address.fill('not-an-address');
  await address.blur();
  await expect(address).toHaveAccessibleDescription(/does not look like a usual BTC address/);
  await button(page, 'Send Funds').click();
  await expect(toastOf(page)).toContainText('Simulated Transfer Successful');
});

test('Wire transfers offer 19 currencies, 7 of them national', async ({ page }) => {
  await page.goto('/wire-transfers');
  const currency = field(page, 'Currency');
  await expect(currency.getByRole('option')).toHaveCount(19);
  await expect(currency.locator('optgroup[label=Currencies] option')).toHaveCount(7);
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
