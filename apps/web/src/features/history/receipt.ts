import type { Tables } from '@beaconpay/database';
import {
  DEFAULT_CARD_NAME,
  findCardTier,
  maskTransactionReference,
  paymentMethodLabel,
  PENDING_STATUS,
  RECHARGE_TYPES,
  statusTone,
} from '@beaconpay/domain';
import { textIn } from '../../lib/text-in.ts';

/** What a receipt says of an order or a recharge. */
export interface Receipt {
  id: string;
  /** What it is for: "Virtual card", "Mobile recharge". */
  title: string;
  /** What was bought: tier or operator, and what belongs to it. */
  items: { label: string; value: string }[];
  amount: number;
  currency: string;
  status: string;
  isDecided: boolean;
  isRefused: boolean;
  method: string;
  /** The payment's reference, of which only the end can be read. */
  maskedReference: string;
  notes: string | null;
  /** ISO 8601 */
  submittedAt: string;
  /** ISO 8601 */
  decidedAt: string;
}

type SharedColumns =
  | 'id'
  | 'amount'
  | 'currency'
  | 'status'
  | 'payment_method'
  | 'transaction_reference'
  | 'stripe_session_id'
  | 'admin_notes'
  | 'created_at'
  | 'reviewed_at'
  | 'updated_at';

type SharedRow = Pick<Tables<'orders'>, SharedColumns>;

export function receiptOfOrder(row: SharedRow & Pick<Tables<'orders'>, 'card_details'>): Receipt {
  const tier = textIn(row.card_details, 'tier');
  return {
    ...sharedParts(row),
    title: 'Virtual card',
    items: [
      { label: 'Card tier', value: findCardTier(tier)?.name ?? tier },
      { label: 'Card name', value: textIn(row.card_details, 'cardName') || DEFAULT_CARD_NAME },
    ],
  };
}

export function receiptOfRecharge(
  row: SharedRow & Pick<Tables<'recharges'>, 'operator' | 'phone_number' | 'recharge_details'>,
): Receipt {
  const type = textIn(row.recharge_details, 'type');
  return {
    ...sharedParts(row),
    title: 'Mobile recharge',
    items: [
      { label: 'Operator', value: row.operator },
      { label: 'Phone number', value: row.phone_number },
      { label: 'Type', value: RECHARGE_TYPES.find(({ id }) => id === type)?.label ?? type },
    ],
  };
}

function sharedParts(row: SharedRow): Omit<Receipt, 'title' | 'items'> {
  const session = row.stripe_session_id;
  return {
    id: row.id,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    isDecided: row.status !== PENDING_STATUS,
    isRefused: statusTone(row.status) === 'destructive',
    // Who paid by card in the end did not pay in the way that was chosen first.
    method: session === null ? paymentMethodLabel(row.payment_method) : 'Card, paid online',
    maskedReference: maskTransactionReference(session ?? row.transaction_reference),
    notes: row.admin_notes,
    submittedAt: row.created_at,
    // A decided record is final: what completed it was its last change.
    decidedAt: row.reviewed_at ?? row.updated_at,
  };
}
