import type { PaymentValues } from './payment.schema.ts';

/** The step of the amount field: one unit of the last decimal. */
export const PAYMENT_AMOUNT_STEP = '0.01';

export const emptyPayment: PaymentValues = {
  paymentType: 'individual',
  amount: '',
  currency: 'USD',
  description: '',
  recipientName: '',
  recipientEmail: '',
  businessName: '',
  businessId: '',
};
