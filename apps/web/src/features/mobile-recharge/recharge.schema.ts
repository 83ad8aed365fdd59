import {
  DEFAULT_RECHARGE_AMOUNT_USD,
  DEFAULT_RECHARGE_TYPE,
  isPhoneNumber,
  OPERATORS,
  RECHARGE_AMOUNTS_USD,
  RECHARGE_CURRENCY,
  RECHARGE_TYPES,
  type Operator,
  type RechargeTypeId,
} from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import { chosenFrom } from '../../lib/chosen-from.ts';
import { z } from '../../lib/zod.ts';
import {
  manualPaymentComplaint,
  manualPaymentDefaults,
  manualPaymentFields,
  paymentProofOf,
  refineManualPayment,
} from '../../manual-payment/manual-payment.schema.ts';
import type { ManualPayment } from '../../manual-payment/manual-payment.ts';
import type { ToastMessage } from '../../components/ui/toast-store.ts';

export const RECHARGE_FAILED = 'Recharge Submission Failed';

/** A recharge as it is sent. */
export interface Recharge extends ManualPayment {
  operator: Operator;
  phoneNumber: string;
  type: RechargeTypeId;
}

export const rechargeSchema = z.pipe(
  z
    .object({
      operatorId: chosenFrom(OPERATORS, ({ id }) => id, 'Select an operator.'),
      phoneNumber: z.string().check(
        z.trim(),
        z.minLength(1, 'Enter the phone number to recharge.'),
        z.refine(
          (text) => text === '' || isPhoneNumber(text),
          'Please enter a valid phone number.',
        ),
      ),
      amountUsd: chosenFrom(RECHARGE_AMOUNTS_USD, String, 'Choose an amount.'),
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

export const rechargeDefaults: RechargeValues = {
  operatorId: '',
  phoneNumber: '',
  amountUsd: String(DEFAULT_RECHARGE_AMOUNT_USD),
  type: DEFAULT_RECHARGE_TYPE,
  ...manualPaymentDefaults,
};

/** What to tell someone whose recharge form was refused: the first thing missing or wrong. */
export function rechargeComplaint(
  errors: FieldErrors<RechargeValues>,
  values: RechargeValues,
): ToastMessage {
  const isPhoneMissing = errors.phoneNumber && values.phoneNumber.trim() === '';
  if (errors.operatorId || isPhoneMissing || errors.amountUsd || errors.type) {
    return {
      title: 'Missing Information',
      description: 'Please select an operator, enter phone number, amount, and type.',
      variant: 'destructive',
    };
  }
  if (errors.phoneNumber?.message !== undefined) {
    return {
      title: RECHARGE_FAILED,
      description: errors.phoneNumber.message,
      variant: 'destructive',
    };
  }
  return (
    manualPaymentComplaint(errors, values, RECHARGE_FAILED) ?? {
      title: 'Missing Information',
      description: 'Please choose a payment method.',
      variant: 'destructive',
    }
  );
}
