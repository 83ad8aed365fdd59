import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import { expectCount, expectText, expectTexts, expectToast, messagesIn } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen, PHONE } from './support/screen.tsx';

const administrator = createPerson({ account_type: 'admin' });
const dialog = page.getByRole('dialog');
const rows = () => page.getByRole('table').getByRole('row');
const deliverButton = (name: RegExp) => page.getByRole('button', { name });
const NEXT_YEAR = String(new Date().getFullYear() + 1);

const row = (id: string, changes: object = {}) => ({
  record_id: `${id}aaaaaaa-0000-4000-8000-000000000000`,
  kind: 'card_order',
  state: 'to_deliver',
  due_at: '2100-01-01T12:00:00Z',
  is_overdue: false,
  user_id: 'dddddddd-0000-4000-8000-000000000000',
  customer_name: 'Katherine Johnson',
  customer_email: 'k@example.com',
  amount: 15,
  currency: 'USD',
  details: { tier: 'premium', cardName: 'Travel' },
  approved_at: '2026-11-01T12:00:00Z',
  card_last4: null,
  card_expiry: null,
  confirmation: null,
  is_test: false,
  provider: null,
  failure_reason: null,
  delivered_at: null,
  delivered_by_email: null,
  sorted_at: '2100-01-01T12:00:00Z',
  ...changes,
});

const TOP_UP = {
  kind: 'mobile_recharge',
  customer_name: 'Grace Hopper',
  details: { operator: 'MTN', phone_number: '+234 803 555 0100', type: 'data' },
};

/** Opens the queue. Each delivery removes its first record. */
async function openQueue(
  open = [row('a', { is_overdue: true, failure_reason: 'Issuer down' }), row('b', TOP_UP)],
) {
  let queue = open;
  const backend = await openScreen('/admin/deliveries', {
    person: administrator,
    prepare(fake) {
      fake.respond('GET /rest/v1/security_settings', () =>
        Response.json({ administrators_need_second_factor: false }),
      );
      fake.respond('POST /rest/v1/rpc/delivery_queue', ({ body }) =>
        Response.json(
          (body as { is_done: boolean }).is_done
            ? [
                row('c', {
                  state: 'delivered',
                  card_last4: '4242',
                  card_expiry: '08/2030',
                  is_test: true,
                }),
              ]
            : queue,
        ),
      );
      fake.respond('POST /rest/v1/rpc/delivery_counts', () =>
        Response.json([{ open_count: queue.length, overdue_count: queue.length > 1 ? 1 : 0 }]),
      );
      for (const name of ['issue-card', 'send-top-up'] as const) {
        fake.respond(`POST /functions/v1/${name}`, ({ body }) =>
          Response.json(
            'record_id' in (body as object)
              ? { state: 'delivered' }
              : { provider: 'sandbox', is_test: true },
          ),
        );
      }
      for (const name of ['deliver_card', 'deliver_top_up', 'fail_delivery'] as const) {
        fake.respond(`POST /rest/v1/rpc/${name}`, () => {
          queue = queue.slice(1);
          return new Response(null, { status: 204 });
        });
      }
    },
  });
  await expectCount(rows(), open.length + 1);
  return backend;
}

const bodiesOf = (backend: FakeBackend, name: string) =>
  backend.sent(`POST /rest/v1/rpc/${name}`).map(({ body }) => body);

test('The queue shows the open deliveries and marks overdue records and failed attempts', async () => {
  await openQueue();
  await expectText(rows().nth(1), 'Premium card', 'Travel', 'Overdue', 'Issuer down');
  await expectText(rows().nth(2), 'MTN top-up', '+234 803 555 0100');
  await expect.element(page.getByText('1 delivery is overdue')).toBeVisible();
  const nav = page.getByRole('navigation', { name: 'Back office' });
  await expect
    .element(nav.getByRole('link', { name: 'Deliveries' }))
    .toHaveAttribute('aria-current', 'page');
  await expectAccessible();
});

