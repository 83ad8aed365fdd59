import type { TransactionType } from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

const LABELS: Partial<Record<string, string>> = {
  card_order: m.label_transaction_card_order(),
  recharge: m.label_transaction_recharge(),
  payment_sent: m.label_transaction_payment_sent(),
  payment_received: m.label_transaction_payment_received(),
  wire_transfer: m.label_transaction_wire_transfer(),
} satisfies Record<TransactionType, string>;

/** The label of a type: "card_order" is "Card order". */
export function transactionTypeLabel(type: string): string {
  const words = type.replaceAll('_', ' ');
  return LABELS[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
