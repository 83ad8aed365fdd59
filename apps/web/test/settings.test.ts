import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import { expectText, expectTexts, expectToast, messagesIn } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen, PHONE } from './support/screen.tsx';

const administrator = createPerson({ account_type: 'admin' });
const SETTINGS = 'PATCH /rest/v1/back_office_settings';
const REASON = 'PATCH /rest/v1/decision_reasons';

const SETTINGS_ROW = {
  id: 'aaaaaaaa-0000-4000-8000-000000000000',
  four_eyes_amount: null,
  thresholds: {
    records_per_hour: 3,
    records_per_day: 8,
    new_account_days: 7,
    rejections: 1,
    unusual_amount_factor: 3,
  },
  age_limits: {
    bank_transfer: 1440,
    binance_pay: 240,
    card_payment: 240,
    manual_cash: 1440,
    other_external: 1440,
  },
  delivery_hours: { card_order: 24, mobile_recharge: 2 },
  digest_hour: 7,
  webhook_url: 'https://chat.example.com/hook',
  webhook_secret_set_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00.000001Z',
};

const reason = (id: string, name: string, position: number) => ({
  id: `${id}bbbbbbb-0000-4000-8000-000000000000`,
  decision: 'manual_payment_rejected',
  name,
  texts: { en: 'No payment of {amount}.', de: 'Keine Zahlung über {amount}.' },
  position,
  is_active: true,
});

const delivery = (id: string, changes: object) => ({
  id: `${id}ccccccc-0000-4000-8000-000000000000`,
  event: 'record.approved',
  state: 'delivered',
  attempts: 1,
  status_code: 200,
  error: null,
  created_at: '2026-11-02T12:00:00Z',
  ...changes,
});

function prepare(fake: FakeBackend) {
  const lists = {
    decision_reasons: [reason('a', 'Not found', 1), reason('b', 'Wrong amount', 2)],
    webhook_deliveries: [
      delivery('a', {}),
      delivery('b', { state: 'failed', attempts: 9, status_code: 500, error: 'not accepted' }),
    ],
    account_directory: [
      { id: administrator.id, full_name: 'Ada Lovelace', email: administrator.email },
      { id: 'dddddddd-0000-4000-8000-000000000000', full_name: null, email: 'b@example.com' },
    ],
    mail_texts: [],
  };
  for (const [table, rows] of Object.entries(lists)) {
    fake.respond(`GET /rest/v1/${table}`, () => Response.json(rows));
  }
  fake.respond('GET /rest/v1/back_office_settings', () => Response.json(SETTINGS_ROW));
  fake.respond('GET /rest/v1/security_settings', () =>
    Response.json({ administrators_need_second_factor: false }),
  );
  fake.respond(SETTINGS, () => Response.json([{ id: SETTINGS_ROW.id }]));
  fake.respond(REASON, () => new Response(null, { status: 204 }));
  fake.respond('POST /functions/v1/preview-mail', ({ body }) => {
    const { subject } = body as { subject: string };
    return Response.json({
      subject: subject === '' ? 'We received your order' : `${subject} for Ada`,
      text: 'The whole mail',
      built_in: { subject: 'We received your order', body: 'Thank you.' },
    });
  });
  for (const name of ['send_test_webhook', 'retry_webhook'] as const) {
    fake.respond(`POST /rest/v1/rpc/${name}`, () => Response.json(null));
  }
}

