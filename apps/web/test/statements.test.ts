import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import type { FakeBackend } from './support/backend.ts';
import { expectCount, expectNone, expectText, expectToast } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { closeScreen, openScreen, PHONE } from './support/screen.tsx';

const administrator = createPerson({ account_type: 'admin' });
const dialog = page.getByRole('dialog');
const rows = () => page.getByRole('table').getByRole('row');
const files = page.getByRole('list', { name: 'Files' });
const button = (name: string | RegExp) => page.getByRole('button', { name });

const ACCOUNT = 'DE89370400440532013000';
const RECORD = 'bbbbbbbb-0000-4000-8000-000000000001';
const HEADER = 'Date;Amount;Currency;Account;Payer;Description';
const STATEMENT = `${HEADER}\n2026-11-02;15.50;EUR;${ACCOUNT};Ada;BP-7K3F-92QD\n`;

const link = (changes: object = {}) => ({
  id: 'cccccccc-0000-4000-8000-000000000001',
  record_id: RECORD,
  amount: 15,
  kind: 'exact',
  matched_by: 'code',
  state: 'proposed',
  created_by: null,
  confirmed_by: null,
  record: {
    kind: 'card_order',
    status: 'pending_manual_verification',
    amount: 15,
    currency: 'USD',
    customer_name: 'Ada Lovelace',
  },
  ...changes,
});

const line = (digit: string, changes: object = {}) => ({
  id: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
  account: ACCOUNT,
  booking_date: '2026-11-02',
  value_date: null,
  amount: 15,
  currency: 'USD',
  counterparty_name: 'Ada Lovelace',
  counterparty_iban: 'CH9300762011623852957',
  remittance_text: 'Order BP-7K3F-92QD',
  end_to_end_id: null,
  bank_reference: 'R-1',
  is_reversal: false,
  source: 'statement',
  state: 'proposed',
  case_reason: null,
  links: [link()],
  ...changes,
});

const CANDIDATE = {
  record_id: RECORD,
  kind: 'card_order',
  status: 'pending_manual_verification',
  amount: 15,
  currency: 'USD',
  created_at: '2026-11-01T10:00:00Z',
  customer_name: 'Grace Hopper',
  customer_email: 'grace@example.com',
  received: 0,
};

const page1 = (lines: object[], next: object | null = null) =>
  lines.map((content, at) => ({
    id: String(at),
    line: content,
    next_cursor: at === lines.length - 1 ? next : null,
  }));

const COUNTS = { imported: 1, known: 0, matched: 0, proposed: 1, cases: 0, ignored: 0 };

interface StatementData {
  accounts?: string[];
  lines?: object[];
  next?: object | null;
  hasLines?: boolean;
}

function openStatements(
  query = '',
  { accounts = [], lines = [line('1')], next = null, hasLines = true }: StatementData = {},
): Promise<FakeBackend> {
  return openScreen(`/admin/statements${query}`, {
    person: administrator,
    prepare(fake) {
      fake.respond('GET /rest/v1/security_settings', () =>
        Response.json({ administrators_need_second_factor: false }),
      );
      fake.respond('POST /rest/v1/rpc/bank_line_counts', () =>
        Response.json({ proposed: lines.length, cases: 0, reasons: {} }),
      );
      fake.respond('POST /rest/v1/rpc/search_bank_lines', () => Response.json(page1(lines, next)));
      fake.respond('POST /rest/v1/rpc/payment_cases', () =>
        Response.json(page1(lines).map((row) => ({ ...row, candidates: [CANDIDATE] }))),
      );
      fake.respond('POST /rest/v1/rpc/import_bank_lines', () => Response.json(COUNTS));
      fake.respond('GET /rest/v1/matching_settings', () =>
        Response.json({
          id: RECORD,
          auto_approve: { bank_transfer: true },
          expiry_days: { bank_transfer: 7 },
          qr: {},
          bank_line_retention_days: 730,
          accounts,
          updated_at: '2026-11-01T10:00:00Z',
        }),
      );
      fake.respond('GET /rest/v1/bank_lines', () => Response.json(hasLines ? [{ id: '1' }] : []));
    },
  });
}

const upload = (...chosen: File[]) =>
  userEvent.upload(page.getByLabelText(/^Drop statements here/), chosen);
const file = (content: string, name = 'november.csv') => new File([content], name);
const bodiesOf = (backend: FakeBackend, name: string) =>
  backend.sent(`POST /rest/v1/rpc/${name}`).map(({ body }) => body);

