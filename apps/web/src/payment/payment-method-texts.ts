import {
  PAYMENT_METHODS as METHODS,
  type PaymentMethod as Method,
  type PaymentInstructionLine,
  type PaymentMethodId,
} from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

interface PaymentMethodTexts {
  readonly label: string;
  /** One sentence with the instruction for the customer. */
  readonly instruction: string;
  /** The name of the reference, for use within a sentence. */
  readonly referenceLabel: string;
  /** The account to pay to. These are placeholders until an administrator enters a real one. */
  readonly details: readonly PaymentInstructionLine[];
}

export interface PaymentMethod extends Method, PaymentMethodTexts {}

/** The same in all languages. */
const SWIFT_CODE = 'SWIFT/BIC';

const TEXTS: Readonly<Record<PaymentMethodId, PaymentMethodTexts>> = {
  bank_transfer: {
    label: m.label_method_bank_transfer(),
    instruction: m.label_method_bank_transfer_instruction(),
    referenceLabel: m.label_method_bank_transfer_reference(),
    details: [
      { label: m.label_sample_bank(), value: m.label_sample_bank_name() },
      { label: m.label_sample_account_name(), value: m.label_sample_holder() },
      { label: m.label_sample_account_number(), value: '0000 0000' },
      { label: SWIFT_CODE, value: 'XXXXXXXX' },
    ],
  },
  binance_pay: {
    label: m.label_method_binance_pay(),
    instruction: m.label_method_binance_pay_instruction(),
    referenceLabel: m.label_method_binance_pay_reference(),
    details: [
      { label: m.label_sample_pay_id(), value: m.label_sample_value({ value: '000000000' }) },
      { label: m.label_sample_name(), value: m.label_sample_holder() },
    ],
  },
  card_payment: {
    label: m.label_method_card_payment(),
    instruction: m.label_method_card_payment_instruction(),
    referenceLabel: m.label_method_card_payment_reference(),
    details: [],
  },
  manual_cash: {
    label: m.label_method_manual_cash(),
    instruction: m.label_method_manual_cash_instruction(),
    referenceLabel: m.label_method_manual_cash_reference(),
    details: [{ label: m.label_sample_agent(), value: m.label_sample_agent_address() }],
  },
  other_external: {
    label: m.label_method_other_external(),
    instruction: m.label_method_other_external_instruction(),
    referenceLabel: m.label_method_other_external_reference(),
    details: [
      {
        label: m.label_sample_contact(),
        value: m.label_sample_value({ value: 'support@beaconpay.example' }),
      },
    ],
  },
};

/** The manual payment methods with their built-in texts, in their order. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = METHODS.map((method) => ({
  ...method,
  ...TEXTS[method.id],
}));

/** The cache key of the administrators' settings for these methods. */
export const PAYMENT_SETTINGS_KEY = ['payment-method-settings'] as const;

/** The label of a stored method. An unknown one is shown with spaces instead of underscores. */
export function paymentMethodLabel(id: string): string {
  return PAYMENT_METHODS.find((method) => method.id === id)?.label ?? id.replaceAll('_', ' ');
}
