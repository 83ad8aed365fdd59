import type { Tables } from '@beaconpay/database';
import { DEFAULT_CARD_NAME, findCardTier, RECHARGE_TYPES } from '@beaconpay/domain';
import { textIn } from '../../lib/text-in.ts';
import type { RecordKind } from '../../manual-payment/record-kinds.ts';

/** An order or a recharge that waits for a review, as the panel shows it. */
export interface PendingRecord {
  kind: RecordKind;
  id: string;
  customerName: string | null;
  customerEmail: string | null;
  customerPicture: string | null;
  amount: number;
  currency: string;
  paymentMethod: string;
  reference: string;
  /** ISO 8601 */
  submittedAt: string;
  /** What was ordered. */
  contents: { label: string; value: string }[];
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
  | 'amount'
  | 'currency'
  | 'payment_method'
  | 'transaction_reference'
  | 'created_at';

export type PendingOrderRow = Pick<Tables<'orders'>, PaymentColumns | 'card_details'> & Customer;

export type PendingRechargeRow = Pick<
  Tables<'recharges'>,
  PaymentColumns | 'operator' | 'phone_number' | 'recharge_details'
> &
  Customer;

export function toPendingOrder(row: PendingOrderRow): PendingRecord {
  const tier = textIn(row.card_details, 'tier');
  return {
    ...paymentOf(row),
    kind: 'card_order',
    contents: [
      { label: 'Card tier', value: findCardTier(tier)?.name ?? tier },
      { label: 'Card name', value: textIn(row.card_details, 'cardName') || DEFAULT_CARD_NAME },
    ],
  };
}

export function toPendingRecharge(row: PendingRechargeRow): PendingRecord {
  const type = textIn(row.recharge_details, 'type');
  return {
    ...paymentOf(row),
    kind: 'mobile_recharge',
    contents: [
      { label: 'Operator', value: row.operator },
      { label: 'Phone number', value: row.phone_number },
      { label: 'Type', value: RECHARGE_TYPES.find(({ id }) => id === type)?.label ?? type },
    ],
  };
}

function paymentOf(row: Pick<Tables<'orders'>, PaymentColumns> & Customer) {
  return {
    id: row.id,
    customerName: row.profiles?.full_name ?? null,
    customerEmail: row.profiles?.users?.email ?? null,
    customerPicture: row.profiles?.avatar_url ?? null,
    amount: row.amount,
    currency: row.currency,
    paymentMethod: row.payment_method,
    reference: row.transaction_reference,
    submittedAt: row.created_at,
  };
}
