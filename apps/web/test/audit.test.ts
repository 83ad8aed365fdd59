import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './support/accessible.ts';
import { expectText } from './support/looks.ts';
import { createPerson } from './support/people.ts';
import { openScreen } from './support/screen.tsx';

const administrator = createPerson({ account_type: 'admin' });

const SEALED = {
  position: 1200,
  hash: 'ab'.repeat(32),
  sealed_at: '2026-11-01T12:00:00Z',
  unsealed: 3,
  checked_at: '2026-11-01T02:23:00Z',
  checked_position: 1100,
  broken_entry: null,
  problem: null,
};

const entry = (changes: object = {}) => ({
  id: 17,
  recorded_at: '2026-11-01T12:00:00Z',
  actor_id: 'aaaaaaaa-0000-4000-8000-000000000000',
  actor_role: 'authenticated',
  actor_email: 'grace@example.com',
  table_name: 'orders',
  record_id: 'bbbbbbbb-0000-4000-8000-000000000000',
  action: 'update',
  before: { status: 'pending_manual_verification', admin_notes: null },
  after_values: { status: 'manual_payment_approved', admin_notes: null },
  origin: { network: '203.0.113.0/24', user_agent: 'Browser' },
  chain_position: 17,
  is_erased: false,
  ...changes,
});

function openAudit({ chain = {}, rows = [entry()] as object[], path = '/admin/audit' } = {}) {
  return openScreen(path, {
    person: administrator,
    prepare(fake) {
      fake.respond('GET /rest/v1/security_settings', () =>
        Response.json({ administrators_need_second_factor: false }),
      );
      fake.respond('GET /rest/v1/account_directory', () => Response.json([]));
      fake.respond('POST /rest/v1/rpc/audit_chain_status', () =>
        Response.json({ ...SEALED, ...chain }),
      );
      fake.respond('POST /rest/v1/rpc/search_audit_log', () => Response.json(rows));
    },
  });
}

test('An entry shows the actor, the network, the record and only the changed fields', async () => {
  await openAudit();
  const row = page.getByRole('row').last();
  await expectText(row, 'grace@example.com');
  await expectText(row, 'Card order · Changed');
  await expectText(row, '203.0.113.0/24');
  await expectText(row, 'manual_payment_approved');
  await expect.element(row).not.toHaveTextContent('admin_notes');
  await expect.element(page.getByText('1,200 entries sealed, unchanged')).toBeVisible();
  await expect.element(page.getByText('3 new entries are sealed within a minute')).toBeVisible();
  await expectAccessible();
});

test('The first broken entry of the chain is shown in an alert', async () => {
  await openAudit({ chain: { broken_entry: 1034, problem: 'changed' } });
  const alert = page.getByRole('alert');
  await expectText(alert, 'The audit log was changed at entry 1,034');
  await expectText(alert, 'npm run audit:verify');
  await expectAccessible();
});

test('An invalid filter in the URL is ignored', async () => {
  const backend = await openAudit({
    path: '/admin/audit?record=x&table=pg_class&action=update&from=2026-99-01',
  });
  await expect.element(page.getByLabelText('Kind of change')).toHaveValue('update');
  await expect
    .poll(() => backend.sent('POST /rest/v1/rpc/search_audit_log').at(-1)?.body)
    .toEqual({ filter: { action: 'update' }, page_size: 25 });
});

test('An audit log that fails to load shows an error, and Try Again loads it', async () => {
  const backend = await openAudit();
  backend.respond('POST /rest/v1/rpc/search_audit_log', () =>
    Response.json({ message: 'No.' }, { status: 400 }),
  );
  await page.getByLabelText('Kind of change').selectOptions('Removed');
  const again = page.getByRole('button', { name: 'Try Again' });
  await expect.element(again).toBeVisible();
  backend.respond('POST /rest/v1/rpc/search_audit_log', () => Response.json([entry()]));
  await again.click();
  await expectText(page.getByRole('row').last(), 'grace@example.com');
});