test('A statement is parsed in a worker, previewed, and imported with a summary', async () => {
  const backend = await openStatements();
  await upload(file(STATEMENT));
  await expectText(files, '1 line', ACCOUNT, 'BP-7K3F-92QD', 'Ada');
  await expectAccessible();
  await button('Import lines').click();
  await expectText(page.getByRole('status').first(), 'Import finished', 'New1', 'Proposed1');
  expect(bodiesOf(backend, 'import_bank_lines')).toMatchObject([
    {
      lines: [
        { account: ACCOUNT, amount: '15.5', booking_date: '2026-11-02', counterparty_name: 'Ada' },
      ],
    },
  ]);
  await button('Show proposals').click();
  await expect
    .element(page.getByRole('tab', { name: /^Proposals/ }))
    .toHaveAttribute('aria-selected', 'true');
});

test('Each invalid file shows its own error, and the valid file can still be imported', async () => {
  await openStatements();
  await upload(
    file('%PDF-1.7\n', 'statement.xml'),
    file('<!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>', 'bomb.xml'),
    file(
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
      'cut.xml',
    ),
    file(STATEMENT),
  );
  const item = (at: number) => files.getByRole('listitem').nth(at);
  await expectText(item(0), 'This is a PDF');
  await expectText(item(1), 'defines entities');
  await expectText(item(2), 'ends too early');
  await expectText(item(3), '1 line');
  await expectCount(button('Import lines'), 1);
  await button('Remove bomb.xml').click();
  await expectNone(page.getByText('bomb.xml'));
});

test('The columns, account and currency of an unknown CSV format are assigned only once', async () => {
  await openStatements();
  await upload(file('Alpha;Beta;Gamma\n2026-11-02;15.50;thanks\n', 'first.csv'));
  await button('Assign columns').click();
  await dialog.getByLabelText('Alpha').selectOptions('Booking date');
  await button('Read file').click();
  await expectText(dialog.getByRole('alert'), 'one to the amount');
  await dialog.getByLabelText('Beta').selectOptions('Amount');
  await dialog.getByLabelText('Gamma').selectOptions('Payment text');
  await dialog.getByLabelText('Your account').fill(ACCOUNT);
  await dialog.getByLabelText('Currency').fill('chf');
  await expectAccessible();
  await button('Read file').click();
  await expectText(files, ACCOUNT, 'Fr', '15.50', 'thanks');
  await upload(file('Alpha;Beta;Gamma\n2026-11-03;99.00;next\n', 'second.csv'));
  await expectText(files.getByRole('listitem').nth(1), 'Fr', '99.00', 'next');
});

test('An account without lines must be confirmed before its first import', async () => {
  await openStatements('', { hasLines: false });
  await upload(file(STATEMENT));
  await expect.element(button('Import lines')).toBeDisabled();
  await page.getByLabelText('This is our account').click();
  await expect.element(button('Import lines')).toBeEnabled();
});

test('A statement of an account that is not in the settings cannot be imported', async () => {
  await openStatements('', { accounts: ['CH9300762011623852957'] });
  await upload(file(STATEMENT));
  await expectText(files.getByRole('alert'), ACCOUNT, 'one of your accounts');
  await expect.element(button('Import lines')).toBeDisabled();
});

test('One press approves the selected proposals and shows how many were not approved', async () => {
  const second = link({ id: 'cccccccc-0000-4000-8000-000000000002' });
  const third = link({ id: 'cccccccc-0000-4000-8000-000000000003' });
  const backend = await openStatements('?tab=proposals', {
    lines: [line('1'), line('2', { links: [second] }), line('3', { links: [third] })],
  });
  backend.respond('POST /rest/v1/rpc/confirm_payment_links', () =>
    Response.json([
      { link_id: link().id, result: 'confirmed' },
      { link_id: third.id, result: 'review.own_record' },
    ]),
  );
  await expectCount(rows(), 4);
  await page.getByRole('checkbox').nth(1).click();
  await expectAccessible();
  await button('Approve 2 payments').click();
  await expectToast('1 payment approved', '1 wasn’t approved');
  expect(bodiesOf(backend, 'confirm_payment_links')).toEqual([{ ids: [link().id, third.id] }]);
});

test('A case can be linked to its most likely record or closed with a note', async () => {
  const backend = await openStatements('?tab=cases', {
    lines: [line('1', { state: 'case', case_reason: 'under', links: [] })],
  });
  backend.respond('POST /rest/v1/rpc/resolve_case', () => new Response(null, { status: 204 }));
  await expectText(rows().nth(1), 'Paid too little', 'Ada Lovelace', 'bbbbbbbb');
  await button('Decide on the payment of Ada Lovelace').click();
  await expectText(dialog, 'Grace Hopper', '$15.00');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Link to record' }).click();
  await expectToast('Decision saved');
  await button('Decide on the payment of Ada Lovelace').click();
  await dialog.getByText('Mark as refunded').first().click();
  await dialog.getByRole('button', { name: 'Mark as refunded' }).click();
  await expectText(dialog.getByRole('alert'), 'Enter a note');
  await dialog.getByLabelText('Note').fill('Returned today');
  await dialog.getByRole('button', { name: 'Mark as refunded' }).click();
  await expect
    .poll(() => bodiesOf(backend, 'resolve_case'))
    .toEqual([
      { line_id: line('1').id, action: 'link', record_id: RECORD },
      { line_id: line('1').id, action: 'refunded', note: 'Returned today' },
    ]);
});

