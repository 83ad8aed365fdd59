export const BILL_PAYMENT_METHOD_IDS = ['balancePay', 'linkedCard', 'bankAccount'] as const;
