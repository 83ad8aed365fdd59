import { AMOUNT_PLACES, BILL_AMOUNT_MIN, BILL_PAYMENT_METHOD_IDS } from '@beaconpay/domain';
import { amountOf } from '../../lib/amount-of.ts';
import { z } from '../../lib/zod.ts';
import { m } from '../../paraglide/messages.js';

export const billSchema = z.object({
  billerName: z.string().check(z.trim(), z.minLength(1, m.utility_bills_enter_the_billers_name())),
  accountNumber: z.string().check(z.trim(), z.minLength(1, m.common_enter_your_account_number())),
  amount: amountOf({
    min: BILL_AMOUNT_MIN,
    places: AMOUNT_PLACES,
    message: m.utility_bills_enter_amount_at_least_min_in_whole({ min: BILL_AMOUNT_MIN }),
  }),
  paymentMethod: z.enum(BILL_PAYMENT_METHOD_IDS),
});

export type BillValues = z.input<typeof billSchema>;
export type Bill = z.output<typeof billSchema>;
