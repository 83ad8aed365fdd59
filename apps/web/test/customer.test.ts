import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import {
  expectCount,
  expectNone,
  expectText,
  expectTexts,
  expectToast,
  messagesIn,
  returnToTab,
} from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen, PHONE } from './support/screen.tsx';

const administrator = createPerson({ account_type: 'admin' });
const CUSTOMER_ID = 'dddddddd-0000-4000-8000-000000000000';
const RECORD_ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const REQUEST_ID = 'eeeeeeee-0000-4000-8000-000000000000';

const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const noteField = page.getByLabelText('Note', { exact: true });
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });

const account = {
  email: 'k@example.com',
  created_at: '2026-01-02T12:00:00Z',
  email_confirmed_at: '2026-01-02T12:05:00Z',
  last_sign_in_at: '2026-11-20T09:00:00Z',
  deleted_at: null,
  is_locked: false,
  has_second_factor: true,
  second_factors: ['totp'],
};

const overview = (
  changes: { profile?: object; account?: object } & Record<string, unknown> = {},
) => ({
  deletion_requested_at: null,
  administrator_request: null,
  totals: [
    {
      month: '2026-11',
      kind: 'card_order',
      status: 'manual_payment_approved',
      currency: 'USD',
      count: 2,
      amount: '30',
    },
    {
      month: '2026-11',
      kind: 'mobile_recharge',
      status: 'pending_manual_verification',
      currency: 'USD',
      count: 1,
      amount: '10',
    },
  ],
  sessions: [
    {
      id: 'cccccccc-0000-4000-8000-000000000000',
      signed_in_at: '2026-11-20T09:00:00Z',
      last_active_at: '2026-11-20T09:00:00Z',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      aal: 'aal1',
    },
  ],
  audit: [],
  ...changes,
  profile: {
    id: CUSTOMER_ID,
    full_name: 'Katherine Johnson',
    account_type: 'personal',
    phone_number: '+1 212 555 0100',
    country: 'United States',
    company_name: null,
    avatar_url: null,
    ...changes.profile,
  },
  account: { ...account, ...changes.account },
});

const record = (index: number) => ({
  id: index === 0 ? RECORD_ID : crypto.randomUUID(),
  kind: 'card_order',
  user_id: CUSTOMER_ID,
  status: 'manual_payment_approved',
  amount: 15,
  currency: 'USD',
  transaction_reference: 'TR-1',
  created_at: '2026-11-20T09:00:00Z',
  next_cursor: index === 9 ? { id: 'x' } : null,
});

const ENTRIES = [
  {
    id: 7,
    recorded_at: '2026-11-21T09:00:00Z',
    actor_email: 'boss@example.com',
    table_name: 'auth.users',
    action: 'update',
    before: { account_action: null },
    after_values: { account_action: 'lock', reason: 'Stolen card' },
  },
  {
    id: 6,
    recorded_at: '2026-11-20T09:00:00Z',
    actor_email: null,
    table_name: 'profiles',
    action: 'update',
    before: { phone_number: null },
    after_values: { phone_number: '+1 212 555 0100' },
  },
];

type Overview = ReturnType<typeof overview>;

/** Opens the page of a customer. The test can change the overview. */
async function openCustomer(first: Overview | null = overview()) {
  let current: Overview | 'not-found' | 'access-lost' = first ?? 'not-found';
  const notes: object[] = [];
  const errorResponse = (status: number, hint: string) =>
    Response.json({ code: 'PT404', hint, message: 'x', details: null }, { status });
  const backend = await openScreen(`/admin/users/${CUSTOMER_ID}`, {
    person: administrator,
    prepare(fake) {
      fake.respond('GET /rest/v1/security_settings', () =>
        Response.json({ administrators_need_second_factor: false }),
      );
      fake.respond('POST /rest/v1/rpc/customer_overview', () => {
        if (current === 'not-found') return errorResponse(404, 'account_action.not_found');
        if (current === 'access-lost')
          return errorResponse(403, 'account_action.administrator_required');
        return Response.json(current);
      });
      fake.respond('POST /rest/v1/rpc/search_records', ({ body }) =>
        Response.json(
          'after' in (body as object)
            ? [record(99)]
            : Array.from({ length: 10 }, (_, i) => record(i)),
        ),
      );
      fake.respond('POST /rest/v1/rpc/search_audit_log', () => Response.json(ENTRIES));
      fake.respond('POST /rest/v1/rpc/export_account_data', () => Response.json({ account: {} }));
      fake.respond('GET /rest/v1/account_notes', () => Response.json(notes));
      fake.respond('GET /rest/v1/users', () =>
        Response.json([{ id: administrator.id, email: 'grace@example.com' }]),
      );
      fake.respond('POST /rest/v1/account_notes', ({ body }) => {
        const written = { id: crypto.randomUUID(), author_id: administrator.id };
        notes.unshift({ ...written, created_at: '2026-11-22T09:00:00Z', ...(body as object) });
        return new Response(null, { status: 201 });
      });
      fake.respond('POST /functions/v1/manage-account', () => Response.json({ action: 'x' }));
    },
  });
  return {
    backend,
    change: (next: typeof current) => {
      current = next;
    },
  };
}

