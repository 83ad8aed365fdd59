import {
  isPhoneNumber,
  OPERATORS,
  RECHARGE_AMOUNTS_USD,
  RECHARGE_CURRENCY,
  RECHARGE_TYPE_IDS,
  type Operator,
  type RechargeTypeId,
} from '@beaconpay/domain';
import { optionField } from '../../lib/option-field.ts';
import { z } from '../../lib/zod.ts';
import {
  manualPaymentFields,
  paymentProofOf,
  refineManualPayment,
} from '../../payment/manual-payment.schema.ts';
import type { ManualPayment } from '../../payment/manual-payment.ts';
import { m } from '../../paraglide/messages.js';

/** A recharge as it is sent. */
export interface Recharge extends ManualPayment {
  operator: Operator;
  phoneNumber: string;
  type: RechargeTypeId;
}

export const rechargeSchema = z.pipe(
  z
    .object({
      operatorId: optionField(OPERATORS, ({ id }) => id, m.mobile_recharge_select_an_operator()),
      phoneNumber: z.string().check(
        z.trim(),
        z.minLength(1, m.mobile_recharge_enter_phone_number_to_top_up()),
        z.refine(
          (text) => text === '' || isPhoneNumber(text),
          m.common_please_enter_valid_phone_number(),
        ),
      ),
      amountUsd: optionField(RECHARGE_AMOUNTS_USD, String, m.mobile_recharge_choose_an_amount()),
      type: z.enum(RECHARGE_TYPE_IDS, m.mobile_recharge_choose_a_type()),
      ...manualPaymentFields,
    })
    .check(z.superRefine(refineManualPayment)),
  z.transform(({ operatorId: operator, phoneNumber, amountUsd, type, ...payment }): Recharge => ({
    operator,
    phoneNumber,
    type,
    amount: String(amountUsd),
    currency: RECHARGE_CURRENCY,
    ...paymentProofOf(payment),
  })),
);

export type RechargeValues = z.input<typeof rechargeSchema>;
