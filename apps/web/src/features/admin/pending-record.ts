import type { Json, Tables } from '@beaconpay/database';
import {
  orderContents,
  rechargeContents,
  type RecordContent,
} from '../../payment/record-contents.ts';
import type { RecordKind } from '../../payment/record-kinds.ts';

/** An order or a recharge that awaits a review, as the panel shows it. */
export interface PendingRecord {
  kind: RecordKind;
  id: string;
  customerId: string;
  customerName: string | null;
  customerEmail: string | null;
  customerPicture: string | null;
  amount: number;
  currency: string;
  paymentMethod: string;
  /** The payment details that the customer was shown. Null for the built-in ones. */
  paymentDetails: Json;
  reference: string;
  /** ISO 8601 */
  submittedAt: string;
  /** The ordered product. */
  contents: RecordContent[];
}

interface Customer {
  profiles: {
    full_name: string | null;
    avatar_url: string | null;
    users: { email: string | null } | null;
  } | null;
}

type PaymentColumns =
  | 'id'
  | 'user_id'
  | 'amount'
  | 'currency'
  | 'payment_method'
  | 'payment_details'
  | 'transaction_reference'
  | 'created_at';

type PendingRow = Pick<Tables<'orders'>, PaymentColumns> & Customer;

export function toPendingOrder(
  row: PendingRow & Parameters<typeof orderContents>[0],
): PendingRecord {
  return { ...paymentOf(row), kind: 'card_order', contents: orderContents(row) };
}

export function toPendingRecharge(
  row: PendingRow & Parameters<typeof rechargeContents>[0],
): PendingRecord {
  return { ...paymentOf(row), kind: 'mobile_recharge', contents: rechargeContents(row) };
}

function paymentOf(row: PendingRow) {
  return {
    id: row.id,
    customerId: row.user_id,
    customerName: row.profiles?.full_name ?? null,
    customerEmail: row.profiles?.users?.email ?? null,
    customerPicture: row.profiles?.avatar_url ?? null,
    amount: row.amount,
    currency: row.currency,
    paymentMethod: row.payment_method,
    paymentDetails: row.payment_details,
    reference: row.transaction_reference,
    submittedAt: row.created_at,
  };
}
