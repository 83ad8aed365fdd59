import { DEFAULT_RECHARGE_AMOUNT_USD, DEFAULT_RECHARGE_TYPE } from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import type { ToastMessage } from '../../components/ui/toast-store.ts';
import {
  manualPaymentErrorSummary,
  manualPaymentDefaults,
} from '../../payment/manual-payment-values.ts';
import type { RechargeValues } from './recharge.schema.ts';

export const RECHARGE_FAILED = 'Recharge Submission Failed';

export const rechargeDefaults: RechargeValues = {
  operatorId: '',
  phoneNumber: '',
  amountUsd: String(DEFAULT_RECHARGE_AMOUNT_USD),
  type: DEFAULT_RECHARGE_TYPE,
  ...manualPaymentDefaults,
};

/** The error summary of a recharge form: the first missing or invalid value. */
export function rechargeErrorSummary(
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
    manualPaymentErrorSummary(errors, values, RECHARGE_FAILED) ?? {
      title: 'Missing Information',
      description: 'Please choose a payment method.',
      variant: 'destructive',
    }
  );
}
