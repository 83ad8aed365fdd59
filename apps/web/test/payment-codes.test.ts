import { createPaymentCode } from '@beaconpay/domain';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { PAYMENT_CODE, type FakeBackend } from './support/backend.ts';
import {
  expectDescription,
  expectNone,
  expectText,
  expectToast,
  expectValue,
} from './support/looks.ts';
import { acceptRecords, fillCard } from './support/manual-payments.ts';
import { createPerson } from './support/people.ts';
import { openScreen, PHONE } from './support/screen.tsx';

const RESERVE = 'POST /rest/v1/rpc/reserve_payment_code';
const OTHER_CODE = createPaymentCode((count) => new Uint8Array(count).fill(21));
const WRONG_CODE = PAYMENT_CODE.replace(/H$|V$/, 'W');

const instructions = page.getByRole('region', { name: 'Bank Transfer instructions' });
const reference = page.getByLabelText('Transaction reference');
const useCode = page.getByRole('button', { name: 'I used this code' });
const submitButton = page.getByRole('button', { name: 'Submit Order' });
const tier = (name: string) => page.getByRole('radio', { name });
const method = (name: string) => page.getByRole('radio', { name });

/** Opens the form as a customer, and scrolls to the payment, which loads its details. */
async function openForm(prepare: (backend: FakeBackend) => void = () => undefined) {
  const backend = await openScreen('/cards', {
    person: createPerson(),
    prepare(fake) {
      acceptRecords(fake, 'orders');
      prepare(fake);
    },
  });
  await fillProduct();
  return backend;
}

async function fillProduct(): Promise<void> {
  await tier('Premium').click();
  await method('Bank Transfer').click();
}

