import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectSimulatedSubmission } from './support/clock.ts';
import {
  expectCount,
  expectNone,
  expectSimulationPage,
  expectTexts,
  expectToast,
  expectValue,
  messagesIn,
  toastOf,
} from './support/looks.ts';
import { openScreen } from './support/screen.tsx';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const payButton = page.getByRole('button', { name: 'Pay Bill' });
const open = () => openScreen('/utility-bills');

async function fillBill(): Promise<void> {
  await field('Biller name').fill('North Grid');
  await field('Account number').fill('77-1');
  await field('Amount (USD)').fill('45.5');
}

/** @covers 2.6, 9.23 */
test('The bills page is marked as a simulation, and shows how long bills take', async () => {
  await open();
  await expectSimulationPage('Utility Bills', 'Utility bills | BeaconPay');
  await expect.element(page.getByText('24-48 hours')).toBeVisible();
});

/** @covers 2.utility-bills.1 */
test('The bills page lists six categories, and selecting one keeps what was typed', async () => {
  await open();
  await fillBill();
  const categories = page.getByRole('radiogroup', { name: 'Bill categories' });
  await expectCount(categories.getByRole('radio'), 6);
  for (const name of ['Electricity', 'Water', 'Internet & TV', 'Gas', 'Insurance', 'Rent']) {
    await categories.getByRole('radio', { name }).click();
    await expect.element(page.getByRole('heading', { name: `Pay a bill: ${name}` })).toBeVisible();
  }
  await expectValue(field('Biller name'), 'North Grid');
  await expectValue(field('Amount (USD)'), '45.5');
});

/** @covers 9.25 */
test('A bill can be paid from the balance, a linked card or a bank account', async () => {
  await open();
  const methods = page.getByRole('radiogroup', { name: 'Pay from' }).getByRole('radio');
  await expectCount(methods, 3);
  for (const [index, value] of ['balancePay', 'linkedCard', 'bankAccount'].entries()) {
    await expect.element(methods.nth(index)).toHaveAttribute('value', value);
  }
  await expect.element(methods.first()).toBeChecked();
});

/** @covers 4.simulations.1, 9.18 */
test('A bill payment without a session is simulated for 1.5 s, is not stored, and clears the form', async () => {
  const backend = await open();
  await page.getByRole('radio', { name: 'Water' }).click();
  await fillBill();
  await page.getByRole('radio', { name: 'Linked Card' }).click();
  await expectSimulatedSubmission(backend, {
    button: payButton,
    delayMs: 1500,
    successTitle: 'Simulated bill payment successful',
    successDescription: '$45.50 to North Grid for Water. No money has moved.',
  });
  for (const label of ['Biller name', 'Account number', 'Amount (USD)']) {
    await expectValue(field(label), '');
  }
  await expect.element(page.getByRole('radio', { name: 'BeaconPay Balance' })).toBeChecked();
});

/** @covers 5.utility-bill.1 */
test('A bill requires a biller name, an account number and an amount', async () => {
  await open();
  await payButton.click();
  await expectTexts(messagesIn, [
    "Enter the biller's name.",
    'Enter your account number.',
    'Enter an amount of at least 1, in whole cents.',
  ]);
  await expect.element(field('Biller name')).toHaveFocus();
  await expectNone(toastOf());
});

/** @covers 5.utility-bill.1, 9.10 */
test('A bill amount has the minimum 1 and the step 0.01', async () => {
  await open();
  const amount = field('Amount (USD)');
  await expect.element(amount).toHaveAttribute('min', '1');
  await expect.element(amount).toHaveAttribute('step', '0.01');
  await fillBill();
  for (const refused of ['0', '0.99', '-1', '1.001']) {
    await amount.fill(refused);
    await payButton.click();
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
  }
  await amount.fill('1');
  await payButton.click();
  await expectToast('$1.00 to North Grid');
});
