import { PENDING_STATUS } from '@beaconpay/domain';
import { test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { PAYMENT_CODE, type FakeBackend } from './support/backend.ts';
import { expectNone, expectText } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const ORDER_ID = '7c1d9f3e-5d0a-4c88-9f0e-2a4b1c6d8e90';
const GERMAN_ACCOUNT = [
  { label: 'Bank', value: 'Night Sea Bank' },
  { label: 'Account holder', value: 'Beacon Pay GmbH' },
  { label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
];
const order = {
  id: ORDER_ID,
  status: PENDING_STATUS,
  admin_notes: null,
  amount: 15,
  currency: 'USD',
  payment_method: 'bank_transfer',
  payment_details: { details: GERMAN_ACCOUNT },
  transaction_reference: 'TR-2026-77',
  payment_code: PAYMENT_CODE,
  stripe_session_id: null,
  card_details: { tier: 'premium', cardName: 'Travel' },
  created_at: '2026-11-20T10:00:00Z',
  reviewed_at: null,
  updated_at: '2026-11-20T10:00:00Z',
};
const received = {
  record_id: ORDER_ID,
  state: 'received',
  received_amount: 15,
  amount: 15,
  currency: 'USD',
  paid_on: '2026-11-23',
  bank_reference: 'NSB-20261123-0042',
};
const transaction = {
  id: crypto.randomUUID(),
  type: 'card_order',
  description: 'Premium virtual card order',
  amount: 15,
  currency: 'USD',
  status: PENDING_STATUS,
  related_order_id: ORDER_ID,
  created_at: order.created_at,
};

interface Stored {
  order?: Partial<Record<keyof typeof order, unknown>>;
  /** Null if no statement line belongs to this order. */
  received?: Partial<typeof received> | null;
}

const respondWithRecord = (
  backend: FakeBackend,
  { order: change = {}, received: payment = null }: Stored,
) => {
  const row = { ...order, ...change };
  backend.respond('GET /rest/v1/orders', ({ query }) =>
    // A single record is requested as an object, not as a list.
    Response.json(query.get('id')?.startsWith('in.') === true ? [row] : row),
  );
  backend.respond('GET /rest/v1/recharges', () => Response.json([]));
  backend.respond('GET /rest/v1/transactions', () =>
    Response.json([{ ...transaction, status: row.status }]),
  );
  backend.respond('GET /rest/v1/payment_states', () =>
    Response.json(payment === null ? [] : [{ ...received, ...payment }]),
  );
};

const main = page.getByRole('main');

async function openSubmitted(stored: Stored): Promise<FakeBackend> {
  const backend = await openScreen(`/payment-success?type=card_order_manual&order_id=${ORDER_ID}`, {
    person: createPerson(),
    prepare: (fake) => respondWithRecord(fake, stored),
  });
  await expectText(main, 'Travel');
  return backend;
}

const openHistory = (stored: Stored) =>
  openScreen('/personal?tab=history', {
    person: createPerson(),
    prepare: (fake) => respondWithRecord(fake, stored),
  });

test('A payment that was received in full is shown as being booked, without Where to pay', async () => {
  await openSubmitted({ received: {} });
  await expectText(
    main,
    'Payment received, being booked',
    "We've received $15.00. You don't need to do anything.",
  );
  await expectNone(page.getByRole('heading', { name: 'Where to pay' }));
  await expectAccessible();
});

test('A partial payment shows the remaining amount and the payment code for it', async () => {
  await openSubmitted({ received: { state: 'partial', received_amount: 10 } });
  const notice = main.getByRole('status').filter({ hasText: 'We received $10.00 of $15.00' });
  await expectText(
    notice,
    'Please pay the remaining $5.00 to the same account. We approve your card order when it arrives.',
    `Use the same payment code: ${PAYMENT_CODE}`,
  );
  await expectText(page.getByRole('region', { name: 'Where to pay' }), 'Amount to pay$5.00');
  await expectAccessible();
});

test('A rejected order shows no partial payment', async () => {
  await openSubmitted({
    order: { status: 'manual_payment_rejected' },
    received: { state: 'partial', received_amount: 10 },
  });
  await expectNone(main.getByText('We received $10.00'));
});

test('Transaction History shows the received amount and the payment code of a pending record', async () => {
  await openHistory({ received: { state: 'partial', received_amount: 10 } });
  const list = page.getByRole('list', { name: 'Transactions' });
  await expectText(list, 'We received $10.00 of $15.00');
  await page.getByRole('button', { name: /^Details of/ }).click();
  await expectText(list, `Payment code${PAYMENT_CODE}`);
  await expectAccessible();
});

test('A receipt shows the date and the bank reference of the payment', async () => {
  const approved = { status: 'manual_payment_approved', reviewed_at: '2026-11-23T12:00:00Z' };
  await openHistory({ order: approved, received: {} });
  await page.getByRole('button', { name: /^Details of/ }).click();
  await page.getByRole('button', { name: /^Receipt for/ }).click();
  const receipt = page.getByRole('article', { name: /receipt/i });
  await expectText(receipt, 'Payment receivedNovember 23, 2026', 'Bank referenceNSB-20261123-0042');
});
