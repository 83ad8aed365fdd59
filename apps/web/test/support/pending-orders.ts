import { page } from 'vitest/browser';
import type { PlayedBackend, Sent } from './backend.ts';

/** The pending orders by default. */
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

/** The button that opens the review of a pending record. */
export const reviewButton = (id: string) =>
  page
    .getByRole('row')
    .filter({ hasText: id.slice(0, 8) })
    .getByRole('button', { name: /^Review/ });

/** A response of the data API with rows and their exact count. */
export const listed = (rows: readonly unknown[]) =>
  Response.json(rows, { headers: { 'Content-Range': `0-9/${String(rows.length)}` } });

/** Answers requests for pending orders with `waiting`, and all other requests for orders with `others`. */
export const answerOrders =
  (waiting: readonly string[] = ORDER_IDS, others: readonly unknown[] = []) =>
  ({ query }: Pick<Sent, 'query'>) =>
    query.get('status') === 'eq.pending_manual_verification'
      ? listed(waiting.map(order))
      : Response.json(others);

/** A backend for an administrator, in which only these orders are pending. */
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
