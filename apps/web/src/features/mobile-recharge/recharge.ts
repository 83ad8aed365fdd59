import { DEFAULT_RECHARGE_AMOUNT_USD, DEFAULT_RECHARGE_TYPE } from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import type { ToastMessage } from '../../components/ui/toast-store.ts';
import {
  manualPaymentDefaults,
  manualPaymentErrorSummary,
} from '../../payment/manual-payment-values.ts';
import type { ManualProduct } from '../../payment/manual-payment.ts';
import type { Recharge, RechargeValues } from './recharge.schema.ts';

const RECHARGE_FAILED = 'Recharge Submission Failed';

export const rechargeDefaults: RechargeValues = {
  operatorId: '',
  phoneNumber: '',
  amountUsd: String(DEFAULT_RECHARGE_AMOUNT_USD),
  type: DEFAULT_RECHARGE_TYPE,
  ...manualPaymentDefaults,
};

/** The record of a recharge, and the texts of its form. */
export const rechargeProduct: ManualProduct<RechargeValues, Recharge> = {
  kind: 'mobile_recharge',
  columns: ({ operator, phoneNumber, type }) => ({
    operator: operator.name,
    phone_number: phoneNumber,
    recharge_details: { type },
  }),
  description: ({ operator }) => `Mobile recharge: ${operator.name}`,
  formLabel: 'Recharge a phone',
  paymentTitle: 'Pay for it',
  accountNotice: 'You need an account to recharge.',
  submitLabel: 'Submit Recharge',
  errorSummary: rechargeErrorSummary,
  submittedToast: ({ operator }) => ({
    title: 'Recharge Submitted',
    description: `Your ${operator.name} recharge is pending manual payment verification.`,
  }),
  loggingFailed: 'Recharge submitted, but failed to log transaction. Please contact support.',
  notLoggedIn: 'You must be logged in to recharge.',
  failedTitle: RECHARGE_FAILED,
};

function rechargeErrorSummary(
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
