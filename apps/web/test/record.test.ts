import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { expectNone, expectText, expectToast, expectValue } from './support/looks.ts';
import {
  administrator,
  bodiesOf,
  NEXT_ID,
  openRecord,
  OTHER_ADMINISTRATOR,
  RECORD_ID,
} from './support/records.ts';
import { PHONE } from './support/screen.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const note = page.getByLabelText('Note', { exact: true });
const assignee = page.getByLabelText('Assigned to');
const PATCH = 'PATCH /rest/v1/orders';
const expectNextRecord = () =>
  expect.poll(() => window.location.pathname).toBe(`/admin/records/${NEXT_ID}`);
const DECIDED = {
  status: 'manual_payment_approved',
  decided_at: new Date().toISOString(),
  decided_by: OTHER_ADMINISTRATOR.id,
};

test('The page of a record shows the submission, the checks, the timeline and the notes', async () => {
  const backend = await openRecord();
  await expectText(
    main,
    'Record aaaaaaaa',
    'Katherine Johnson',
    'TR-2026-77',
    'Another customer used the reference before',
    'The account isn’t new.',
    // A check that this version of the app does not know.
    'check of tomorrow',
    'Submitted by the customer',
    'Waits for the bank',
    'Email “Submission received”: sent',
    'Email “Question to the customer”: not sent',
    'refused: 550',
    'Webhook: not sent',
    '503',
    'Ask the bank',
    `Mentions ${OTHER_ADMINISTRATOR.email}`,
  );
  await expect
    .element(page.getByRole('link', { name: 'Open that record' }))
    .toHaveAttribute('href', `/admin/records/${NEXT_ID}`);
  expect(bodiesOf(backend, 'rpc/open_record')).toEqual([{ record_id: RECORD_ID }]);
  await expectAccessible();
});

test('The page of a record fits the width of a phone', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  await openRecord({ order: { transaction_reference: 'X'.repeat(120) } });
  await expect.element(button('Approve')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
  await expectAccessible();
});

test('The page of a record that does not exist links to all records', async () => {
  await openRecord({
    prepare: (backend) => backend.respond('GET /rest/v1/records', () => Response.json([])),
  });
  await expect.element(page.getByText('We couldn’t find this record')).toBeVisible();
  await expectAccessible();
  await expect
    .element(page.getByRole('link', { name: 'All records' }))
    .toHaveAttribute('href', '/admin/records');
});

