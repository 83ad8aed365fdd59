import type { ManualSubmission } from '../../payment/manual-payment.ts';
import { RECHARGE_FAILED } from './recharge-values.ts';
import type { Recharge } from './recharge.schema.ts';

/** How a recharge is submitted, and its texts. */
export const rechargeSubmission: ManualSubmission<Recharge> = {
  kind: 'mobile_recharge',
  record: async (...attempt) => (await import('./api.ts')).submitRecharge(...attempt),
  submittedToast: ({ operator }) => ({
    title: 'Recharge Submitted',
    description: `Your ${operator.name} recharge is pending manual payment verification.`,
  }),
  loggingFailed: 'Recharge submitted, but failed to log transaction. Please contact support.',
  notLoggedIn: 'You must be logged in to recharge.',
  failedTitle: RECHARGE_FAILED,
};
