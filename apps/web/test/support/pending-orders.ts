import { page } from 'vitest/browser';
import type { PlayedBackend, Sent } from './backend.ts';

/** The orders that wait unless a test says otherwise. */
export const ORDER_IDS = [
  'aaaaaaaa-0000-4000-8000-000000000000',
  'bbbbbbbb-0000-4000-8000-000000000000',
  'cccccccc-0000-4000-8000-000000000000',
] as const;

const order = (id: string) => ({
  id,
  user_id: 'dddddddd-0000-4000-8000-000000000000',
  amount: 15,
  currency: 'USD',
  payment_method: 'bank_transfer',
  payment_details: null,
  transaction_reference: 'TR-2026-77',
  created_at: '2026-11-01T12:00:00Z',
  profiles: { full_name: 'Katherine Johnson', avatar_url: null, users: { email: 'k@example.com' } },
  card_details: { tier: 'premium', cardName: 'Travel' },
});

/** What opens the review of a record that waits. */
export const reviewButton = (id: string) =>
  page
    .getByRole('row')
    .filter({ hasText: id.slice(0, 8) })
    .getByRole('button', { name: /^Review/ });

/** Rows as the data API sends them where it counts them all, too. */
export const listed = (rows: readonly unknown[]) =>
  Response.json(rows, { headers: { 'Content-Range': `0-9/${String(rows.length)}` } });

/** Answers with the orders that wait, and to everything else about orders with `others`. */
export const answerOrders =
  (waiting: readonly string[] = ORDER_IDS, others: readonly unknown[] = []) =>
  ({ query }: Pick<Sent, 'query'>) =>
    query.get('status') === 'eq.pending_manual_verification'
      ? listed(waiting.map(order))
      : Response.json(others);

/** An administrator's backend, where these orders wait and nothing else. */
export function prepareOrders(
  backend: PlayedBackend,
  waiting: readonly string[] = ORDER_IDS,
): void {
  backend.answer('GET /rest/v1/orders', answerOrders(waiting));
  backend.answer('HEAD /rest/v1/profiles', () => listed([]));
  for (const path of [
    'recharges',
    'account_directory',
    'account_deletion_requests',
    'audit_log',
  ] as const) {
    backend.answer(`GET /rest/v1/${path}`, () => listed([]));
  }
  backend.answer('POST /rest/v1/rpc/reused_references', () => Response.json([]));
  backend.answer('GET /rest/v1/security_settings', () =>
    Response.json({ administrators_need_second_factor: false }),
  );
}
