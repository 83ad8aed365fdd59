import type { ManualSubmission } from '../../payment/manual-payment.ts';
import { ORDER_FAILED } from './order-card-values.ts';
import type { CardOrder } from './order-card.schema.ts';

/** How a card order is submitted, and its texts. */
export const cardOrderSubmission: ManualSubmission<CardOrder> = {
  kind: 'card_order',
  record: async (...attempt) => (await import('./api.ts')).submitCardOrder(...attempt),
  submittedToast: ({ tier }) => ({
    title: 'Card Order Submitted',
    description: `Your ${tier.name} card order is pending manual payment verification.`,
  }),
  loggingFailed: 'Card order submitted, but failed to log transaction. Please contact support.',
  notLoggedIn: 'You must be logged in to order a card.',
  failedTitle: ORDER_FAILED,
};
