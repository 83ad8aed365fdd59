import { AMOUNT_PLACES, BILL_AMOUNT_MIN, BILL_PAYMENT_METHODS } from '@beaconpay/domain';
import { amountOf } from '../../lib/amount-of.ts';
import { z } from '../../lib/zod.ts';

export const billSchema = z.object({
  billerName: z.string().check(z.trim(), z.minLength(1, "Enter the biller's name.")),
  accountNumber: z.string().check(z.trim(), z.minLength(1, 'Enter your account number.')),
  amount: amountOf({
    min: BILL_AMOUNT_MIN,
    places: AMOUNT_PLACES,
    message: `Enter an amount of at least ${BILL_AMOUNT_MIN}, in whole cents.`,
  }),
  paymentMethod: z.enum(BILL_PAYMENT_METHODS.map(({ id }) => id)),
});

export type BillValues = z.input<typeof billSchema>;
export type Bill = z.output<typeof billSchema>;
