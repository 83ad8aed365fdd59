import {
  DEFAULT_RECHARGE_AMOUNT_USD,
  DEFAULT_RECHARGE_TYPE,
  isPhoneNumber,
  OPERATORS,
  RECHARGE_AMOUNTS_USD,
  RECHARGE_TYPES,
} from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import { z } from '../../lib/zod.ts';
import {
  manualPaymentComplaint,
  manualPaymentDefaults,
  manualPaymentFields,
  refineManualPayment,
} from '../../components/manual-payment.schema.ts';
import type { ToastMessage } from '../../components/ui/toast-store.ts';

export const RECHARGE_FAILED = 'Recharge Submission Failed';

const phoneNumber = z.string().check(
  z.trim(),
  z.minLength(1, 'Enter the phone number to recharge.'),
  z.refine((text) => text === '' || isPhoneNumber(text), 'Please enter a valid phone number.'),
);

export const rechargeSchema = z
  .object({
    operatorId: z
      .string()
      .check(
        z.refine((id) => OPERATORS.some((operator) => operator.id === id), 'Select an operator.'),
      ),
    phoneNumber,
    amountUsd: z
      .string()
      .check(
        z.refine(
          (amount) => RECHARGE_AMOUNTS_USD.some((offered) => String(offered) === amount),
          'Choose an amount.',
        ),
      ),
    type: z
      .string()
      .check(z.refine((id) => RECHARGE_TYPES.some((type) => type.id === id), 'Choose a type.')),
    ...manualPaymentFields,
  })
  .check(z.superRefine(refineManualPayment));

export type RechargeValues = z.infer<typeof rechargeSchema>;

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
