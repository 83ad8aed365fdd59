import type { PaymentType } from './payment-types.ts';
import type { PaymentValues } from './payment.schema.ts';

/** What a payment would be recorded as. It lives for the length of a message and is kept nowhere. */
export interface SimulatedPayment {
  user_id: string;
  /** A decimal text. */
  amount: string;
  currency: string;
  /** Null when none was given. */
  description: string | null;
  payment_type: PaymentType;
  status: 'simulated_completed';
  recipient_name?: string;
  recipient_email?: string;
  business_name?: string;
  business_id?: string;
}

/** The record of valid form values; it names only the side that the payment goes to. */
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

/** Who a simulated payment went to, by name. */
export function payeeName(payment: SimulatedPayment): string {
  return payment.recipient_name ?? payment.business_name ?? '';
}
