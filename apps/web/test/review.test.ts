import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import { expectNone, expectText, expectValue } from './support/looks.ts';
import {
  ORDER_IDS,
  ordersResponder,
  prepareOrders,
  responseWithCount,
  reviewButton,
} from './support/pending-orders.ts';
import { createPerson } from './support/people.ts';
import { openScreen, PHONE } from './support/screen.tsx';

const administrator = createPerson({ account_type: 'admin' });
const dialog = page.getByRole('dialog', { name: 'Review Order' });
const notes = dialog.getByLabelText('Admin notes');
const rejectDialog = page.getByRole('alertdialog', { name: 'Reject this order?' });
const SAVE = 'PATCH /rest/v1/orders';

const earlier = {
  id: 'eeeeeeee-0000-4000-8000-000000000000',
  amount: 5,
  currency: 'USD',
  status: 'manual_payment_rejected',
  created_at: '2026-10-01T12:00:00Z',
};

/** Opens the review of the first pending order. */
async function openReview(prepare?: (backend: FakeBackend) => void): Promise<FakeBackend> {
  const backend = await openScreen('/admin/panel', {
    person: administrator,
    prepare(fake) {
      prepareOrders(fake);
      prepare?.(fake);
    },
  });
  backend.respond(SAVE, () => Response.json([{ id: ORDER_IDS[0] }]));
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
test('The review first focuses the notes, where Enter does not decide the order', async () => {
  const backend = await openReview();
  await expect.element(notes).toHaveFocus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expectValue(notes, '\n\n');
  await expect.element(dialog).toBeVisible();
  expect(backend.sent(SAVE)).toEqual([]);
});

test('The notes and the buttons of the review are visible on a phone without scrolling', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  await openReview();
  for (const part of [notes, dialog.getByRole('button', { name: 'Approve' })]) {
    const { top, bottom } = part.element().getBoundingClientRect();
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(PHONE.height);
  }
});

test('A rejection without notes suggests reasons and stores the selected one as the notes', async () => {
  const backend = await openReview();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect.element(rejectDialog.getByRole('button', { name: 'Keep pending' })).toHaveFocus();
  await expectAccessible();
  await rejectDialog
    .getByRole('radio', { name: "We couldn't find a payment with this reference." })
    .click();
  await rejectDialog.getByRole('button', { name: 'Reject Order' }).click();
  await expect
    .poll(() => backend.sent(SAVE).map(({ body }) => body))
    .toMatchObject([
      {
        status: 'manual_payment_rejected',
        admin_notes: "We couldn't find a payment with this reference.",
      },
    ]);
});

test('A rejection with notes shows the notes and suggests no reasons', async () => {
  const backend = await openReview();
  await notes.fill('Paid twice.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expectText(rejectDialog, 'Paid twice.');
  await expectNone(rejectDialog.getByRole('radio'));
  await rejectDialog.getByRole('button', { name: 'Reject Order' }).click();
  await expect
    .poll(() => backend.sent(SAVE).map(({ body }) => body))
    .toMatchObject([{ admin_notes: 'Paid twice.' }]);
});

test('The review shows the payment details that the customer saw', async () => {
  await openReview((backend) => {
    backend.respond('GET /rest/v1/orders', ({ query }) =>
      query.get('status') === 'eq.pending_manual_verification'
        ? responseWithCount([
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
  const backend = await openReview((fake) => {
    fake.respond('GET /rest/v1/recharges', ({ query }) =>
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
        : responseWithCount([]),
    );
    const first = { ...earlier, card_details: { tier: 'standard' } };
    fake.respond('GET /rest/v1/orders', (sent) =>
      ordersResponder(ORDER_IDS, sent.query.has('user_id') ? [first] : [])(sent),
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
  const [request] = backend
    .sent('GET /rest/v1/recharges')
    .filter(({ query }) => query.has('user_id'));
  expect(request?.query.get('user_id')).toBe('eq.dddddddd-0000-4000-8000-000000000000');
  expect(request?.query.get('created_at')).toBe('lt.2026-11-01T12:00:00Z');
  await expectAccessible();
});

test('The review marks a first order, and earlier records that fail to load can be loaded again', async () => {
  const backend = await openReview((fake) => {
    fake.respond('GET /rest/v1/recharges', ({ query }) =>
      query.has('user_id') ? new Response('down', { status: 400 }) : responseWithCount([]),
    );
  });
  const retry = dialog.getByRole('button', { name: 'Try Again' });
  await expect.element(retry).toBeVisible();
  backend.respond('GET /rest/v1/recharges', () => Response.json([]));
  await retry.click();
  await expect
    .element(dialog.getByText("This is the customer's first order or recharge."))
    .toBeVisible();
});

test('The row shows the decision of another administrator, even with a long email address', async () => {
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
      backend.respond('GET /rest/v1/orders', ordersResponder(ORDER_IDS, [decision]));
      backend.respond('GET /rest/v1/users', () =>
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

test('The Admin Panel links to the password and two-step verification of the administrator', async () => {
  await openScreen('/admin/panel', { person: administrator, prepare: prepareOrders });
  const links = page.getByRole('navigation', { name: 'Your account' });
  await expect
    .element(links.getByRole('link', { name: 'Two-step verification' }))
    .toHaveAttribute('href', '/personal?tab=password#two-step');
  await links.getByRole('link', { name: 'Change password' }).click();
  await expect.element(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
});