test('The keys a and Enter approve the record and open the next one', async () => {
  const backend = await openRecord();
  await expect.element(button('Approve')).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(button('Approve')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expectToast('Success');
  await expectNextRecord();
  expect(backend.sent(PATCH).map(({ body }) => body)).toMatchObject([
    { status: 'manual_payment_approved', admin_notes: null },
  ]);
});

test('The keys r and Enter reject the record with the first reason, also while the reason loads', async () => {
  const released = Promise.withResolvers<undefined>();
  const backend = await openRecord({
    prepare: (fake) =>
      fake.respond('POST /rest/v1/rpc/fill_decision_reason', async () => {
        await released.promise;
        return Response.json('We found no payment.');
      }),
  });
  await expect.element(button('Reject')).toBeVisible();
  await userEvent.keyboard('r');
  await expect.element(dialog.getByRole('button', { name: 'Reject order' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(backend.sent(PATCH)).toEqual([]);
  released.resolve(undefined);
  await expectNextRecord();
  expect(backend.sent(PATCH).map(({ body }) => body)).toMatchObject([
    { status: 'manual_payment_rejected', admin_notes: 'We found no payment.' },
  ]);
});

test('Another reason or a custom text replaces the first reason of a rejection', async () => {
  const backend = await openRecord();
  await button('Reject').click();
  const notes = dialog.getByLabelText('Admin notes');
  await expectValue(notes, 'Text of reason-1');
  await expectNone(dialog.getByRole('radio', { name: 'Payment received' }));
  await expectAccessible();
  await dialog.getByRole('radio', { name: 'Amount does not match' }).click();
  await expectValue(notes, 'Text of reason-2');
  await notes.fill('One dollar is missing.');
  await dialog.getByRole('button', { name: 'Reject order' }).click();
  await expectNextRecord();
  expect(backend.sent(PATCH).map(({ body }) => body)).toMatchObject([
    { admin_notes: 'One dollar is missing.' },
  ]);
});

test('The page of a record that another administrator has already decided stays open with an error', async () => {
  await openRecord({
    prepare: (backend) =>
      backend.respond(PATCH, () =>
        Response.json(
          { code: 'PT409', hint: 'review.already_decided', message: 'x', details: null },
          { status: 409 },
        ),
      ),
  });
  await button('Approve').click();
  await expectToast('Error updating status', 'already been reviewed');
  expect(window.location.pathname).toBe(`/admin/records/${RECORD_ID}`);
});

test('An approval above the four-eyes amount is stored as the first of two approvals', async () => {
  const backend = await openRecord({ fourEyesAmount: 10 });
  await expect.element(page.getByText('This amount needs two administrators.')).toBeVisible();
  await button('Give first approval').click();
  await expectNextRecord();
  expect(bodiesOf(backend, 'rpc/approve_first')).toEqual([{ record_id: RECORD_ID }]);
  expect(backend.sent(PATCH)).toEqual([]);
});

test('The administrator who gave the first approval cannot give the second one', async () => {
  await openRecord({ fourEyesAmount: 10, record: { first_approved_by: administrator.id } });
  await expect
    .element(page.getByText('A second administrator must approve it, too.'))
    .toBeVisible();
  await expect.element(button('Approve')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
});

test('The key h opens the hold dialog, which requires a reason and a date in the future', async () => {
  const backend = await openRecord();
  await expect.element(assignee).toBeVisible();
  await userEvent.keyboard('h');
  await dialog.getByLabelText('On hold until').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expectText(dialog, 'Enter a reason for the hold.', 'Choose a date in the future');
  await expectAccessible();
  await dialog.getByLabelText('Reason for the hold').fill('Waits for the bank');
  const day = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('sv');
  await dialog.getByLabelText('On hold until').fill(day);
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expectNone(dialog);
  expect(bodiesOf(backend, 'rpc/hold_record')).toEqual([
    {
      record_id: RECORD_ID,
      reason: 'Waits for the bank',
      until: new Date(`${day}T00:00`).toISOString(),
    },
  ]);
});

test('A record on hold shows the reason and can be returned to the queue', async () => {
  const backend = await openRecord({
    record: { held_until: '2100-01-01T00:00:00Z', hold_reason: 'Bank holiday' },
  });
  await expect.element(page.getByText('Bank holiday')).toBeVisible();
  await button('Return to the queue').click();
  await expect.poll(() => bodiesOf(backend, 'rpc/release_record')).toHaveLength(1);
});

test('The assignee can be another administrator or no one', async () => {
  const backend = await openRecord();
  await expectValue(assignee, administrator.id);
  await assignee.selectOptions(OTHER_ADMINISTRATOR.email);
  await expect
    .poll(() => bodiesOf(backend, 'rpc/assign_record'))
    .toEqual([{ record_id: RECORD_ID, administrator_id: OTHER_ADMINISTRATOR.id }]);
  await expect.element(assignee).toBeEnabled();
  await assignee.selectOptions('No one');
  await expect
    .poll(() => bodiesOf(backend, 'rpc/assign_record').at(-1))
    .toEqual({ record_id: RECORD_ID });
});

test('The key n focuses the note field, which sends mentions and keeps its text after an error', async () => {
  const backend = await openRecord();
  await expect.element(note).toBeVisible();
  await userEvent.keyboard('narh?');
  await expect.element(note).toHaveFocus();
  await expectValue(note, 'arh?');
  await expectNone(dialog);
  await note.fill(`Please look, @${OTHER_ADMINISTRATOR.email}.`);
  backend.respond('POST /rest/v1/record_notes', () =>
    Response.json({ code: 'XX000', message: 'down' }, { status: 500 }),
  );
  await button('Add note').click();
  await expectToast('Error updating status');
  await expectValue(note, `Please look, @${OTHER_ADMINISTRATOR.email}.`);
  backend.respond('POST /rest/v1/record_notes', () => new Response(null, { status: 201 }));
  await button('Add note').click();
  await expectValue(note, '');
  expect(bodiesOf(backend, 'record_notes').at(-1)).toEqual({
    record_id: RECORD_ID,
    body: `Please look, @${OTHER_ADMINISTRATOR.email}.`,
    mentions: [OTHER_ADMINISTRATOR.id],
  });
});

test('Another administrator can correct a decision with a reason', async () => {
  const backend = await openRecord({ record: DECIDED, order: { admin_notes: 'Thank you.' } });
  await expectText(main, 'Decided on', OTHER_ADMINISTRATOR.email, 'Thank you.');
  await button('Correct the decision').click();
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText('Reason').fill('  Returned by the bank. ');
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await expectNone(dialog);
  expect(bodiesOf(backend, 'rpc/correct_decision')).toEqual([
    { record_id: RECORD_ID, status: 'manual_payment_rejected', reason: 'Returned by the bank.' },
  ]);
});

test.each([
  ['by the administrator who decided', { decided_by: administrator.id }],
  ['after 30 days', { decided_at: '2020-01-01T00:00:00Z' }],
  ['a second time', { corrected_at: DECIDED.decided_at }],
])('A decision cannot be corrected %s', async (_, record) => {
  await openRecord({ record: { ...DECIDED, ...record } });
  await expect.element(page.getByText(/^Decided on/)).toBeVisible();
  await expectNone(button('Correct the decision'));
});

test('An administrator cannot decide their own record', async () => {
  await openRecord({ order: { user_id: administrator.id } });
  await expectText(main, "You can't review your own record.");
  await expectNone(button('Approve'));
});
