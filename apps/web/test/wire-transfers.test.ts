import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectSimulatedSubmission } from './support/clock.ts';
import {
  blur,
  expectCount,
  expectDescription,
  expectNone,
  expectSimulationPage,
  expectText,
  expectTexts,
  expectToast,
  expectValue,
  messagesIn,
  toastOf,
} from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const sendButton = page.getByRole('button', { name: 'Send Funds' });
const withdrawButton = page.getByRole('button', { name: 'Withdraw Funds' });
const open = () => openScreen('/wire-transfers');
const chooseWithdrawal = () => page.getByRole('tab', { name: 'Withdraw Funds' }).click();

async function fillBankTransfer(): Promise<void> {
  await field('Amount').fill('250');
  await field('Recipient name').fill('Ada Lovelace');
  await field('Account number or IBAN').fill('12345678');
  await field('SWIFT/BIC code').fill('DEUTDEFF');
  await field('Bank name').fill('Rheintal Bank');
  await field('Bank country').fill('Germany');
  await field('Purpose').fill('Invoice 7');
}

async function expectEmpty(labels: readonly string[]): Promise<void> {
  for (const label of labels) await expectValue(field(label), '');
}

/** Submits the empty form and expects an error at exactly the required fields. */
async function expectRequired(
  submitButton: typeof sendButton,
  messages: readonly string[],
): Promise<void> {
  await submitButton.click();
  await expectTexts(messagesIn, messages);
  await expectNone(toastOf());
}

/** @covers 2.4, 9.22 */
test('The wire page is marked as a simulation, and shows how long transfers take', async () => {
  await open();
  await expectSimulationPage('Wire Transfers', 'Wire transfers | BeaconPay');
  await expect.element(page.getByText('1-5 business days')).toBeVisible();
});

/** @covers 2.wire-transfers.3 */
test('The wire page states Global Reach to over 180+ countries', async () => {
  await open();
  await expectText(page.getByRole('region', { name: 'Global Reach' }), 'over 180+ countries');
});

/** @covers 2.wire-transfers.2 */
test('The wire page lists nine supported banks with their countries', async () => {
  await open();
  const banks = page.getByRole('list', { name: 'Supported banks' }).getByRole('listitem');
  await expectTexts(
    () => banks.elements(),
    [
      'Harbor National BankUnited States',
      'Liberty Coast BankUnited States',
      'Maple Crest BankCanada',
      'Thames & Mersey BankUnited Kingdom',
      'Rheintal BankGermany',
      'Banque du LittoralFrance',
      'Southern Cross BankAustralia',
      'Lagos Marina BankNigeria',
      'Deccan Commerce BankIndia',
    ],
  );
});

/** @covers 5.wire-form.2 */
test('Sending a national currency requires amount, recipient, account, SWIFT/BIC, bank, country and purpose', async () => {
  await open();
  await expectRequired(sendButton, [
    'Enter an amount of at least 0.000001.',
    "Enter the recipient's name.",
    'Enter the account number or IBAN.',
    'Enter the SWIFT/BIC code.',
    "Enter the bank's name.",
    "Enter the bank's country.",
    'Enter the purpose of the transfer.',
  ]);
});

/** @covers 5.wire-form.3 */
test('Sending a crypto currency requires amount, wallet address and purpose, but no network', async () => {
  await open();
  await field('Currency').selectOptions('ETH');
  await expect.element(page.getByLabelText('Network')).toBeVisible();
  await expectNone(page.getByLabelText('Recipient name'));
  await expectRequired(sendButton, [
    'Enter an amount of at least 0.000001.',
    'Enter the wallet address.',
    'Enter the purpose of the transfer.',
  ]);
});

/** @covers 5.wire-form.4 */
test('Withdrawing a national currency requires amount, your account number, your bank name and purpose', async () => {
  await open();
  await chooseWithdrawal();
  await expectNone(page.getByLabelText('Recipient name'));
  await expectRequired(withdrawButton, [
    'Enter an amount of at least 0.000001.',
    'Enter your account number.',
    "Enter your bank's name.",
    'Enter the purpose of the transfer.',
  ]);
});

/** @covers 5.wire-form.5 */
test('Withdrawing a crypto currency requires amount, wallet address and purpose', async () => {
  await open();
  await chooseWithdrawal();
  await field('Currency').selectOptions('BTC');
  await expectRequired(withdrawButton, [
    'Enter an amount of at least 0.000001.',
    'Enter the wallet address.',
    'Enter the purpose of the transfer.',
  ]);
});

