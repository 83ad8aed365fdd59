export type PaymentMethodId =
  | 'bank_transfer'
  | 'binance_pay'
  | 'card_payment'
  | 'manual_cash'
  | 'other_external';

export interface PaymentInstructionLine {
  readonly label: string;
  readonly value: string;
}

export interface PaymentMethod {
  readonly id: PaymentMethodId;
}

/** Orders and recharges are paid outside the product, then verified by an administrator. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = [
  { id: 'bank_transfer' },
  { id: 'binance_pay' },
  { id: 'card_payment' },
  { id: 'manual_cash' },
  { id: 'other_external' },
];

export const DEFAULT_PAYMENT_METHOD: PaymentMethodId = 'bank_transfer';
export const TRANSACTION_REFERENCE_MAX_LENGTH = 200;
