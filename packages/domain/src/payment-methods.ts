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
  readonly label: string;
  /** One sentence with the instruction for the customer. */
  readonly instruction: string;
  /** Where to pay. All of these are placeholders until a real account is set up. */
  readonly details: readonly PaymentInstructionLine[];
  /** The name of the reference, for use within a sentence. */
  readonly referenceLabel: string;
}

/** Orders and recharges are paid outside the product, then verified by an administrator. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = [
  {
    id: 'bank_transfer',
    label: 'Bank Transfer',
    instruction:
      'Transfer the exact amount to the account below, then enter the transfer reference.',
    details: [
      { label: 'Bank', value: 'Placeholder Bank' },
      { label: 'Account name', value: 'BeaconPay (placeholder)' },
      { label: 'Account number', value: '0000 0000' },
      { label: 'SWIFT/BIC', value: 'XXXXXXXX' },
    ],
    referenceLabel: 'transfer reference',
  },
  {
    id: 'binance_pay',
    label: 'Binance Pay',
    instruction: 'Send the exact amount to the Pay ID below, then enter the Binance Pay order ID.',
    details: [
      { label: 'Pay ID', value: '000000000 (placeholder)' },
      { label: 'Name', value: 'BeaconPay (placeholder)' },
    ],
    referenceLabel: 'Binance Pay order ID',
  },
  {
    id: 'card_payment',
    label: 'Card Payment',
    instruction:
      "For demonstration only: don't enter a real card. The card number and CVV stay in this browser.",
    details: [],
    referenceLabel: 'card details',
  },
  {
    id: 'manual_cash',
    label: 'Cash',
    instruction: 'Pay at a BeaconPay agent, then enter the number on your receipt.',
    details: [{ label: 'Agent', value: 'Placeholder Agent, 1 Example Street' }],
    referenceLabel: 'receipt number',
  },
  {
    id: 'other_external',
    label: 'Other',
    instruction: 'Pay as agreed with support, then enter your payment reference.',
    details: [{ label: 'Contact', value: 'support@beaconpay.example (placeholder)' }],
    referenceLabel: 'payment reference',
  },
];

export const DEFAULT_PAYMENT_METHOD: PaymentMethodId = 'bank_transfer';
export const TRANSACTION_REFERENCE_MAX_LENGTH = 200;

/** The label of a method. An unknown value is its own label. */
export function paymentMethodLabel(id: string): string {
  return PAYMENT_METHODS.find((method) => method.id === id)?.label ?? id.replaceAll('_', ' ');
}
