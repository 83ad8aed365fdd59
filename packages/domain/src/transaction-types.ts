import type { CardTier } from './card-tiers.ts';
import type { Operator } from './operators.ts';

export const TRANSACTION_TYPES = [
  'card_order',
  'recharge',
  'payment_sent',
  'payment_received',
  'wire_transfer',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Whether a transaction of this type is incoming and shown as positive. */
export function isIncomingTransaction(type: string): boolean {
  return type.includes('received') || type.includes('deposit');
}

/** The stored description of a card order, in English. The database writes the same. */
export function cardOrderDescription({ name }: Pick<CardTier, 'name'>): string {
  return `${name} virtual card order`;
}

/** The stored description of a recharge, in English. The database writes the same. */
export function rechargeDescription({ name }: Pick<Operator, 'name'>): string {
  return `Mobile recharge: ${name}`;
}
