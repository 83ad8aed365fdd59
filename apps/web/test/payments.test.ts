import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { advanceTime, expectSimulatedSubmission, stopClock } from './support/clock.ts';
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
  press,
  returnToTab,
  toastOf,
} from './support/looks.ts';
import { createPerson, respondWithUser } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const description = page.getByLabelText('Description');
const tab = (name: string) => page.getByRole('tab', { name });
const sendButton = page.getByRole('button', { name: 'Send Payment' });
const openSignedIn = () => openScreen('/payments', { person: createPerson() });

async function fillIndividual(): Promise<void> {
  await field('Recipient name').fill('Ada Lovelace');
  await field('Recipient email').fill('ada@example.com');
  await field('Amount').fill('1250.5');
}

async function closeToast(): Promise<void> {
  await page.getByRole('button', { name: 'Close notification' }).click();
  await expectNone(toastOf());
}

/** @covers 2.3, 2.payments.1, 2.payments.3 */
test('The payments page is marked as a simulation and shows its form, tiles and sample data', async () => {
  await openScreen('/payments');
  await expectSimulationPage('Payments', 'Payments | BeaconPay');
  await expect.element(tab('Individual')).toHaveAttribute('aria-selected', 'true');
  await expect.element(tab('Business')).toBeVisible();
  for (const title of ['Send Again', 'Payment Methods', 'Split Bills']) {
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect.element(page.getByRole('heading', { name: 'Recent transactions' })).toBeVisible();
  await expect.element(page.getByText('Sample data')).toBeVisible();
});

/** @covers 2.payments.2, 9.27, 9.28 */
test('Sample transactions have two decimals, and incoming amounts are positive and green', async () => {
  await openScreen('/payments');
  const rows = page.getByRole('list', { name: 'Sample transactions' }).getByRole('listitem');
  await expectCount(rows, 5);
  for (const row of rows.all()) {
    await expectText(row, /[+-][$€£][\d,]+\.\d{2}/);
  }
  await expectText(rows.filter({ hasText: 'Payment received' }).first(), '+$1,850.00');
  await expect.element(page.getByText('+$1,850.00')).toHaveClass('text-success-text');
  await expect.element(page.getByText('-$120.00')).not.toHaveClass('text-success-text');
});

/** @covers 5.simulated-payment.2, 9.8 */
test('The payment amount field has the minimum 0.01 and the step 0.01', async () => {
  await openScreen('/payments');
  await expect.element(field('Amount')).toHaveAttribute('min', '0.01');
  await expect.element(field('Amount')).toHaveAttribute('step', '0.01');
});

test('Payments offer 19 currencies with their symbols, or with their codes if they have no symbol', async () => {
  await openScreen('/payments');
  const symbols = {
    USD: '$',
    EUR: '€',
    GBP: '£',
    JPY: '¥',
    CAD: 'C$',
    AUD: 'A$',
    CHF: 'Fr',
    BTC: '₿',
    ETH: 'Ξ',
  };
  const codes = 'USDT USDC BNB XRP ADA SOL DOGE DOT LTC'.split(' ');
  await expectCount(field('Currency').getByRole('option'), 19);
  const shown = () => document.querySelector('[data-slot=amount-symbol]')?.textContent;
  for (const [code, symbol] of [...Object.entries(symbols), ...codes.map((code) => [code, code])]) {
    await field('Currency').selectOptions(code ?? '');
    await expect.poll(shown).toBe(symbol);
  }
});

/** @covers 5.simulated-payment.1, 8.authentication.4 */
test('A visitor who sends a payment must log in, and the form keeps its values', async () => {
  const backend = await openScreen('/payments');
  respondWithUser(createPerson(), backend);
  await fillIndividual();
  await description.fill('Engine parts');
  await sendButton.click();
  await expectToast('Authentication Error', 'You must be logged in to send a payment.');
  await expect.element(toastOf()).toHaveAttribute('data-variant', 'destructive');

  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log In' });
  await dialog.getByLabelText('Email').fill('grace@example.com');
  await dialog.getByLabelText('Password', { exact: true }).fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click();
  await expectNone(dialog);
  await expectValue(field('Recipient name'), 'Ada Lovelace');
  await expectValue(field('Recipient email'), 'ada@example.com');
  await expectValue(field('Amount'), '1250.5');
  await expectValue(description, 'Engine parts');
  await sendButton.click();
  await expectToast('Simulated payment successful');
});

/** @covers 4.simulations.1, 9.18 */
test('A payment to an individual is simulated for 1 s, is not stored, and clears the form', async () => {
  const backend = await openSignedIn();
  await fillIndividual();
  await description.fill('Engine parts');
  await expectSimulatedSubmission(backend, {
    button: sendButton,
    delayMs: 1000,
    successTitle: 'Simulated payment successful',
    successDescription: '$1,250.50 to Ada Lovelace. No money has moved.',
  });
  for (const label of ['Recipient name', 'Recipient email', 'Amount', 'Description']) {
    await expectValue(page.getByLabelText(label), '');
  }
});

/** @covers 4.simulations.1, 5.simulated-payment.5, 9.8 */
test('A payment to a business is simulated for 1 s, is not stored, and clears the form', async () => {
  const backend = await openSignedIn();
  await tab('Business').click();
  await field('Business name').fill('Juniper Row');
  await field('Business ID').fill('JR-1');
  await field('Amount').fill('0.01');
  await field('Currency').selectOptions('EUR');
  await expectSimulatedSubmission(backend, {
    button: sendButton,
    delayMs: 1000,
    successTitle: 'Simulated payment successful',
    successDescription: '€0.01 to Juniper Row. No money has moved.',
  });
  for (const label of ['Business name', 'Business ID', 'Amount', 'Description']) {
    await expectValue(page.getByLabelText(label), '');
  }
  await expectValue(field('Currency'), 'USD');
});

describe('An amount in another number format', () => {
  const amount = field('Amount');

  test.each([
    ['12,50', '$12.50'],
    ['1.250,00', '$1,250.00'],
    ['1,250', '$1,250.00'],
    ['۱٬۲۵۰٫۵', '$1,250.50'],
  ])('that is entered as "%s" is sent as %s, which the field shows first', async (typed, shown) => {
    await openSignedIn();
    await fillIndividual();
    await amount.clear();
    await amount.click();
    await userEvent.keyboard(typed);
    await expectDescription(amount, `We read this as ${shown}.`);
    blur(amount);
    await expectValue(amount, typed);
    await sendButton.click();
    await expectToast('Simulated payment successful', `${shown} to Ada Lovelace.`);
  });

  test('that has two possible meanings is rejected at the field and stays as it was typed', async () => {
    await openSignedIn();
    await fillIndividual();
    await amount.fill('1.250');
    await expectTexts(messagesIn, []);
    blur(amount);
    await expectTexts(messagesIn, ["We can't tell if this is 1,250 or 1.25. Enter 1250 or 1.25."]);
    await expectValue(amount, '1.250');
    await sendButton.click();
    await expectToast('Invalid amount', 'Please enter a valid payment amount.');
    await closeToast();

    await amount.fill('1.250,00');
    await expectTexts(messagesIn, []);
    await expectDescription(amount, 'We read this as $1,250.00.');
    await sendButton.click();
    await expectToast('$1,250.00 to Ada Lovelace.');
  });

  test('keeps each pasted character, and shows an error at the field if it is not a number', async () => {
    await openSignedIn();
    await description.fill('1.250,00');
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.copy();
    await amount.click();
    await userEvent.paste();
    await expectValue(amount, '1.250,00');
    await expectDescription(amount, 'We read this as $1,250.00.');
    await amount.fill('12,50 euros');
    blur(amount);
    await expectTexts(messagesIn, ['Enter the amount in digits, like 1250.50.']);
    await expectValue(amount, '12,50 euros');
  });
});

describe('The payment form', () => {
  /** @covers 5.simulated-payment.2, 8.1, 8.orders.3 */
  test('rejects an amount that is empty, zero, negative or a fraction of a cent', async () => {
    await openSignedIn();
    await fillIndividual();
    for (const amount of ['', '0', '-5', '0.001']) {
      await field('Amount').fill(amount);
      await sendButton.click();
      await expectToast('Invalid amount', 'Please enter a valid payment amount.');
      await expect.element(toastOf()).toHaveAttribute('data-variant', 'destructive');
      await expect.element(field('Amount')).toHaveAttribute('aria-invalid', 'true');
      await closeToast();
    }
    await expectValue(field('Recipient name'), 'Ada Lovelace');
  });

  test('clears its errors when another recipient tab opens, also through the Back button', async () => {
    await openSignedIn();
    await tab('Business').click();
    for (const usesBack of [true, false]) {
      await sendButton.click();
      await expect.element(field('Amount')).toHaveAttribute('aria-invalid', 'true');
      if (usesBack) window.history.back();
      else await tab('Business').click();
      await expect.element(field('Amount')).toHaveAttribute('aria-invalid', 'false');
    }
  });

  /** @covers 5.simulated-payment.3, 8.orders.2 */
  test('shows Missing Information for an individual without a name or a valid email', async () => {
    await openSignedIn();
    await field('Amount').fill('10');
    for (const [name, email] of [
      ['', 'ada@example.com'],
      ['Ada Lovelace', ''],
      ['Ada Lovelace', 'not an address'],
    ] as const) {
      await field('Recipient name').fill(name);
      await field('Recipient email').fill(email);
      await sendButton.click();
      await expectToast('Missing Information', 'Please provide recipient name and email.');
      await closeToast();
    }
    await expect.element(page.getByText('Enter a valid email address.')).toBeVisible();
  });

  /** @covers 5.simulated-payment.4, 8.orders.2 */
  test('shows Missing Information for a business without an ID', async () => {
    await openSignedIn();
    await tab('Business').click();
    await field('Amount').fill('10');
    await field('Business name').fill('Juniper Row');
    await sendButton.click();
    await expectToast('Missing Information', 'Please provide business name and ID.');
    await expect.element(page.getByText("Enter the business's ID.")).toBeVisible();
  });
});

test('A payment form keeps what was typed when its tab is switched and when the window regains focus', async () => {
  await openSignedIn();
  await fillIndividual();
  await tab('Business').click();
  await field('Business name').fill('Juniper Row');
  returnToTab();
  await tab('Individual').click();
  await expectValue(field('Recipient name'), 'Ada Lovelace');
  await expectValue(field('Amount'), '1250.5');
  await tab('Business').click();
  await expectValue(field('Business name'), 'Juniper Row');
});

test('A simulation ends without a message when the customer leaves the payments page', async () => {
  await openSignedIn();
  await fillIndividual();
  stopClock();
  await sendButton.click();
  await expect.element(page.getByRole('button', { name: 'Processing…' })).toBeVisible();
  await page.getByRole('link', { name: 'Utility Bills' }).first().click();
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Utility Bills' }))
    .toBeVisible();
  await advanceTime(2000);
  await expectNone(toastOf());
});

test('A payment can be sent with the keyboard alone', async () => {
  await openSignedIn();
  (tab('Individual').element() as HTMLElement).focus();
  await press('ArrowRight');
  await expect.element(tab('Business')).toHaveFocus();
  await press('ArrowLeft');
  await expect.element(tab('Individual')).toHaveFocus();
  await press('Tab', 'Tab');
  await expect.element(field('Recipient name')).toHaveFocus();
  await userEvent.keyboard('Ada Lovelace{Tab}ada@example.com{Tab}12.00{Tab}{Tab}Engine parts');
  await expectValue(description, 'Engine parts');
  await press('Enter');
  await expectToast('$12.00 to Ada Lovelace');
});
