import type { RecordKindFacts } from '../../payment/record-kinds.ts';
import type { Tables } from '@beaconpay/database';
import { maskTransactionReference, PENDING_STATUS, statusTone } from '@beaconpay/domain';
import {
  orderContents,
  rechargeContents,
  type RecordContent,
} from '../../payment/record-contents.ts';
import type { ReceivedPayment } from '../../payment/received-payment.ts';
import type { Delivery } from './delivery.ts';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
import { m } from '../../paraglide/messages.js';

/** The contents of a receipt for an order or a recharge. */
export interface Receipt {
  id: string;
  noun: RecordKindFacts['noun'];
  /** The product: "Virtual card", "Mobile recharge". */
  title: string;
  /** The details of the product: tier or operator, and more. */
  items: RecordContent[];
  amount: number;
  currency: string;
  status: string;
  isDecided: boolean;
  isRefused: boolean;
  method: string;
  /** The reference of the payment. Only its end is readable. */
  maskedReference: string;
  notes: string | null;
  /** ISO 8601 */
  submittedAt: string;
  /** ISO 8601 */
  decidedAt: string;
  /** Null if no line of a statement paid it. */
  received: ReceivedPayment | null;
  /** Null for a record that is not paid. */
  delivery: Delivery | null;
}

type Outcome = Pick<Receipt, 'received' | 'delivery'>;

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

export function receiptOfOrder(
  row: SharedRow & Parameters<typeof orderContents>[0],
  outcome: Outcome,
): Receipt {
  return {
    ...sharedParts(row),
    ...outcome,
    noun: 'order',
    title: m.history_virtual_card(),
    items: orderContents(row),
  };
}

export function receiptOfRecharge(
  row: SharedRow & Parameters<typeof rechargeContents>[0],
  outcome: Outcome,
): Receipt {
  return {
    ...sharedParts(row),
    ...outcome,
    noun: 'recharge',
    title: m.common_mobile_recharge(),
    items: rechargeContents(row),
  };
}

function sharedParts(row: SharedRow): Omit<Receipt, 'noun' | 'title' | 'items' | keyof Outcome> {
  const session = row.stripe_session_id;
  return {
    id: row.id,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    isDecided: row.status !== PENDING_STATUS,
    isRefused: statusTone(row.status) === 'destructive',
    // A customer who paid by card did not use the method of the form.
    method: session === null ? paymentMethodLabel(row.payment_method) : m.common_card_paid_online(),
    maskedReference: maskTransactionReference(session ?? row.transaction_reference),
    notes: row.admin_notes,
    submittedAt: row.created_at,
    // A decided record is final, so its last change completed it.
    decidedAt: row.reviewed_at ?? row.updated_at,
  };
}
