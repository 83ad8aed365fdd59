import {
  isPhoneNumber,
  OPERATORS,
  RECHARGE_AMOUNTS_USD,
  RECHARGE_CURRENCY,
  RECHARGE_TYPES,
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

/** A recharge as it is sent. */
export interface Recharge extends ManualPayment {
  operator: Operator;
  phoneNumber: string;
  type: RechargeTypeId;
}

export const rechargeSchema = z.pipe(
  z
    .object({
      operatorId: optionField(OPERATORS, ({ id }) => id, 'Select an operator.'),
      phoneNumber: z.string().check(
        z.trim(),
        z.minLength(1, 'Enter the phone number to top up.'),
        z.refine(
          (text) => text === '' || isPhoneNumber(text),
          'Please enter a valid phone number.',
        ),
      ),
      amountUsd: optionField(RECHARGE_AMOUNTS_USD, String, 'Choose an amount.'),
      type: z.enum(
        RECHARGE_TYPES.map(({ id }) => id),
        'Choose a type.',
      ),
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
