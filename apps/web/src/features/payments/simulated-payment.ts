import type { PaymentType } from './payment-types.ts';
import type { PaymentValues } from './payment.schema.ts';

/** The record of a simulated payment. It is used for a message and stored nowhere. */
export interface SimulatedPayment {
  user_id: string;
  /** A decimal text. */
  amount: string;
  currency: string;
  /** Null without a note. */
  description: string | null;
  payment_type: PaymentType;
  status: 'simulated_completed';
  recipient_name?: string;
  recipient_email?: string;
  business_name?: string;
  business_id?: string;
}

/** The record of valid form values. It contains only the recipient of the selected type. */
export function createSimulatedPayment(userId: string, values: PaymentValues): SimulatedPayment {
  const common = {
    user_id: userId,
    amount: values.amount,
    currency: values.currency,
    description: values.description === '' ? null : values.description,
    payment_type: values.paymentType,
    status: 'simulated_completed',
  } as const;
  return values.paymentType === 'individual'
    ? { ...common, recipient_name: values.recipientName, recipient_email: values.recipientEmail }
    : { ...common, business_name: values.businessName, business_id: values.businessId };
}

/** The name of the recipient of a simulated payment. */
export function payeeName(payment: SimulatedPayment): string {
  return payment.recipient_name ?? payment.business_name ?? '';
}
