import type { Json, Tables } from '@beaconpay/database';
import {
  DEFAULT_CARD_NAME,
  findCardTier,
  PENDING_STATUS,
  statusTone,
  type CardTier,
} from '@beaconpay/domain';

/** What the customer knows about an ordered card. */
export type CardState = 'verifying' | 'issuing' | 'active' | 'rejected';

export type CardOrderRow = Pick<
  Tables<'orders'>,
  'id' | 'status' | 'card_details' | 'admin_notes' | 'created_at'
>;

export type CardDeliveryRow = Pick<
  Tables<'deliveries'>,
  'record_id' | 'state' | 'due_at' | 'card_last4' | 'card_expiry' | 'is_test'
>;

export interface CustomerCard {
  /** The id of the order. */
  id: string;
  name: string;
  /** Undefined for a tier that is no longer offered. */
  tier: CardTier | undefined;
  state: CardState;
  /** The last four digits. Null before the card is issued. */
  last4: string | null;
  /** MM/YY. Null before the card is issued. */
  expiry: string | null;
  /** ISO 8601. Null when the card is not being issued. */
  dueAt: string | null;
  /** Whether the card is not issued within the promised time. */
  isLate: boolean;
  /** Why the payment was rejected. */
  reason: string | null;
  /** Issued by a sandbox. */
  isTest: boolean;
}

export function customerCard(
  order: CardOrderRow,
  delivery: CardDeliveryRow | undefined,
  nowMs = Date.now(),
): CustomerCard {
  const state = stateOf(order.status, delivery?.state);
  const dueAt = state === 'issuing' ? (delivery?.due_at ?? null) : null;
  return {
    id: order.id,
    name: textIn(order.card_details, 'cardName') || DEFAULT_CARD_NAME,
    tier: findCardTier(textIn(order.card_details, 'tier')),
    state,
    last4: delivery?.card_last4 ?? null,
    expiry: shortExpiry(delivery?.card_expiry ?? null),
    dueAt,
    isLate: dueAt !== null && Date.parse(dueAt) < nowMs,
    reason: state === 'rejected' ? order.admin_notes : null,
    isTest: delivery?.is_test ?? false,
  };
}

/** A failed attempt to issue a card is repeated, so the card is still being issued. */
function stateOf(status: string, delivery: string | undefined): CardState {
  if (status === PENDING_STATUS) return 'verifying';
  if (statusTone(status) !== 'success' || delivery === 'cancelled') return 'rejected';
  return delivery === 'delivered' ? 'active' : 'issuing';
}

/** "08/2030" as cards show it: "08/30". */
function shortExpiry(expiry: string | null): string | null {
  return expiry?.replace(/\/\d\d/, '/') ?? null;
}

const STATE_ORDER: readonly CardState[] = ['active', 'issuing', 'verifying', 'rejected'];

/** Usable cards first, rejected ones last. Cards in the same state keep their order. */
export function sortCards(cards: readonly CustomerCard[]): CustomerCard[] {
  return cards.toSorted((a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state));
}

/** Whether the state of a card can still change, so that the screen follows it. */
export function isInProgress({ state }: CustomerCard): boolean {
  return state === 'verifying' || state === 'issuing';
}

function textIn(details: Json, name: string): string {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return '';
  const value = details[name];
  return typeof value === 'string' ? value : '';
}