const sentActions = (backend: FakeBackend) =>
  backend.sent('POST /functions/v1/manage-account').map(({ body }) => body);

test('The page shows profile, records, totals, devices and changes of a customer', async () => {
  const { backend } = await openCustomer();
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Katherine Johnson' }))
    .toBeVisible();
  const main = page.getByRole('main');
  await expectText(main, 'k@example.com', '+1 212 555 0100', 'United States', 'Authenticator app');
  await expectText(main, 'Firefox on Linux');
  const totals = page.getByRole('table', { name: 'Totals per month' }).getByRole('row');
  await expectText(totals.nth(1), 'November 2026', '3', '$30.00', '$10.00', '$0.00');
  const changes = page.getByRole('list', { name: 'Changes of the account' }).getByRole('listitem');
  await expectText(changes.nth(0), 'Account locked', 'boss@example.com', 'Stolen card');
  await expectText(changes.nth(1), 'Profile changed', 'Phone number: from – to +1 212 555 0100');
  const records = page.getByRole('table', { name: 'Orders and recharges' }).getByRole('row');
  await expectCount(records, 11);
  await expect
    .element(records.nth(1).getByRole('link'))
    .toHaveAttribute('href', `/admin/records/${RECORD_ID}`);
  await button('Show more records').click();
  await expectCount(records, 12);
  expect(backend.sent('POST /rest/v1/rpc/search_records')[0]?.body).toMatchObject({
    filter: { user_id: CUSTOMER_ID },
  });
  expect(backend.sent('POST /rest/v1/rpc/search_audit_log')[0]?.body).toMatchObject({
    filter: { record: CUSTOMER_ID },
  });
  await expectAccessible();
});

test('A lock requires a reason, and the page shows the locked account immediately', async () => {
  const { backend, change } = await openCustomer();
  await button('Lock account').click();
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus();
  await expectAccessible();
  await inDialog('Lock account').click();
  await expectTexts(messagesIn, ['Enter a reason.']);
  expect(sentActions(backend)).toEqual([]);
  change(overview({ account: { is_locked: true }, sessions: [] }));
  await dialog.getByLabelText('Reason').fill('Stolen card');
  await userEvent.keyboard('{Enter}');
  await expectToast('Account locked');
  expect(sentActions(backend)).toEqual([
    { action: 'lock', user_id: CUSTOMER_ID, reason: 'Stolen card' },
  ]);
  await expectNone(dialog);
  await expect.element(button('Unlock account')).toBeVisible();
  await expect.element(page.getByText('Not logged in on any device.')).toBeVisible();
  await expectNone(button('Lock account'));
});

