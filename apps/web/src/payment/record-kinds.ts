import type { TransactionType } from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

/** The kinds of records with manual payments. URLs and history rows contain the id. */
export type RecordKind = 'card_order' | 'mobile_recharge';

export type RecordTable = 'orders' | 'recharges';

export interface RecordKindFacts {
  readonly table: RecordTable;
  /** The type of the history row. */
  readonly transactionType: TransactionType;
  /** Selects the words of messages about a record. */
  readonly noun: 'order' | 'recharge';
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
    noun: 'order',
    submittedTitle: m.common_card_order_submitted(),
    cancelledTitle: m.payment_card_order_cancelled(),
    path: '/cards',
    another: m.payment_order_another_card(),
  },
  mobile_recharge: {
    table: 'recharges',
    transactionType: 'recharge',
    noun: 'recharge',
    submittedTitle: m.payment_mobile_recharge_submitted(),
    cancelledTitle: m.payment_mobile_recharge_cancelled(),
    path: '/mobile-recharge',
    another: m.payment_recharge_another_phone(),
  },
};
