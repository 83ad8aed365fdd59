import {
  LONG_TOAST_DURATION_MS,
  OPERATORS,
  RECHARGE_AMOUNTS_USD,
  RECHARGE_TYPES,
  type PaymentMethodId,
} from '@beaconpay/domain';
import { transactionReferenceOf } from '../../components/manual-payment.schema.ts';
import { useManualSubmission, type ManualSubmission } from '../../session/use-manual-submission.ts';
import { submitRecharge, type Recharge } from './api.ts';
import { RECHARGE_FAILED, type RechargeValues } from './recharge.schema.ts';

const recharges: ManualSubmission<Recharge> = {
  record: submitRecharge,
  successPath: (rechargeId) =>
    `/payment-success?type=mobile_recharge_manual&order_id=${rechargeId}`,
  submittedToast: ({ operator }) => ({
    title: 'Recharge Submitted',
    description: `Your ${operator.name} recharge is pending manual payment verification.`,
    durationMs: LONG_TOAST_DURATION_MS,
  }),
  loggingFailedToast: {
    title: 'Transaction Logging Error',
    description: 'Recharge submitted, but failed to log transaction. Please contact support.',
    variant: 'destructive',
    durationMs: LONG_TOAST_DURATION_MS,
  },
  notLoggedInToast: {
    title: 'Authentication Error',
    description: 'You must be logged in to recharge.',
    variant: 'destructive',
  },
  failedTitle: RECHARGE_FAILED,
};

export const { notLoggedInToast } = recharges;

/** Submits a valid recharge for `userId`. */
export function useRecharge() {
  const { submit, isSubmitting } = useManualSubmission(recharges);
  return {
    submit: (values: RechargeValues, userId: string) => submit(rechargeOf(values, userId)),
    isSubmitting,
  };
}

/** The recharge to send. Card number and CVV are not part of it. */
function rechargeOf(values: RechargeValues, userId: string): Recharge {
  const operator = OPERATORS.find(({ id }) => id === values.operatorId);
  const amountUsd = RECHARGE_AMOUNTS_USD.find((amount) => String(amount) === values.amountUsd);
  const type = RECHARGE_TYPES.find(({ id }) => id === values.type);
  if (operator === undefined || amountUsd === undefined || type === undefined) {
    throw new Error('A recharge needs an operator, an amount and a type on offer.');
  }
  return {
    userId,
    operator,
    phoneNumber: values.phoneNumber.trim(),
    amountUsd,
    type: type.id,
    // The schema lets only known methods through.
    paymentMethod: values.paymentMethod as PaymentMethodId,
    transactionReference: transactionReferenceOf(values),
  };
}