/** @covers 5.wire-form.1, 9.9 */
test('A wire amount below 0.000001 is rejected, and 0.000001 is accepted', async () => {
  await open();
  await expect.element(field('Amount')).toHaveAttribute('min', '0.000001');
  await fillBankTransfer();
  for (const amount of ['0', '-1', '0.0000009']) {
    await field('Amount').fill(amount);
    await sendButton.click();
    await expect.element(page.getByText('Enter an amount of at least 0.000001.')).toBeVisible();
  }
  await field('Amount').fill('0.000001');
  await sendButton.click();
  await expectToast('Simulated transfer successful');
});

test('A wire amount with one separator before three digits is rejected as ambiguous', async () => {
  await open();
  await fillBankTransfer();
  for (const [typed, suggested] of [
    ['1,250', 'Enter 1250 or 1.25.'],
    ['1.125', 'Enter 1125 or 1.1250.'],
  ] as const) {
    await field('Amount').fill(typed);
    blur(field('Amount'));
    await expectDescription(field('Amount'), suggested);
    await sendButton.click();
    await expectNone(toastOf());
  }
  await field('Amount').fill('0,000001');
  await expectDescription(field('Amount'), 'We read this as 0.000001 USD.');
  await field('Amount').fill('1 250,50');
  await sendButton.click();
  await expectToast('$1,250.50 to Ada Lovelace');
});

/** @covers 2.4, 4.simulations.1 */
test('Sending to a wallet is simulated for 1.5 s, is not stored, and clears the form', async () => {
  const backend = await openScreen('/wire-transfers', { person: createPerson() });
  await field('Currency').selectOptions('ETH');
  await field('Amount').fill('0.000001');
  await field('Wallet address').fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await field('Purpose').fill('Savings');
  await expectSimulatedSubmission(backend, {
    button: sendButton,
    delayMs: 1500,
    successTitle: 'Simulated transfer successful',
    successDescription: '0.000001 ETH to wallet 0x5290…169EE7. No money has moved.',
  });
  await expectValue(field('Currency'), 'USD');
  await expectEmpty(['Amount', 'Purpose']);
});

/** @covers 4.simulations.1 */
test('Withdrawing is simulated for 1.5 s, is not stored, and clears the form', async () => {
  const backend = await open();
  await chooseWithdrawal();
  await field('Amount').fill('99.9');
  await field('Your account number').fill('12345678');
  await field('Your bank name').fill('Harbor National Bank');
  await field('Purpose').fill('Rent');
  await expectSimulatedSubmission(backend, {
    button: withdrawButton,
    delayMs: 1500,
    successTitle: 'Simulated withdrawal successful',
    successDescription: '$99.90 to Harbor National Bank. No money has moved.',
  });
  await expectEmpty(['Amount', 'Your account number', 'Your bank name', 'Purpose']);
});

/** @covers 2.wire-transfers.1 */
test('Send Funds and Withdraw Funds share one form, which keeps what was typed', async () => {
  await open();
  await fillBankTransfer();
  await chooseWithdrawal();
  await expectValue(field('Amount'), '250');
  await expectValue(field('Purpose'), 'Invoice 7');
  await page.getByRole('tab', { name: 'Send Funds' }).click();
  await field('Currency').selectOptions('SOL');
  await field('Currency').selectOptions('EUR');
  await expectValue(field('Recipient name'), 'Ada Lovelace');
  await expectValue(field('Bank country'), 'Germany');
});

test('Hints about IBAN and SWIFT/BIC do not block a transfer', async () => {
  await open();
  await fillBankTransfer();
  const account = field('Account number or IBAN');
  await account.fill('DE89 3704 0044 0532 0130 00');
  await expectDescription(account, 'This IBAN looks right.');
  await account.fill('DE00 3704 0044 0532 0130 00');
  await expectDescription(account, 'check digits or length are wrong');
  const swift = field('SWIFT/BIC code');
  await expectDescription(swift, 'This SWIFT/BIC code looks right.');
  await swift.fill('DEUT');
  blur(swift);
  await expectDescription(swift, '8 or 11 letters and digits. Please check it.');
  await sendButton.click();
  await expectToast('Simulated transfer successful');
});

test('A hint about the wallet address does not block a transfer', async () => {
  await open();
  await field('Currency').selectOptions('BTC');
  await field('Amount').fill('1');
  await field('Purpose').fill('Savings');
  const address = field('Wallet address');
  await address.fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await expectDescription(address, 'This looks like a BTC address.');
  await address.fill('not-an-address');
  blur(address);
  await expectDescription(address, "doesn't look like a usual BTC address");
  await sendButton.click();
  await expectToast('Simulated transfer successful');
});

test('Wire transfers offer 19 currencies, 7 of them national', async () => {
  await open();
  await expectCount(field('Currency').getByRole('option'), 19);
  const { length } = field('Currency')
    .element()
    .querySelectorAll('optgroup[label=Currencies] option');
  expect(length).toBe(7);
});
