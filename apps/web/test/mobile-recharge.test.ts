import { PENDING_STATUS } from '@beaconpay/domain';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectToastFor, stopClock } from './support/clock.ts';
import {
  blur,
  expectCount,
  expectDescription,
  expectNone,
  expectText,
  expectTexts,
  expectToast,
  expectValue,
  press,
  toastOf,
} from './support/looks.ts';
import { acceptRecords } from './support/manual-payments.ts';
import { createPerson, respondWithUser } from './support/people.ts';
import { openScreen, PHONE } from './support/screen.tsx';

const group = (name: string) => page.getByRole('radiogroup', { name, exact: true });
const choice = (name: string, option: string) => group(name).getByRole('radio', { name: option });
const operators = group('Operator').getByRole('radio');
const phone = page.getByLabelText('Phone number');
const reference = page.getByLabelText('Transaction reference');
const search = page.getByLabelText('Search operators');
const submitButton = page.getByRole('button', { name: 'Submit Recharge' });
const submitted = page.getByRole('heading', { name: 'Mobile Recharge Submitted' });
const form = (operator: string) => page.getByRole('heading', { name: `Recharge ${operator}` });
const labelsOf = (name: string) => () => group(name).element().querySelectorAll('label');
const openSignedIn = () => openScreen('/mobile-recharge', { person: createPerson() });

async function openPhone(): Promise<void> {
  await page.viewport(PHONE.width, PHONE.height);
  await openScreen('/mobile-recharge');
}

async function fillRecharge(): Promise<void> {
  await choice('Operator', 'MTN').click();
  await phone.fill('+234 803 555 0199');
  await reference.fill('WIRE-2026-0077');
}

/** @covers 2.5, 2.mobile-recharge.1, 2.mobile-recharge.2, 2.mobile-recharge.4 */
test('Operators are filtered by country and by name, and the heading shows their number', async () => {
  await openScreen('/mobile-recharge');
  const title = (count: number) =>
    page.getByRole('heading', { name: `Select Operator (${String(count)} found)`, exact: true });
  await expect.element(title(8)).toBeVisible();
  const byCountry = {
    Nigeria: ['Glo Mobile', 'MTN', 'Airtel', '9mobile'],
    UK: ['Vodafone', 'O2'],
    USA: ['AT&T', 'Verizon'],
  };
  const country = page.getByLabelText('Country');
  for (const [name, found] of Object.entries(byCountry)) {
    await country.selectOptions(name);
    await expect.element(title(found.length)).toBeVisible();
    await expectCount(operators, found.length);
    for (const operator of found) {
      await expect.element(choice('Operator', operator)).toBeVisible();
    }
  }
  await country.selectOptions('');
  await search.fill('VODA');
  await expect.element(title(1)).toBeVisible();
  await country.selectOptions('USA');
  await expect.element(title(0)).toBeVisible();
  await expect
    .element(page.getByText('No operators match your search. Try different criteria.'))
    .toBeVisible();
});

/** @covers 2.mobile-recharge.3, 5.recharge.4, 5.recharge.5, 9.6 */
test('The form appears after an operator is selected, with $10 of talktime by bank transfer', async () => {
  await openScreen('/mobile-recharge');
  await expect.element(page.getByText('Payment is manual')).toBeVisible();
  await expectNone(phone);
  await choice('Operator', 'Verizon').click();
  await expect.element(form('Verizon')).toBeVisible();
  await expectTexts(labelsOf('Amount'), ['$5.00', '$10.00', '$20.00', '$50.00']);
  await expect.element(choice('Amount', '$10.00')).toBeChecked();
  await expectTexts(labelsOf('Type'), ['Talktime', 'Data', 'Bundle']);
  await expect.element(choice('Type', 'Talktime')).toBeChecked();
  await expect.element(choice('Payment method', 'Bank Transfer')).toBeChecked();
  await choice('Amount', '$50.00').click();
  await expectText(page.getByRole('region', { name: 'Bank Transfer instructions' }), '$50.00');
});

test('Selecting an operator on a phone scrolls its form into view and focuses the phone number', async () => {
  await openPhone();
  for (const name of ['Verizon', 'MTN', 'MTN']) {
    window.scrollTo(0, 0);
    await choice('Operator', name).click();
    await expect.element(form(name)).toBeInViewport();
    await expect.element(phone).toHaveFocus();
    await expect.element(phone).toBeInViewport();
  }
});

test('The arrow keys select operators and keep the focus in the list', async () => {
  await openPhone();
  (operators.first().element() as HTMLElement).focus();
  await press('ArrowDown');
  await expect.element(choice('Operator', 'MTN')).toBeChecked();
  await expectCount(form('MTN'), 1);
  await expect.element(choice('Operator', 'MTN')).toHaveFocus();
  await press('ArrowDown');
  await expect.element(choice('Operator', 'Airtel')).toHaveFocus();
});

test('An invalid phone number shows an error at its field on blur', async () => {
  await openScreen('/mobile-recharge');
  await choice('Operator', 'MTN').click();
  await phone.fill('call me');
  blur(phone);
  await expectDescription(phone, 'Please enter a valid phone number.');
  await expect.element(phone).toHaveAttribute('aria-invalid', 'true');
});

test('The form keeps its values when another operator is selected or the selected one is filtered out', async () => {
  await openPhone();
  await fillRecharge();
  await choice('Operator', 'O2').click();
  // The form of the selected operator takes the focus, which must not happen while the user types a search.
  await expect.element(phone).toHaveFocus();
  await search.fill('nothing like it');
  await expect.element(form('O2')).toBeVisible();
  await expectValue(phone, '+234 803 555 0199');
  await expectValue(reference, 'WIRE-2026-0077');
});