async function open(tab: string): Promise<FakeBackend> {
  const backend = await openScreen(`/admin/settings?tab=${tab}`, {
    person: administrator,
    prepare,
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  return backend;
}

const bodiesOf = (backend: FakeBackend, route: Parameters<FakeBackend['sent']>[0]) =>
  backend.sent(route).map(({ body }) => body);

test('Each section of the rules is saved separately, and a number outside the limits is rejected', async () => {
  const backend = await open('rules');
  const fourEyes = page.getByRole('form', { name: 'Four eyes' });
  await fourEyes.getByLabelText('Amount').fill('1,250.50');
  await fourEyes.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast('Settings saved');
  const checks = page.getByRole('form', { name: 'Checks' });
  await checks.getByLabelText('Records in an hour').fill('0');
  await checks.getByRole('button', { name: 'Save Changes' }).click();
  await expectTexts(messagesIn, ['Enter a number from 1 to 10,000.']);
  expect(bodiesOf(backend, SETTINGS)).toEqual([{ four_eyes_amount: 1250.5 }]);
  await expect.element(page.getByRole('heading', { name: 'Payment details' })).toBeVisible();
  await expectAccessible();
});

test('Settings that another administrator has just changed are not overwritten', async () => {
  const backend = await open('rules');
  backend.respond(SETTINGS, () => Response.json([]));
  const form = page.getByRole('form', { name: 'Delivery times' });
  await form.getByLabelText('Card (hours)').fill('48');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast('Update Failed', 'Another administrator has just changed the settings.');
  await expect.element(form.getByLabelText('Card (hours)')).toHaveProperty('value', '48');
});

test('A reason has one text per language with a preview, and an unknown placeholder is rejected', async () => {
  const backend = await open('texts');
  await page.getByRole('button', { name: 'Edit Not found' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('No payment of 15.00 USD.')).toBeVisible();
  await dialog.getByLabelText('Language').selectOptions('Deutsch');
  const text = dialog.getByRole('textbox', { name: /^Text/ });
  await text.fill('Hallo {nam}');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectTexts(messagesIn, [
    "The placeholder {nam} isn't known. You can use {name}, {amount}, {reference}, {missing}.",
  ]);
  await expectAccessible();
  await text.fill('Hallo {name}');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast('Reason saved');
  expect(bodiesOf(backend, REASON)).toMatchObject([
    { texts: { en: 'No payment of {amount}.', de: 'Hallo {name}' }, is_active: true, position: 1 },
  ]);
});

test('A reason can be moved up', async () => {
  const backend = await open('texts');
  await page.getByRole('button', { name: 'Move Wrong amount up' }).click();
  await expect.poll(() => bodiesOf(backend, REASON)).toEqual([{ position: 1 }, { position: 2 }]);
});

test('The text of an email has a preview before it is saved', async () => {
  const backend = await open('texts');
  backend.respond('POST /rest/v1/mail_texts', () => new Response(null, { status: 201 }));
  const form = page.getByRole('form', { name: 'Emails to customers' });
  await form.getByLabelText('Subject').fill('Thanks');
  await form.getByRole('button', { name: 'Preview' }).click();
  await expectText(form.getByRole('region', { name: 'Preview' }), 'Thanks for Ada');
  await expectAccessible();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast('Email text saved');
  expect(bodiesOf(backend, 'POST /rest/v1/mail_texts')).toEqual([
    { kind: 'received', locale: 'en', subject: 'Thanks', body: 'Thank you.' },
  ]);
});

test('The team tab lists the administrators with links and has the time of the summary', async () => {
  const backend = await open('team');
  const list = page.getByRole('list', { name: 'Administrators' });
  await expectText(list, 'Ada Lovelace', 'You', 'b@example.com');
  await expect
    .element(list.getByRole('link', { name: /b@example.com/ }))
    .toHaveAttribute('href', '/admin/users/dddddddd-0000-4000-8000-000000000000');
  await page.getByLabelText('Time of the summary').selectOptions('No summary');
  await expectToast('Settings saved');
  expect(bodiesOf(backend, SETTINGS)).toEqual([{ digest_hour: null }]);
  await expectAccessible();
});

test('The signing secret of the webhook is write-only', async () => {
  const backend = await open('webhook');
  const form = page.getByRole('form', { name: 'Chat of the team' });
  await form.getByLabelText('Signing secret').fill('short');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectTexts(messagesIn, ['The signing secret must have 16 to 200 characters.']);
  await form.getByLabelText('Signing secret').fill('0123456789abcdef');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast('Settings saved');
  await expect.element(form.getByLabelText('Signing secret')).toHaveProperty('value', '');
  expect(bodiesOf(backend, SETTINGS)).toEqual([
    { webhook_url: SETTINGS_ROW.webhook_url, webhook_secret: '0123456789abcdef' },
  ]);
});

test('A failed delivery can be sent again and a test event can be sent, also on a phone', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  const backend = await open('webhook');
  await page.getByRole('button', { name: 'Send record.approved again' }).click();
  await expectToast('Event queued');
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect.poll(() => backend.sent('POST /rest/v1/rpc/send_test_webhook').length).toBe(1);
  expect(bodiesOf(backend, 'POST /rest/v1/rpc/retry_webhook')).toEqual([
    { delivery_id: delivery('b', {}).id },
  ]);
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
  await expectAccessible();
});
