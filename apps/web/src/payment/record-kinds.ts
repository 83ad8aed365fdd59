import type { TransactionType } from '@beaconpay/domain';

/** What can be paid by hand. The id is what addresses and history rows call it. */
export type RecordKind = 'card_order' | 'mobile_recharge';

export interface RecordKindFacts {
  readonly table: 'orders' | 'recharges';
  /** The type of its row in the customer's history. */
  readonly transactionType: TransactionType;
  /** What an administrator calls it, as in "Order status updated". */
  readonly shortName: 'Order' | 'Recharge';
  readonly name: string;
  readonly submittedTitle: string;
  readonly cancelledTitle: string;
  /** Where one makes another. */
  readonly path: string;
  readonly another: string;
}

export const RECORD_KINDS: Readonly<Record<RecordKind, RecordKindFacts>> = {
  card_order: {
    table: 'orders',
    transactionType: 'card_order',
    shortName: 'Order',
    name: 'card order',
    submittedTitle: 'Card Order Submitted',
    cancelledTitle: 'Card Order Cancelled',
    path: '/cards',
    another: 'Order another card',
  },
  mobile_recharge: {
    table: 'recharges',
    transactionType: 'recharge',
    shortName: 'Recharge',
    name: 'mobile recharge',
    submittedTitle: 'Mobile Recharge Submitted',
    cancelledTitle: 'Mobile Recharge Cancelled',
    path: '/mobile-recharge',
    another: 'Recharge another phone',
  },
};
