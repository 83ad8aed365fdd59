import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { PlayedBackend } from './support/backend.ts';
import { expectNone, expectText, expectValue } from './support/looks.ts';
import {
  answerOrders,
  listed,
  ORDER_IDS,
  prepareOrders,
  reviewButton,
} from './support/pending-orders.ts';
import { createPerson } from './support/people.ts';
import { openScreen, PHONE } from './support/screen.tsx';

const administrator = createPerson({ account_type: 'admin' });
const dialog = page.getByRole('dialog', { name: 'Review Order' });
const notes = dialog.getByLabelText('Admin notes');
const question = page.getByRole('alertdialog', { name: 'Reject this order?' });
const SAVE = 'PATCH /rest/v1/orders';

const earlier = {
  id: 'eeeeeeee-0000-4000-8000-000000000000',
  amount: 5,
  currency: 'USD',
  status: 'manual_payment_rejected',
  created_at: '2026-10-01T12:00:00Z',
};

/** Opens the review of the first order that waits. */
async function openReview(prepare?: (backend: PlayedBackend) => void): Promise<PlayedBackend> {
  const backend = await openScreen('/admin/panel', {
    person: administrator,
    prepare(played) {
      prepareOrders(played);
      prepare?.(played);
    },
  });
  backend.answer(SAVE, () => Response.json([{ id: ORDER_IDS[0] }]));
  await reviewButton(ORDER_IDS[0]).click();
  await expect.element(dialog).toBeVisible();
  return backend;
}

test('The Review button names the customer and the amount', async () => {
  await openScreen('/admin/panel', { person: administrator, prepare: prepareOrders });
  await expect
    .element(reviewButton(ORDER_IDS[0]))
    .toHaveAccessibleName('Review Premium card order of Katherine Johnson, $15.00');
});

/** @covers 2.admin-panel.4 */
test('The focus starts in the notes, where a stray Enter decides nothing', async () => {
  const backend = await openReview();
  await expect.element(notes).toHaveFocus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expectValue(notes, '\n\n');
  await expect.element(dialog).toBeVisible();
  expect(backend.sent(SAVE)).toEqual([]);
});

test('Notes and buttons are in view on a phone, however long the details are', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  await openReview();
  for (const part of [notes, dialog.getByRole('button', { name: 'Approve' })]) {
    const { top, bottom } = part.element().getBoundingClientRect();
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(PHONE.height);
  }
});

test('Rejecting without notes suggests a reason, which the customer then reads', async () => {
  const backend = await openReview();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect.element(question.getByRole('button', { name: 'Keep pending' })).toHaveFocus();
  await expectAccessible();
  await question
    .getByRole('radio', { name: "We couldn't find a payment with this reference." })
    .click();
  await question.getByRole('button', { name: 'Reject Order' }).click();
  await expect
    .poll(() => backend.sent(SAVE).map(({ body }) => body))
    .toMatchObject([
      {
        status: 'manual_payment_rejected',
        admin_notes: "We couldn't find a payment with this reference.",
      },
    ]);
});

