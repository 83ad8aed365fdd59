import type { BillValues } from './bill.schema.ts';

/** The currency every bill is shown in. */
export const BILL_CURRENCY = 'USD';
/** The amount field's step: one unit of the last place. */
export const BILL_AMOUNT_STEP = '0.01';

export const emptyBill: BillValues = {
  billerName: '',
  accountNumber: '',
  amount: '',
  paymentMethod: 'balancePay',
};
