type BillPaymentMethodId = 'balancePay' | 'linkedCard' | 'bankAccount';

interface BillPaymentMethod {
  readonly id: BillPaymentMethodId;
  readonly label: string;
}

export const BILL_PAYMENT_METHODS: readonly BillPaymentMethod[] = [
  { id: 'balancePay', label: 'BeaconPay Balance' },
  { id: 'linkedCard', label: 'Linked Card' },
  { id: 'bankAccount', label: 'Bank Account' },
];
