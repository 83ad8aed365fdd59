import type { BillValues } from './bill.schema.ts';

/** The currency of all bills. */
export const BILL_CURRENCY = 'USD';
/** The step of the amount field: one unit of the last decimal. */
export const BILL_AMOUNT_STEP = '0.01';

export const emptyBill: BillValues = {
  billerName: '',
  accountNumber: '',
  amount: '',
  paymentMethod: 'balancePay',
};
