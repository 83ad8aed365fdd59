import type { Tables } from '@beaconpay/database';
import {
  maskTransactionReference,
  paymentMethodLabel,
  PENDING_STATUS,
  statusTone,
} from '@beaconpay/domain';
import {
  orderContents,
  rechargeContents,
  type RecordContent,
} from '../../payment/record-contents.ts';

/** What a receipt says of an order or a recharge. */
export interface Receipt {
  id: string;
  /** What it is for: "Virtual card", "Mobile recharge". */
  title: string;
  /** What was bought: tier or operator, and what belongs to it. */
  items: RecordContent[];
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

export function receiptOfOrder(row: SharedRow & Parameters<typeof orderContents>[0]): Receipt {
  return { ...sharedParts(row), title: 'Virtual card', items: orderContents(row) };
}

export function receiptOfRecharge(
  row: SharedRow & Parameters<typeof rechargeContents>[0],
): Receipt {
  return { ...sharedParts(row), title: 'Mobile recharge', items: rechargeContents(row) };
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