test('The URL contains the filter and the page of the lines', async () => {
  const next = { booking_date: '2026-11-02', id: line('1').id };
  const backend = await openStatements('?tab=lines&state=case&from=2026-11-01&source=nonsense', {
    next,
  });
  await expectCount(rows(), 2);
  await expect.element(page.getByLabelText('State', { exact: true })).toHaveValue('case');
  await button('Next').click();
  await expect
    .poll(() => bodiesOf(backend, 'search_bank_lines').at(-1))
    .toMatchObject({ filter: { state: ['case'], from: '2026-11-01' }, after: next });
  await page.getByLabelText('Source', { exact: true }).selectOptions('Cash agent');
  await expect
    .poll(() => bodiesOf(backend, 'search_bank_lines').at(-1))
    .toEqual({
      filter: { state: ['case'], from: '2026-11-01', source: ['agent'] },
      page_size: 25,
    });
});

test('A link can be undone only by an administrator who did not confirm it', async () => {
  const own = link({ state: 'confirmed', confirmed_by: administrator.id, record_id: RECORD });
  const others = link({
    id: 'cccccccc-0000-4000-8000-000000000009',
    state: 'confirmed',
    confirmed_by: 'dddddddd-0000-4000-8000-000000000000',
    record_id: 'eeeeeeee-0000-4000-8000-000000000000',
  });
  const backend = await openStatements('?tab=lines', {
    lines: [line('1', { state: 'matched', links: [own, others] })],
  });
  backend.respond('POST /rest/v1/rpc/undo_payment_link', () => new Response(null, { status: 204 }));
  await expectCount(button(/^Undo/), 1);
  await button('Undo the link to record eeeeeeee').click();
  await expectToast('Link undone');
  expect(bodiesOf(backend, 'undo_payment_link')).toEqual([{ id: others.id }]);
});

test('An ignored incoming line can be reopened as a case, and an outgoing line cannot', async () => {
  const backend = await openStatements('?tab=lines', {
    lines: [
      line('1', { state: 'ignored', case_reason: 'unknown', amount: 15 }),
      line('2', { state: 'ignored', case_reason: 'outgoing', amount: -20 }),
    ],
  });
  backend.respond('POST /rest/v1/rpc/resolve_case', () => new Response(null, { status: 204 }));
  await expectCount(button(/^Reopen/), 1);
  await button('Reopen the line of $15.00').click();
  await expectToast('Line reopened');
  expect(bodiesOf(backend, 'resolve_case')).toEqual([{ line_id: line('1').id, action: 'reopen' }]);
});

test('The matching settings are stored per payment method', async () => {
  const backend = await openStatements('?tab=settings');
  backend.respond('PATCH /rest/v1/matching_settings', () => Response.json({ id: RECORD }));
  const bank = page.getByRole('group', { name: 'Bank Transfer' });
  await expect.element(bank.getByLabelText('Approve exact payments')).toBeChecked();
  await bank.getByLabelText('Approve exact payments').click();
  await bank.getByLabelText('Days without a payment').fill('400');
  await button('Save Changes').click();
  await expectText(page.getByRole('alert'), 'Enter 1 to 365 days');
  await bank.getByLabelText('Days without a payment').fill('');
  await page.getByLabelText('Your accounts').fill(`${ACCOUNT}\n\n CH93 0076 `);
  await expectAccessible();
  await button('Save Changes').click();
  await expectToast('Settings saved');
  expect(backend.sent('PATCH /rest/v1/matching_settings')[0]?.body).toMatchObject({
    auto_approve: { bank_transfer: false, binance_pay: false },
    expiry_days: { bank_transfer: null },
    qr: { bank_transfer: true },
    bank_line_retention_days: 730,
    accounts: [ACCOUNT, 'CH93 0076'],
  });
});

test('Each tab of the statements page fits the width of a phone', async () => {
  for (const tab of ['import', 'proposals', 'cases', 'lines', 'settings']) {
    await openStatements(`?tab=${tab}`);
    await page.viewport(PHONE.width, PHONE.height);
    await expect.element(page.getByRole('tabpanel')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(PHONE.width);
    await closeScreen();
  }
});
