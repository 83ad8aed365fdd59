import {
  DEFAULT_RECHARGE_AMOUNT_USD,
  DEFAULT_RECHARGE_TYPE,
  rechargeDescription,
} from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import type { ToastMessage } from '../../components/ui/toast-store.ts';
import {
  manualPaymentDefaults,
  manualPaymentErrorSummary,
} from '../../payment/manual-payment-values.ts';
import type { ManualProduct } from '../../payment/manual-payment.ts';
import type { Recharge, RechargeValues } from './recharge.schema.ts';
import { m } from '../../paraglide/messages.js';

const RECHARGE_FAILED = m.mobile_recharge_recharge_submission_failed();

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
  description: ({ operator }) => rechargeDescription(operator),
  formLabel: m.mobile_recharge_recharge_a_phone(),
  paymentTitle: m.mobile_recharge_pay_for_it(),
  accountNotice: m.mobile_recharge_you_need_account_to_recharge(),
  submitLabel: m.mobile_recharge_submit_recharge(),
  errorSummary: rechargeErrorSummary,
  submittedToast: ({ operator }) => ({
    title: m.mobile_recharge_recharge_submitted(),
    description: m.mobile_recharge_operator_recharge_pending({ operator: operator.name }),
  }),
  loggingFailed: m.mobile_recharge_recharge_submitted_but_failed_to_log(),
  notLoggedIn: m.mobile_recharge_you_must_be_logged_in_to_recharge(),
  failedTitle: RECHARGE_FAILED,
};

function rechargeErrorSummary(
  errors: FieldErrors<RechargeValues>,
  values: RechargeValues,
): ToastMessage {
  const isPhoneMissing = errors.phoneNumber && values.phoneNumber.trim() === '';
  if (errors.operatorId || isPhoneMissing || errors.amountUsd || errors.type) {
    return {
      title: m.common_missing_information(),
      description: m.mobile_recharge_please_select_operator_enter_phone_number(),
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
      title: m.common_missing_information(),
      description: m.common_please_choose_payment_method(),
      variant: 'destructive',
    }
  );
}
