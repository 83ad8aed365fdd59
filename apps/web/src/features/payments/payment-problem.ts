import type { FieldErrors } from 'react-hook-form';
import type { PaymentType } from './payment-types.ts';
import type { PaymentValues } from './payment.schema.ts';
import { m } from '../../paraglide/messages.js';

export interface PaymentProblem {
  title: string;
  description: string;
}

const missingRecipient: Record<PaymentType, string> = {
  individual: m.payments_please_provide_recipient_name_and_email(),
  business: m.payments_please_provide_business_name_and_id(),
};

/** The first error of a payment: its amount, then its recipient. */
export function firstProblem(
  errors: FieldErrors<PaymentValues>,
  paymentType: PaymentType,
): PaymentProblem {
  return errors.amount === undefined
    ? { title: m.common_missing_information(), description: missingRecipient[paymentType] }
    : {
        title: m.payments_invalid_amount(),
        description: m.payments_please_enter_valid_payment_amount(),
      };
}
