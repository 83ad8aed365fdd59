export const PAYMENT_TYPES = ['individual', 'business'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];