test('Rejecting with notes shows them, and suggests nothing', async () => {
  const backend = await openReview();
  await notes.fill('Paid twice.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expectText(question, 'Paid twice.');
  await expectNone(question.getByRole('radio'));
  await question.getByRole('button', { name: 'Reject Order' }).click();
  await expect
    .poll(() => backend.sent(SAVE).map(({ body }) => body))
    .toMatchObject([{ admin_notes: 'Paid twice.' }]);
});

test('The review shows the payment details that the customer was shown', async () => {
  await openReview((backend) => {
    backend.answer('GET /rest/v1/orders', ({ query }) =>
      query.get('status') === 'eq.pending_manual_verification'
        ? listed([
            {
              ...earlier,
              id: ORDER_IDS[0],
              user_id: 'dddddddd-0000-4000-8000-000000000000',
              payment_method: 'bank_transfer',
              payment_details: { details: [{ label: 'IBAN', value: 'DE89 3704 0044' }] },
              transaction_reference: 'TR-1',
              profiles: null,
              card_details: { tier: 'standard', cardName: 'Travel' },
            },
          ])
        : Response.json([]),
    );
  });
  await expectText(
    dialog.getByRole('region', { name: 'Payment details the customer was shown' }),
    'DE89 3704 0044',
  );
  await expectNone(dialog.getByText(/These are placeholders/));
});

test('The review marks payment details that were placeholders', async () => {
  await openReview();
  await expect.element(dialog.getByText(/These are placeholders/)).toBeVisible();
});

test("The review lists the customer's earlier orders and recharges, newest first", async () => {
  const backend = await openReview((played) => {
    played.answer('GET /rest/v1/recharges', ({ query }) =>
      query.has('user_id')
        ? Response.json([
            {
              ...earlier,
              status: 'completed',
              created_at: '2026-10-02T12:00:00Z',
              operator: 'MTN',
              phone_number: '+234',
              recharge_details: {},
            },
          ])
        : listed([]),
    );
    const first = { ...earlier, card_details: { tier: 'standard' } };
    played.answer('GET /rest/v1/orders', (sent) =>
      answerOrders(ORDER_IDS, sent.query.has('user_id') ? [first] : [])(sent),
    );
  });
  const list = dialog.getByRole('list', { name: 'Earlier records of this customer' });
  await expect
    .poll(() =>
      list
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([
      expect.stringMatching(/^MTN mobile recharge .*\$5\.00\s*completed$/) as string,
      expect.stringMatching(/^Standard card order .*\$5\.00\s*manual payment rejected$/) as string,
    ]);
  const [asked] = backend
    .sent('GET /rest/v1/recharges')
    .filter(({ query }) => query.has('user_id'));
  expect(asked?.query.get('user_id')).toBe('eq.dddddddd-0000-4000-8000-000000000000');
  expect(asked?.query.get('created_at')).toBe('lt.2026-11-01T12:00:00Z');
  await expectAccessible();
});

test('The review marks a first order, and earlier ones that do not load can be loaded again', async () => {
  const backend = await openReview((played) => {
    played.answer('GET /rest/v1/recharges', ({ query }) =>
      query.has('user_id') ? new Response('down', { status: 400 }) : listed([]),
    );
  });
  const retry = dialog.getByRole('button', { name: 'Try Again' });
  await expect.element(retry).toBeVisible();
  backend.answer('GET /rest/v1/recharges', () => Response.json([]));
  await retry.click();
  await expect
    .element(dialog.getByText("This is the customer's first order or recharge."))
    .toBeVisible();
});

test('The row names the decision of another administrator, also with a long email address', async () => {
  const address = 'a-rather-long-mailbox-name@administrators.example.com';
  await openScreen('/admin/panel', {
    person: administrator,
    prepare(backend) {
      prepareOrders(backend);
      const decision = {
        id: ORDER_IDS[0],
        status: 'manual_payment_approved',
        admin_notes: null,
        reviewed_by: 'ffffffff-0000-4000-8000-000000000000',
        reviewed_at: '2026-11-02T12:00:00Z',
      };
      backend.answer('GET /rest/v1/orders', answerOrders(ORDER_IDS, [decision]));
      backend.answer('GET /rest/v1/users', () =>
        Response.json([{ id: 'ffffffff-0000-4000-8000-000000000000', email: address }]),
      );
    },
  });
  const note = page.getByText(`Approved by ${address}`);
  await expect.element(note).toBeVisible();
  for (const width of [1440, 1024, 800, PHONE.width]) {
    await page.viewport(width, 900);
    const element = note.element();
    expect(element.scrollWidth, `at ${String(width)} px`).toBeLessThanOrEqual(element.clientWidth);
    expect(getComputedStyle(element).textOverflow).not.toBe('ellipsis');
  }
});

test('An administrator reaches their own password and second step from the panel', async () => {
  await openScreen('/admin/panel', { person: administrator, prepare: prepareOrders });
  const links = page.getByRole('navigation', { name: 'Your account' });
  await expect
    .element(links.getByRole('link', { name: 'Two-step verification' }))
    .toHaveAttribute('href', '/personal?tab=password#two-step');
  await links.getByRole('link', { name: 'Change password' }).click();
  await expect.element(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
});
