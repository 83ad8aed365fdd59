import { page } from 'vitest/browser';
import type { FakeBackend, SentRequest } from './backend.ts';

/** The default pending orders. */
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
export const responseWithCount = (rows: readonly unknown[]) =>
  Response.json(rows, { headers: { 'Content-Range': `0-9/${String(rows.length)}` } });

/** Responds to requests for pending orders with `pending` and to all other order requests with `others`. */
export const ordersResponder =
  (pending: readonly string[] = ORDER_IDS, others: readonly unknown[] = []) =>
  ({ query }: Pick<SentRequest, 'query'>) =>
    query.get('status') === 'eq.pending_manual_verification'
      ? responseWithCount(pending.map(order))
      : Response.json(others);

/** Sets the responses for an administrator. Only these orders are pending. */
export function prepareOrders(backend: FakeBackend, pending: readonly string[] = ORDER_IDS): void {
  backend.respond('GET /rest/v1/orders', ordersResponder(pending));
  backend.respond('HEAD /rest/v1/profiles', () => responseWithCount([]));
  for (const path of [
    'recharges',
    'account_directory',
    'account_deletion_requests',
    'audit_log',
  ] as const) {
    backend.respond(`GET /rest/v1/${path}`, () => responseWithCount([]));
  }
  backend.respond('POST /rest/v1/rpc/reused_references', () => Response.json([]));
  backend.respond('GET /rest/v1/security_settings', () =>
    Response.json({ administrators_need_second_factor: false }),
  );
}
