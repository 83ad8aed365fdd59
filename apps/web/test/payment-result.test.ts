import { PENDING_STATUS } from '@beaconpay/domain';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { expectNone, expectText, expectToast, toastOf } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const result = page.getByRole('main');
const orderId = '7c1d9f3e-5d0a-4c88-9f0e-2a4b1c6d8e90';
const CONFIRM = 'POST /functions/v1/confirm-payment';

/** @covers 2.11, 2.result-pages.1, 4.success-page.1 */
test('A manual card order is shown as submitted immediately, with its reference', async () => {
  await openScreen(`/payment-success?type=card_order_manual&order_id=${orderId}`);
  await expect.element(heading('Card Order Submitted')).toBeVisible();
  await expectText(result, 'submitted, pending manual verification', orderId);
  await expect.element(page.getByRole('button', { name: 'Copy reference ID' })).toBeVisible();
  await expect
    .element(result.getByRole('link', { name: 'My Dashboard' }))
    .toHaveAttribute('href', '/personal');
});

/** @covers 2.11, 4.success-page.1 */
test.each(['order_id', 'recharge_id'])(
  'A manual recharge with the parameter %s is shown as submitted',
  async (parameter) => {
    await openScreen(`/payment-success?type=mobile_recharge_manual&${parameter}=${orderId}`);
    await expect.element(heading('Mobile Recharge Submitted')).toBeVisible();
    await expectText(result, 'submitted, pending manual verification', orderId);
  },
);

const order = {
  status: PENDING_STATUS,
  admin_notes: null,
  amount: 15,
  currency: 'USD',
  payment_method: 'bank_transfer',
  payment_details: { details: [{ label: 'Bank', value: 'Night Sea Bank' }] },
  transaction_reference: 'TR-2026-77',
  payment_code: null,
  stripe_session_id: null,
  card_details: { tier: 'premium', cardName: 'Travel' },
};

/** Opens the success page of the customer's own order. */
const openOrder = (change: Partial<Record<keyof typeof order, unknown>> = {}) =>
  openScreen(`/payment-success?type=card_order_manual&order_id=${orderId}`, {
    person: createPerson(),
    prepare: ({ respond }) =>
      respond('GET /rest/v1/orders', () => Response.json({ ...order, ...change })),
  });

