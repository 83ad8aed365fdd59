import {
  PAYMENT_METHODS as METHODS,
  type PaymentMethod as Method,
  type PaymentMethodId,
} from '@beaconpay/domain';
import { m } from '../paraglide/messages.js';

interface PaymentMethodTexts {
  readonly label: string;
  /** One sentence with the instruction for the customer. */
  readonly instruction: string;
  /** The name of the reference, for use within a sentence. */
  readonly referenceLabel: string;
}

export interface PaymentMethod extends Method, PaymentMethodTexts {}

const TEXTS: Readonly<Record<PaymentMethodId, PaymentMethodTexts>> = {
  bank_transfer: {
    label: m.label_method_bank_transfer(),
    instruction: m.label_method_bank_transfer_instruction(),
    referenceLabel: m.label_method_bank_transfer_reference(),
  },
  binance_pay: {
    label: m.label_method_binance_pay(),
    instruction: m.label_method_binance_pay_instruction(),
    referenceLabel: m.label_method_binance_pay_reference(),
  },
  card_payment: {
    label: m.label_method_card_payment(),
    instruction: m.label_method_card_payment_instruction(),
    referenceLabel: m.label_method_card_payment_reference(),
  },
  manual_cash: {
    label: m.label_method_manual_cash(),
    instruction: m.label_method_manual_cash_instruction(),
    referenceLabel: m.label_method_manual_cash_reference(),
  },
  other_external: {
    label: m.label_method_other_external(),
    instruction: m.label_method_other_external_instruction(),
    referenceLabel: m.label_method_other_external_reference(),
  },
};

/** The manual payment methods with their built-in texts, in their order. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = METHODS.map((method) => ({
  ...method,
  ...TEXTS[method.id],
}));

/** The label of a stored method. An unknown one is shown with spaces instead of underscores. */
export function paymentMethodLabel(id: string): string {
  return PAYMENT_METHODS.find((method) => method.id === id)?.label ?? id.replaceAll('_', ' ');
}
