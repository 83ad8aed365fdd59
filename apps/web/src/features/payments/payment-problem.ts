import type { FieldErrors } from 'react-hook-form';
import type { PaymentType } from './payment-types.ts';
import type { PaymentValues } from './payment.schema.ts';

export interface PaymentProblem {
  title: string;
  description: string;
}

const missingRecipient: Record<PaymentType, string> = {
  individual: 'Please provide recipient name and email.',
  business: 'Please provide business name and ID.',
};

/** The first error of a payment: its amount, then its recipient. */
export function firstProblem(
  errors: FieldErrors<PaymentValues>,
  paymentType: PaymentType,
): PaymentProblem {
  return errors.amount === undefined
    ? { title: 'Missing Information', description: missingRecipient[paymentType] }
    : { title: 'Invalid amount', description: 'Please enter a valid payment amount.' };
}
