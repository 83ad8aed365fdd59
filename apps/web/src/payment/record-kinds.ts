import type { TransactionType } from '@beaconpay/domain';

/** The kinds of records with manual payments. URLs and history rows contain the id. */
export type RecordKind = 'card_order' | 'mobile_recharge';

export type RecordTable = 'orders' | 'recharges';

export interface RecordKindFacts {
  readonly table: RecordTable;
  /** The type of the history row. */
  readonly transactionType: TransactionType;
  /** The name for administrators, as in "Order status updated". */
  readonly shortName: 'Order' | 'Recharge';
  readonly name: string;
  readonly submittedTitle: string;
  readonly cancelledTitle: string;
  /** The page with the form for another record. */
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