test('A card is delivered with the keyboard alone, and the next record gets the focus', async () => {
  const backend = await openQueue();
  (deliverButton(/Premium card/).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Last four digits')).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard(`4242{Tab}8/${NEXT_YEAR.slice(2)}{Enter}`);
  await expectToast('Delivered');
  expect(bodiesOf(backend, 'deliver_card')).toEqual([
    { record_id: row('a').record_id, last4: '4242', expiry: `08/${NEXT_YEAR}` },
  ]);
  await expect.element(deliverButton(/MTN top-up of Grace Hopper/)).toHaveFocus();
});

test('A card requires four digits and an expiry date in the future', async () => {
  const backend = await openQueue();
  await deliverButton(/Premium card/).click();
  await dialog.getByLabelText('Last four digits').fill('42');
  await dialog.getByLabelText('Expires (MM/YYYY)').fill('08/2020');
  await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
  await expectTexts(messagesIn, [
    'Enter the last four digits of the card, and no more.',
    'Enter an expiry date in the future as MM/YYYY.',
  ]);
  expect(bodiesOf(backend, 'deliver_card')).toEqual([]);
});

test('A top-up is delivered with the confirmation of the operator', async () => {
  const backend = await openQueue();
  await deliverButton(/MTN top-up/).click();
  await expect.element(dialog.getByLabelText("Operator's confirmation")).toHaveFocus();
  await userEvent.keyboard('MTN 77-1{Enter}');
  await expectToast('Delivered');
  expect(bodiesOf(backend, 'deliver_top_up')).toEqual([
    { record_id: row('b').record_id, confirmation: 'MTN 77-1' },
  ]);
});

test('A failed attempt is stored with its reason and stays in the queue', async () => {
  const backend = await openQueue();
  await deliverButton(/Premium card/).click();
  await dialog.getByRole('button', { name: "Couldn't deliver" }).click();
  await expect.element(dialog.getByLabelText('Why did it fail?')).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('Issuer down{Enter}');
  await expectToast('Reason saved');
  expect(bodiesOf(backend, 'fail_delivery')).toEqual([
    { record_id: row('a').record_id, reason: 'Issuer down' },
  ]);
});

test('A record that is already delivered keeps the dialog open and shows the reason', async () => {
  const backend = await openQueue();
  backend.respond('POST /rest/v1/rpc/deliver_card', () =>
    Response.json(
      { code: 'PT409', hint: 'delivery.already_delivered', message: 'x', details: null },
      { status: 409 },
    ),
  );
  await deliverButton(/Premium card/).click();
  await dialog.getByLabelText('Last four digits').fill('4242');
  await dialog.getByLabelText('Expires (MM/YYYY)').fill(`08/${NEXT_YEAR}`);
  await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
  await expectToast('Not delivered', 'This has already been delivered.');
  await expect.element(dialog.getByLabelText('Last four digits')).toHaveProperty('value', '4242');
});

test('The sandbox of a provider is marked as a test and delivers the card', async () => {
  const backend = await openQueue();
  await deliverButton(/Premium card/).click();
  await dialog.getByRole('button', { name: 'Use sandbox (test)' }).click();
  await expectToast('Delivered');
  expect(backend.sent('POST /functions/v1/issue-card').at(-1)?.body).toEqual({
    record_id: row('a').record_id,
  });
});

test('The Done tab lists the finished deliveries', async () => {
  await openQueue();
  await page.getByRole('tab', { name: 'Done' }).click();
  await expectText(rows().nth(1), 'Delivered', 'Test', '•••• 4242 · 08/2030');
  await expectAccessible();
});

test('An empty queue shows All delivered and fits the width of a phone', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  await openScreen('/admin/deliveries', {
    person: administrator,
    prepare(fake) {
      fake.respond('GET /rest/v1/security_settings', () =>
        Response.json({ administrators_need_second_factor: false }),
      );
      fake.respond('POST /rest/v1/rpc/delivery_queue', () => Response.json([]));
      fake.respond('POST /rest/v1/rpc/delivery_counts', () =>
        Response.json([{ open_count: 0, overdue_count: 0 }]),
      );
    },
  });
  await expect.element(page.getByText('All delivered')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
  await expectAccessible();
});
