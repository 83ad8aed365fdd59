import type { PaymentValues } from './payment.schema.ts';

/** The field's step: one unit of the last place. */
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