/** The order that the screen has sent. */
async function submitOrder(backend: FakeBackend): Promise<unknown> {
  await submitButton.click();
  await expect.poll(() => backend.sent('POST /rest/v1/orders').length).toBe(1);
  await expect.element(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
  return backend.sent('POST /rest/v1/orders')[0]?.body;
}

test('“I used this code” enters the payment code as the reference, and the order contains it', async () => {
  const backend = await openForm();
  await expectText(instructions, PAYMENT_CODE, 'Put this code into the reference of your transfer');
  await expect
    .element(instructions.getByRole('button', { name: 'Copy payment code' }))
    .toBeVisible();
  await useCode.click();
  await expectValue(reference, PAYMENT_CODE);
  await expectText(instructions, 'Entered as your reference');
  await expectAccessible();
  expect(await submitOrder(backend)).toMatchObject({
    transaction_reference: PAYMENT_CODE,
    payment_code: PAYMENT_CODE,
  });
});

test('An order with another reference still contains the payment code', async () => {
  const backend = await openForm();
  await useCode.click();
  await reference.fill('WIRE-2026-0042');
  await expect.element(instructions.getByText('Entered as your reference')).not.toBeInTheDocument();
  expect(await submitOrder(backend)).toMatchObject({
    transaction_reference: 'WIRE-2026-0042',
    payment_code: PAYMENT_CODE,
  });
});

test('Each payment method shows where to enter the payment code', async () => {
  await openForm();
  const places = {
    'Binance Pay': 'Put this code into the note of your payment',
    Cash: 'Give this code to the agent',
    Other: 'Put this code into your payment',
    'Bank Transfer': 'Put this code into the reference of your transfer',
  };
  for (const [name, place] of Object.entries(places)) {
    await method(name).click();
    await expectText(page.getByRole('region', { name: `${name} instructions` }), place);
  }
});

test('The form keeps its payment code when the customer leaves, and gets a new one after a submission', async () => {
  const backend = await openForm();
  await expectText(instructions, PAYMENT_CODE);
  backend.respond(RESERVE, () => Response.json(OTHER_CODE));
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await expect.element(page.getByRole('heading', { level: 1, name: /payment/i })).toBeVisible();
  await page.getByRole('link', { name: 'Cards', exact: true }).first().click();
  await fillProduct();
  await expectText(instructions, PAYMENT_CODE);
  expect(backend.sent(RESERVE)).toHaveLength(1);

  await useCode.click();
  await submitOrder(backend);
  await page.getByRole('link', { name: 'Order another card' }).click();
  await fillProduct();
  await expectText(instructions, OTHER_CODE);
  expect(backend.sent(RESERVE)).toHaveLength(2);
});

test('The form shows a notice if it gets no payment code, and Try Again loads one', async () => {
  const backend = await openForm(({ respond }) =>
    respond(RESERVE, () => Response.json({ message: 'down' }, { status: 500 })),
  );
  await expectText(instructions, "There's no payment code right now. You can pay without one.");
  await expectNone(page.getByRole('alert'));
  backend.respond(RESERVE, () => Response.json(PAYMENT_CODE));
  await instructions.getByRole('button', { name: 'Try Again' }).click();
  await expectText(instructions, PAYMENT_CODE);
});

test('An order can be submitted without a payment code', async () => {
  const backend = await openForm(({ respond }) =>
    respond(RESERVE, () => Response.json({ message: 'down' }, { status: 500 })),
  );
  await expectText(instructions, "There's no payment code right now.");
  await reference.fill('WIRE-2026-0042');
  expect(await submitOrder(backend)).not.toHaveProperty('payment_code');
});

test('A payment code that another order already uses is replaced, and the form keeps its values', async () => {
  const backend = await openForm();
  await expectText(instructions, PAYMENT_CODE);
  backend.respond('POST /rest/v1/orders', () =>
    Response.json(
      { code: '23514', message: 'used', details: null, hint: 'payment_code.used' },
      { status: 400 },
    ),
  );
  backend.respond('GET /rest/v1/orders', () => Response.json([]));
  backend.respond(RESERVE, () => Response.json(OTHER_CODE));
  await reference.fill('WIRE-2026-0042');
  await submitButton.click();
  await expectToast(
    'Order Submission Failed',
    'This payment code already belongs to another order or recharge.',
  );
  await expectText(instructions, OTHER_CODE);
  await expectValue(reference, 'WIRE-2026-0042');

  acceptRecords(backend, 'orders');
  await submitButton.click();
  await expect.poll(() => backend.sent('POST /rest/v1/orders').length).toBe(2);
  expect(backend.sent('POST /rest/v1/orders')[1]?.body).toMatchObject({ payment_code: OTHER_CODE });
  await expect.element(page.getByRole('heading', { name: 'Card Order Submitted' })).toBeVisible();
});

test('A visitor gets no payment code', async () => {
  const backend = await openScreen('/cards');
  await fillProduct();
  await expectText(instructions, 'Placeholder Bank');
  expect(backend.sent(RESERVE)).toEqual([]);
});

test('A card payment has no payment code', async () => {
  const backend = await openForm();
  await expectText(instructions, PAYMENT_CODE);
  await method('Card Payment').click();
  await fillCard();
  expect(await submitOrder(backend)).not.toHaveProperty('payment_code');
});

test('A payment code with one wrong character shows a hint and can be submitted as the reference', async () => {
  const backend = await openForm();
  await expectText(instructions, PAYMENT_CODE);
  await reference.fill(WRONG_CODE);
  await expectDescription(
    reference,
    `This looks like a payment code with a wrong character. Your code is ${PAYMENT_CODE}.`,
  );
  await expectAccessible();
  expect(await submitOrder(backend)).toMatchObject({ transaction_reference: WRONG_CODE });
});

test('A correct payment code and an unrelated reference show no hint', async () => {
  await openForm();
  for (const typed of [PAYMENT_CODE.toLowerCase(), 'BP-4711', 'WIRE-2026-0042']) {
    await reference.fill(typed);
    await expectValue(reference, typed);
    await expectNone(page.getByText('This looks like a payment code'));
  }
});

test('“Copy all details” copies all payment details as one text', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openForm();
  await instructions.getByRole('button', { name: 'Copy all details' }).click();
  await expectText(instructions, 'Copied');
  expect(writeText.mock.calls[0]?.[0]).toBe(
    [
      'Amount to pay: $15.00',
      'Bank: Placeholder Bank',
      'Account name: BeaconPay (placeholder)',
      'Account number: 0000 0000',
      'SWIFT/BIC: XXXXXXXX',
      `Payment code: ${PAYMENT_CODE}`,
    ].join('\n'),
  );
  writeText.mockRestore();
});

test('The payment code and its buttons fit the width of a phone', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  await openForm();
  await expectText(instructions, PAYMENT_CODE);
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
  await expectAccessible();
});
