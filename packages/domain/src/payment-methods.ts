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
  /** Where to pay. All of these are placeholders until a real account is set up. */
  readonly details: readonly PaymentInstructionLine[];
}

/** Orders and recharges are paid outside the product, then verified by an administrator. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = [
  {
    id: 'bank_transfer',
    details: [
      { label: 'Bank', value: 'Placeholder Bank' },
      { label: 'Account name', value: 'BeaconPay (placeholder)' },
      { label: 'Account number', value: '0000 0000' },
      { label: 'SWIFT/BIC', value: 'XXXXXXXX' },
    ],
  },
  {
    id: 'binance_pay',
    details: [
      { label: 'Pay ID', value: '000000000 (placeholder)' },
      { label: 'Name', value: 'BeaconPay (placeholder)' },
    ],
  },
  {
    id: 'card_payment',
    details: [],
  },
  {
    id: 'manual_cash',
    details: [{ label: 'Agent', value: 'Placeholder Agent, 1 Example Street' }],
  },
  {
    id: 'other_external',
    details: [{ label: 'Contact', value: 'support@beaconpay.example (placeholder)' }],
  },
];

export const DEFAULT_PAYMENT_METHOD: PaymentMethodId = 'bank_transfer';
export const TRANSACTION_REFERENCE_MAX_LENGTH = 200;
