import type { Tables } from '@beaconpay/database';
import { m } from '../../paraglide/messages.js';

/** Whether the customer has received an order or a recharge, and what. */
export type Delivery = Pick<
  Tables<'deliveries'>,
  'state' | 'card_last4' | 'card_expiry' | 'confirmation' | 'delivered_at' | 'is_test'
>;

export const DELIVERY_COLUMNS =
  'record_id, state, card_last4, card_expiry, confirmation, delivered_at, is_test' as const;

/** A label and a text about what was delivered: the confirmation of the operator, or the card. */
export function deliveredItem(delivery: Delivery): { label: string; value: string } | null {
  const { confirmation, card_last4: last4, card_expiry: expiry } = delivery;
  if (confirmation !== null) return { label: m.history_confirmation(), value: confirmation };
  if (last4 === null || expiry === null) return null;
  return { label: m.history_issued_card(), value: m.history_card_last4_expires({ last4, expiry }) };
}
