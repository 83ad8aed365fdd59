import { page } from 'vitest/browser';
import type { FakeBackend } from './backend.ts';

/** Fills the five card fields with a test card. */
export async function fillCard(): Promise<void> {
  await page.getByLabelText('Name on card').fill('Ada Lovelace');
  await page.getByLabelText('Card number').fill('4242 4242 4242 4242');
  await page.getByLabelText('Expiry month').selectOptions('04');
  await chooseOption('Expiry year', 4);
  await page.getByLabelText('CVV').fill('7391');
}

/** Selects an option by its index. */
export async function chooseOption(label: string, index: number): Promise<void> {
  const select = page.getByLabelText(label);
  await select.selectOptions(select.getByRole('option').nth(index));
}

/** A backend without records. It stores each record of this table, and returns it with its history row. */
export function acceptRecords(
  backend: FakeBackend,
  table: 'orders' | 'recharges',
  id: string = crypto.randomUUID(),
): string {
  const found = {
    id,
    status: 'pending_manual_verification',
    admin_notes: null,
    amount: 20,
    currency: 'USD',
    payment_method: 'bank_transfer',
    payment_details: null,
    transaction_reference: 'TR-1',
    payment_code: null,
    stripe_session_id: null,
    ...(table === 'orders'
      ? { card_details: { tier: 'premium', cardName: 'Travel' } }
      : { operator: 'MTN', phone_number: '+234 800', recharge_details: { type: 'data' } }),
  };
  for (const route of ['GET /rest/v1/orders', 'GET /rest/v1/recharges'] as const) {
    backend.respond(route, ({ query }) => Response.json(query.has('id') ? [found] : []));
  }
  backend.respond(`POST /rest/v1/${table}`, () => Response.json({ id }, { status: 201 }));
  backend.respond('POST /rest/v1/transactions', () => new Response(null, { status: 201 }));
  return id;
}