test.each([
  ['Sign out everywhere', 'sign_out', 'Signed out everywhere', {}],
  ['Send recovery email', 'send_recovery', 'Recovery email sent', {}],
  ['Unlock account', 'unlock', 'Account unlocked', { account: { is_locked: true } }],
  [
    'Resend confirmation',
    'resend_confirmation',
    'Confirmation sent again',
    { account: { email_confirmed_at: null } },
  ],
  [
    'Delete account',
    'delete',
    'Account deleted',
    { deletion_requested_at: '2026-11-20T09:00:00Z' },
  ],
  ['Make administrator', 'make_administrator', 'Request sent', {}],
  [
    'Remove administrator rights',
    'unmake_administrator',
    'Request sent',
    { profile: { account_type: 'admin' } },
  ],
])('“%s” is sent after a confirmation', async (name, action, done, state) => {
  const { backend } = await openCustomer(overview(state));
  await button(name).click();
  await expect.element(dialog).toHaveAccessibleName(name);
  expect(sentActions(backend)).toEqual([]);
  await inDialog('Cancel').click();
  await expectNone(dialog);
  await expect.element(button(name)).toHaveFocus();
  await button(name).click();
  await inDialog(name).click();
  await expectToast(done);
  expect(sentActions(backend)).toEqual([{ action, user_id: CUSTOMER_ID }]);
});

test('An action that does not apply to the account is not offered', async () => {
  await openCustomer();
  await expect.element(button('Lock account')).toBeVisible();
  for (const name of ['Unlock account', 'Delete account', 'Resend confirmation']) {
    await expectNone(button(name));
  }
});

test('The page of an administrator offers no lock and no deletion', async () => {
  await openCustomer(
    overview({ profile: { account_type: 'admin' }, deletion_requested_at: '2026-11-20T09:00:00Z' }),
  );
  await expect.element(button('Remove administrator rights')).toBeVisible();
  await expect.element(page.getByText(/can’t be locked or deleted/)).toBeVisible();
  for (const name of ['Lock account', 'Delete account', 'Make administrator']) {
    await expectNone(button(name));
  }
});

test('An action that the backend rejects keeps the dialog open, shows the reason and reloads the account', async () => {
  const { backend, change } = await openCustomer();
  backend.respond('POST /functions/v1/manage-account', () =>
    Response.json(
      { error: 'x', message: 'x', hint: 'account_action.already_locked' },
      { status: 409 },
    ),
  );
  await button('Lock account').click();
  await dialog.getByLabelText('Reason').fill('Stolen card');
  change(overview({ account: { is_locked: true } }));
  await inDialog('Lock account').click();
  await expectToast('Action failed', 'This account is already locked.');
  await expect.element(dialog.getByLabelText('Reason')).toHaveProperty('value', 'Stolen card');
  await inDialog('Cancel').click();
  await expect.element(button('Unlock account')).toBeVisible();
});

const request = (requestedBy: string) => ({
  id: REQUEST_ID,
  action: 'make',
  reason: 'On the rota',
  requested_by: requestedBy,
  requested_by_email: 'boss@example.com',
  requested_at: '2026-11-20T09:00:00Z',
  expires_at: '2026-11-27T09:00:00Z',
});

test('The administrator who made the request can withdraw it but cannot confirm it', async () => {
  const { backend } = await openCustomer(
    overview({ administrator_request: request(administrator.id) }),
  );
  await expect
    .element(page.getByText('You asked to make this user an administrator'))
    .toBeVisible();
  await expectNone(button('Confirm request'));
  await expectNone(button('Make administrator'));
  await button('Withdraw request').click();
  await inDialog('Withdraw request').click();
  await expectToast('Request withdrawn');
  expect(sentActions(backend)).toEqual([
    { action: 'withdraw_request', user_id: CUSTOMER_ID, request_id: REQUEST_ID },
  ]);
});

test('Another administrator can confirm the request', async () => {
  const { backend, change } = await openCustomer(
    overview({ administrator_request: request(crypto.randomUUID()) }),
  );
  await expectText(page.getByRole('main'), 'boss@example.com asks to make', 'Reason: On the rota');
  await expectAccessible();
  await button('Confirm request').click();
  change(overview({ profile: { account_type: 'admin' } }));
  await inDialog('Confirm request').click();
  await expectToast('Request confirmed');
  expect(sentActions(backend)).toEqual([
    { action: 'confirm_request', user_id: CUSTOMER_ID, request_id: REQUEST_ID },
  ]);
  await expectNone(page.getByText('asks to make'));
  await expect.element(button('Remove administrator rights')).toBeVisible();
});