const shownDetails = () =>
  Object.fromEntries(
    result
      .getByRole('term')
      .elements()
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const payByCard = page.getByRole('button', { name: 'Pay by card now' });

/** @covers 2.11 */
test('The success page shows the order, its payment method and the payment details', async () => {
  await openOrder();
  await expect.poll(shownDetails).toMatchObject({
    'Card tier': 'Premium',
    'Card name': 'Travel',
    Amount: '$15.00',
    'Payment method': 'Bank Transfer',
    'Payment reference': 'TR-2026-77',
    'Amount to pay': '$15.00',
    Bank: expect.stringContaining('Night Sea Bank') as string,
  });
  await expectAccessible();
});

test('The success page of a recharge shows its operator and phone number', async () => {
  const { card_details: _card, ...payment } = order;
  await openScreen(`/payment-success?type=mobile_recharge_manual&order_id=${orderId}`, {
    person: createPerson(),
    prepare: ({ respond }) =>
      respond('GET /rest/v1/recharges', () =>
        Response.json({
          ...payment,
          operator: 'MTN',
          phone_number: '+234 800 000 0000',
          recharge_details: { type: 'data' },
        }),
      ),
  });
  await expect.poll(shownDetails).toMatchObject({
    Operator: 'MTN',
    'Phone number': '+234 800 000 0000',
    Type: 'Data',
  });
});

test('The success page of a bank transfer shows card payment only after Pay another way is pressed', async () => {
  await openOrder();
  const another = page.getByRole('button', { name: 'Pay another way' });
  await expect.element(another).toHaveAttribute('aria-expanded', 'false');
  await expectNone(payByCard);
  await another.click();
  await expect.element(payByCard).toBeVisible();
  await expectText(
    result,
    "If you haven't paid by Bank Transfer yet, you can pay by card instead.",
  );
});

test('The success page of an order by card shows Pay by card now and no bank details', async () => {
  await openOrder({ payment_method: 'card_payment', payment_details: null });
  await expect.element(payByCard).toBeVisible();
  await expectNone(page.getByRole('button', { name: 'Pay another way' }));
  expect(shownDetails()).not.toHaveProperty('Amount to pay');
});

test('The success page of a reviewed order shows no payment details and no payment buttons', async () => {
  await openOrder({ status: 'manual_payment_rejected', admin_notes: 'No payment arrived.' });
  await expect.element(heading('Card Order Rejected')).toBeVisible();
  expect(shownDetails()).toMatchObject({ Reason: 'No payment arrived.', Amount: '$15.00' });
  expect(shownDetails()).not.toHaveProperty('Bank');
  await expectNone(page.getByRole('button', { name: /^Pay/ }));
});

test.each([
  ['pending', {}],
  ['rejected', { status: 'manual_payment_rejected' }],
  ['approved', { status: 'manual_payment_approved' }],
])('The success page of an order that is %s links to support', async (_state, change) => {
  await openOrder(change);
  await expect
    .element(result.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', '/support');
});

test('An order that fails to load can be loaded again', async () => {
  const backend = await openScreen(`/payment-success?type=card_order_manual&order_id=${orderId}`, {
    person: createPerson(),
    prepare: ({ respond }) =>
      respond('GET /rest/v1/orders', () =>
        Response.json({ code: 'XX000', message: 'asleep' }, { status: 400 }),
      ),
  });
  await expect.element(page.getByText("We couldn't load your card order.")).toBeVisible();
  backend.respond('GET /rest/v1/orders', () => Response.json(order));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.poll(shownDetails).toHaveProperty('Amount', '$15.00');
});

/** @covers 4.success-page.8 */
test.each(['', '?type=card_order', '?order_id=1'])(
  'A success page without a manual type and without a session shows an error: "%s"',
  async (query) => {
    await openScreen(`/payment-success${query}`);
    await expect
      .element(
        page.getByText('Invalid payment confirmation request. Necessary details are missing.'),
      )
      .toBeVisible();
    await expect.element(result.getByRole('link', { name: 'Contact support' })).toBeVisible();
  },
);

/** @covers 4.success-page.4, 4.success-page.5, 8.success-page.1, 8.success-page.2 */
test.each([
  [
    '?type=gift&session_id=cs_1&local_order_id=1',
    'Invalid transaction type specified for Stripe payment.',
  ],
  ['?session_id=cs_1&local_order_id=1', 'Invalid transaction type specified for Stripe payment.'],
  ['?type=card_order&session_id=cs_1', 'Missing local transaction ID for Stripe confirmation.'],
  [
    '?type=mobile_recharge&session_id=cs_1&local_order_id=1',
    'Missing local transaction ID for Stripe confirmation.',
  ],
])(
  'A card payment with an unknown type or without a record ID shows a specific error: %s',
  async (query, message) => {
    await openScreen(`/payment-success${query}`, { person: createPerson() });
    await expectText(result, message);
    await expectToast(message);
    await expect.element(toastOf()).toHaveAttribute('data-variant', 'destructive');
  },
);

/** Opens the page that confirms a card payment, with this response of the function. */
function openConfirmation(confirm: () => Response | Promise<Response>) {
  return openScreen(
    `/payment-success?type=card_order&session_id=cs_test_1&local_order_id=${orderId}`,
    {
      person: createPerson(),
      prepare(backend) {
        backend.respond('GET /rest/v1/orders', () => Response.json(order));
        backend.respond(CONFIRM, confirm);
      },
    },
  );
}

/** @covers 2.11 */
test('The success page calls confirm-payment once, with type, record and session', async () => {
  const backend = await openConfirmation(() => Response.json({ status: 'completed' }));
  await expect.element(heading('Payment confirmed')).toBeVisible();
  await expectText(result, orderId);
  await expect.poll(shownDetails).toMatchObject({ 'Card tier': 'Premium', Amount: '$15.00' });
  expect(backend.sent(CONFIRM).map(({ body }) => body)).toEqual([
    { type: 'card_order', record_id: orderId, session_id: 'cs_test_1' },
  ]);
});

test('A record that is already completed is shown as already confirmed and is not confirmed again', async () => {
  const person = createPerson();
  const backend = await openScreen(
    `/payment-success?type=mobile_recharge&session_id=cs_test_2&local_recharge_id=${orderId}`,
    {
      person,
      prepare: ({ respond }) =>
        respond('GET /rest/v1/recharges', () => Response.json({ status: 'completed' })),
    },
  );
  await expect.element(heading('Payment already confirmed')).toBeVisible();
  await expectText(result, 'already confirmed');
  const [request] = backend.sent('GET /rest/v1/recharges');
  expect(request?.query.get('user_id')).toBe(`eq.${person.id}`);
  expect(backend.sent(CONFIRM)).toEqual([]);
});

test('A payment that another request has just confirmed is shown as already confirmed', async () => {
  await openConfirmation(() =>
    Response.json(
      { message: 'already confirmed', hint: 'payment.already_confirmed' },
      { status: 409 },
    ),
  );
  await expect.element(heading('Payment already confirmed')).toBeVisible();
});

/** @covers 8.success-page.3 */
test('A rejected confirmation shows Confirmation Error with the reason and can be retried', async () => {
  const backend = await openConfirmation(() =>
    Response.json({ message: "This payment hasn't been completed yet." }, { status: 402 }),
  );
  await expect.element(heading('Confirmation Error')).toBeVisible();
  await expectText(result, "This payment hasn't been completed yet.");
  await expectToast('Confirmation Error', "This payment hasn't been completed yet.");

  backend.respond(CONFIRM, () => Response.json({ status: 'completed' }));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(heading('Payment confirmed')).toBeVisible();
});

/** @covers 8.success-page.4 */
test('A confirmation without a response shows an unexpected error', async () => {
  await openConfirmation(() => Promise.reject(new TypeError('reset')));
  await expectText(result, 'An unexpected error occurred while confirming...');
  await expectToast('Confirmation Error');
});

/** @covers 2.12, 2.result-pages.1, 4.cancel-page.1, 4.cancel-page.2, 4.cancel-page.3 */
test.each([
  ['?type=card_order', 'Card Order Cancelled', '/cards'],
  ['?type=mobile_recharge', 'Mobile Recharge Cancelled', '/mobile-recharge'],
  ['?type=other', 'Transaction Cancelled', '/'],
  ['', 'Transaction Cancelled', '/'],
])(
  'The cancel page of "%s" names the cancelled transaction, states that nothing was charged, and has links to continue',
  async (query, title, path) => {
    await openScreen(`/payment-cancel${query}`);
    await expect.element(heading(title)).toBeVisible();
    await expect
      .element(page.getByText('You have not been charged.', { exact: true }))
      .toBeVisible();
    const links = result.getByRole('link');
    await expect.element(links.first()).toHaveAttribute('href', path);
    await expect.element(links.last()).toHaveAttribute('href', '/support');
  },
);
