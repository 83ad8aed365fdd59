import { PENDING_STATUS } from '@beaconpay/domain';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectText, expectToast, toastOf } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const result = page.getByRole('main');
const orderId = '7c1d9f3e-5d0a-4c88-9f0e-2a4b1c6d8e90';
const CONFIRM = 'POST /functions/v1/confirm-payment';

test('A manual card order is shown as submitted at once, with its reference', async () => {
  await openScreen(`/payment-success?type=card_order_manual&order_id=${orderId}`);
  await expect.element(heading('Card Order Submitted')).toBeVisible();
  await expectText(result, 'submitted, pending manual verification', orderId);
  await expect.element(page.getByRole('button', { name: 'Copy reference' })).toBeVisible();
  await expect
    .element(result.getByRole('link', { name: 'My Dashboard' }))
    .toHaveAttribute('href', '/personal');
});

test.each(['order_id', 'recharge_id'])(
  'A manual recharge is shown as submitted by its %s',
  async (parameter) => {
    await openScreen(`/payment-success?type=mobile_recharge_manual&${parameter}=${orderId}`);
    await expect.element(heading('Mobile Recharge Submitted')).toBeVisible();
    await expectText(result, 'submitted, pending manual verification', orderId);
  },
);

test.each(['', '?type=card_order', '?order_id=1'])(
  'A success page with neither a manual type nor a session is refused: "%s"',
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
  'A card payment of an unknown type or without its record is refused by name: %s',
  async (query, message) => {
    await openScreen(`/payment-success${query}`, { person: createPerson() });
    await expectText(result, message);
    await expectToast(message);
    await expect.element(toastOf()).toHaveAttribute('data-variant', 'destructive');
  },
);

/** Opens the page that has a card payment confirmed, by what the function answers. */
function openConfirmation(answer: () => Response | Promise<Response>) {
  return openScreen(
    `/payment-success?type=card_order&session_id=cs_test_1&local_order_id=${orderId}`,
    {
      person: createPerson(),
      prepare(backend) {
        backend.answer('GET /rest/v1/orders', () => Response.json({ status: PENDING_STATUS }));
        backend.answer(CONFIRM, answer);
      },
    },
  );
}

test('The function that confirms a payment gets type, record and session, and is asked once', async () => {
  const backend = await openConfirmation(() => Response.json({ status: 'completed' }));
  await expect.element(heading('Payment Confirmed')).toBeVisible();
  await expectText(result, orderId);
  expect(backend.sent(CONFIRM).map(({ body }) => body)).toEqual([
    { type: 'card_order', record_id: orderId, session_id: 'cs_test_1' },
  ]);
});

test('A record that is already completed is reported as already confirmed and not confirmed again', async () => {
  const person = createPerson();
  const backend = await openScreen(
    `/payment-success?type=mobile_recharge&session_id=cs_test_2&local_recharge_id=${orderId}`,
    {
      person,
      prepare: ({ answer }) =>
        answer('GET /rest/v1/recharges', () => Response.json({ status: 'completed' })),
    },
  );
  await expect.element(heading('Payment Already Confirmed')).toBeVisible();
  await expectText(result, 'already confirmed');
  const [asked] = backend.sent('GET /rest/v1/recharges');
  expect(asked?.query.get('user_id')).toBe(`eq.${person.id}`);
  expect(backend.sent(CONFIRM)).toEqual([]);
});

test('A payment confirmed by someone else in between is reported as already confirmed', async () => {
  await openConfirmation(() => Response.json({ message: 'already confirmed' }, { status: 409 }));
  await expect.element(heading('Payment Already Confirmed')).toBeVisible();
});

test("A refused confirmation shows 'Confirmation Error' with the reason, and can be tried again", async () => {
  const backend = await openConfirmation(() =>
    Response.json({ message: 'The session is not paid yet.' }, { status: 402 }),
  );
  await expect.element(heading('Confirmation Error')).toBeVisible();
  await expectText(result, 'The session is not paid yet.');
  await expectToast('Confirmation Error', 'The session is not paid yet.');

  backend.answer(CONFIRM, () => Response.json({ status: 'completed' }));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(heading('Payment Confirmed')).toBeVisible();
});

test('A confirmation without an answer says that something unexpected happened', async () => {
  await openConfirmation(() => Promise.reject(new TypeError('reset')));
  await expectText(result, 'An unexpected error occurred while confirming...');
  await expectToast('Confirmation Error');
});

test.each([
  ['?type=card_order', 'Card Order Cancelled', '/cards'],
  ['?type=mobile_recharge', 'Mobile Recharge Cancelled', '/mobile-recharge'],
  ['?type=other', 'Transaction Cancelled', '/'],
  ['', 'Transaction Cancelled', '/'],
])(
  'The cancel page of "%s" names what was cancelled, says nothing was charged, and leads on',
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