test('The page of the signed-in administrator offers no actions, no notes and no decision on a request', async () => {
  await openCustomer(
    overview({
      profile: { id: administrator.id, account_type: 'admin' },
      administrator_request: { ...request(crypto.randomUUID()), action: 'unmake' },
    }),
  );
  await expect.element(page.getByText(/This is your own account/)).toBeVisible();
  await expect.element(page.getByText(/asks to remove/)).toBeVisible();
  for (const name of ['Sign out everywhere', 'Withdraw request', 'Confirm request', 'Add note']) {
    await expectNone(button(name));
  }
});

test('A note is added and listed with its author', async () => {
  const { backend } = await openCustomer();
  await button('Add note').click();
  await expectTexts(messagesIn, ['Enter a note.']);
  await noteField.fill('Prefers calls in the morning.');
  await button('Add note').click();
  const notes = page.getByRole('list', { name: 'Internal notes' });
  await expectText(notes, 'Prefers calls in the morning.', 'grace@example.com');
  expect(backend.sent('POST /rest/v1/account_notes').map(({ body }) => body)).toEqual([
    { user_id: CUSTOMER_ID, body: 'Prefers calls in the morning.' },
  ]);
  await expect.element(noteField).toHaveProperty('value', '');
});

test('A half-typed note survives leaving the page, and a sent one does not', async () => {
  await openCustomer();
  async function leaveAndReturn() {
    await page.getByRole('banner').getByRole('link', { name: 'BeaconPay' }).click();
    await expect.poll(() => window.location.pathname).toBe('/');
    window.history.back();
    await expect.element(noteField).toBeVisible();
  }
  await noteField.fill('The customer called and');
  await leaveAndReturn();
  await expect.element(noteField).toHaveValue('The customer called and');
  await button('Add note').click();
  await expect.element(noteField).toHaveValue('');
  await leaveAndReturn();
  await expect.element(noteField).toHaveValue('');
});

test('The export is downloaded, and a toast states that it is in the audit log', async () => {
  const { backend } = await openCustomer();
  await button('Export all data').click();
  await expectToast('Data exported', 'The export is in the audit log.');
  expect(backend.sent('POST /rest/v1/rpc/export_account_data').map(({ body }) => body)).toEqual([
    { user_id: CUSTOMER_ID },
  ]);
});

test('A customer who is deleted while the page is open is shown as deleted, without actions', async () => {
  const { change } = await openCustomer();
  await expect.element(button('Lock account')).toBeVisible();
  change(
    overview({
      profile: { full_name: null, phone_number: null, country: null },
      account: { email: 'hash', deleted_at: '2026-11-25T09:00:00Z' },
      sessions: [],
    }),
  );
  returnToTab();
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Deleted customer' }))
    .toBeVisible();
  await expect.element(page.getByText(/This account was deleted on/)).toBeVisible();
  await expectNone(button('Lock account'));
  await expectNone(button('Add note'));
  await expectAccessible();
});

test('An administrator who loses access while the page is open no longer sees the customer', async () => {
  const { change } = await openCustomer();
  await expect.element(button('Lock account')).toBeVisible();
  change('access-lost');
  returnToTab();
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'You can no longer see this page' }))
    .toBeVisible();
  await expectNone(page.getByText('k@example.com'));
  await expectAccessible();
});

test('An unknown customer ID shows an error page that fits the width of a phone', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  await openCustomer(null);
  await expect.element(page.getByText('We couldn’t find this customer')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
  await expectAccessible();
});

test('A customer page that fails to load offers Try Again', async () => {
  let hasFailed = false;
  await openScreen(`/admin/users/${CUSTOMER_ID}`, {
    person: administrator,
    prepare(fake) {
      fake.respond('GET /rest/v1/security_settings', () =>
        Response.json({ administrators_need_second_factor: false }),
      );
      fake.respond('POST /rest/v1/rpc/customer_overview', () =>
        hasFailed
          ? Response.json({ hint: 'account_action.not_found', message: 'x' }, { status: 404 })
          : Response.json({ message: 'Down' }, { status: 500 }),
      );
    },
  });
  await expect.element(button('Try Again')).toBeVisible();
  hasFailed = true;
  await button('Try Again').click();
  await expect.element(page.getByText('We couldn’t find this customer')).toBeVisible();
});