/** @covers 5.recharge.1, 8.authentication.4 */
test('A visitor who recharges must log in, and the form keeps its values', async () => {
  const backend = await openScreen('/mobile-recharge');
  respondWithUser(createPerson(), backend);
  acceptRecords(backend, 'recharges');
  await fillRecharge();
  stopClock();
  await submitButton.click();
  await expectToast('Authentication Error', 'You must be logged in to recharge.');
  await expect.element(toastOf()).toHaveAttribute('data-variant', 'destructive');
  await expectToastFor(5_000);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Log In' });
  await dialog.getByLabelText('Email').fill('grace@example.com');
  await dialog.getByLabelText('Password', { exact: true }).fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click();
  await expectNone(dialog);
  await expectValue(phone, '+234 803 555 0199');
  await submitButton.click();
  await expect.element(submitted).toBeVisible();
  expect(window.location.search).toMatch(/^\?type=mobile_recharge_manual&order_id=/);
  expect(backend.sent('POST /rest/v1/recharges')).toHaveLength(1);
});

/** @covers 5.recharge.2, 5.recharge.3, 8.orders.1, 8.orders.2 */
test('A recharge without phone, reference or card details shows what is missing and sends nothing', async () => {
  const backend = await openSignedIn();
  await choice('Operator', 'Airtel').click();
  await submitButton.click();
  await expectToast(
    'Missing Information',
    'Please select an operator, enter phone number, amount, and type.',
  );
  await expect.element(phone).toHaveFocus();

  await phone.fill('call me maybe');
  await submitButton.click();
  await expectToast('Recharge Submission Failed', 'Please enter a valid phone number.');

  await phone.fill('08035550199');
  await submitButton.click();
  await expectToast(
    'Missing Information',
    'Please provide a transaction reference for your payment.',
  );

  await choice('Payment method', 'Card Payment').click();
  await submitButton.click();
  await expectToast('Missing Card Information', 'Please fill all card payment details.');
  expect(backend.writes()).toEqual([]);
});

test('A double click on Submit Recharge sends one recharge and one transaction', async () => {
  const backend = await openSignedIn();
  acceptRecords(backend, 'recharges');
  await fillRecharge();
  await submitButton.dblClick();
  await expect.element(submitted).toBeVisible();
  expect(backend.sent('POST /rest/v1/recharges')).toHaveLength(1);
  expect(backend.sent('POST /rest/v1/transactions')).toHaveLength(1);
});

test('A retry after a lost response sends the idempotency key of the first attempt and finds the stored recharge', async () => {
  const backend = await openSignedIn();
  const id = acceptRecords(backend, 'recharges');
  backend.respond('POST /rest/v1/recharges', () => Promise.reject(new TypeError('reset')));
  await fillRecharge();
  await submitButton.click();
  await expectToast('Recharge Submission Failed', "We couldn't reach BeaconPay.");

  backend.respond('POST /rest/v1/recharges', () =>
    Response.json(
      { code: '23505', message: 'violates "recharges_idempotency_key"', details: null, hint: null },
      { status: 409 },
    ),
  );
  backend.respond('GET /rest/v1/recharges', ({ query }) =>
    Response.json(query.has('idempotency_key') ? { id } : [{ id, status: PENDING_STATUS }]),
  );
  await submitButton.click();
  await expect.element(submitted).toBeVisible();
  expect(new URLSearchParams(window.location.search).get('order_id')).toBe(id);
  const sent = backend.sent('POST /rest/v1/recharges').map(({ headers }) => headers);
  expect(sent).toHaveLength(2);
  for (const name of ['Idempotency-Key', 'X-Device-Id']) {
    expect(sent[0]?.get(name), name).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[1]?.get(name), name).toBe(sent[0]?.get(name));
  }
  expect(backend.sent('POST /rest/v1/transactions')).toHaveLength(1);
});

/** @covers 8.orders.4 */
test("A recharge that the backend rejects shows the backend's message and keeps the form", async () => {
  const backend = await openSignedIn();
  acceptRecords(backend, 'recharges');
  backend.respond('POST /rest/v1/recharges', () =>
    Response.json(
      { code: '23514', message: 'A recharge is 5, 10, 20 or 50 USD.', details: null },
      { status: 400 },
    ),
  );
  await fillRecharge();
  await submitButton.click();
  await expectToast('Recharge Submission Failed', 'A recharge is 5, 10, 20 or 50 USD.');
  expect(window.location.pathname).toBe('/mobile-recharge');
  await expectValue(phone, '+234 803 555 0199');
  await expectValue(reference, 'WIRE-2026-0077');
});

/** @covers 8.orders.5 */
test('A recharge whose transaction row fails shows one toast for 7 seconds', async () => {
  const backend = await openSignedIn();
  acceptRecords(backend, 'recharges');
  backend.respond('POST /rest/v1/transactions', () =>
    Response.json({ code: 'XX000', message: 'no', details: null }, { status: 500 }),
  );
  await fillRecharge();
  stopClock();
  await submitButton.click();
  await expectToast(
    'Transaction Logging Error',
    'Recharge submitted, but failed to log transaction. Please contact support.',
  );
  await expect.element(toastOf()).toHaveAttribute('data-variant', 'destructive');
  await expect.element(submitted).toBeVisible();
  await expectToastFor(7_000);
});
