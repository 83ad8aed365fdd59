import {
  DEFAULT_CARD_NAME,
  findCardTier,
  LONG_TOAST_DURATION_MS,
  type PaymentMethodId,
} from '@beaconpay/domain';
import { transactionReferenceOf } from '../../components/manual-payment.schema.ts';
import { useManualSubmission, type ManualSubmission } from '../../session/use-manual-submission.ts';
import { submitCardOrder, type CardOrder } from './api.ts';
import { ORDER_FAILED, type OrderCardValues } from './order-card.schema.ts';

const cardOrders: ManualSubmission<CardOrder> = {
  record: submitCardOrder,
  successPath: (orderId) => `/payment-success?type=card_order_manual&order_id=${orderId}`,
  submittedToast: ({ tier }) => ({
    title: 'Card Order Submitted',
    description: `Your ${tier.name} card order is pending manual payment verification.`,
    durationMs: LONG_TOAST_DURATION_MS,
  }),
  loggingFailedToast: {
    title: 'Transaction Logging Error',
    description: 'Card order submitted, but failed to log transaction. Please contact support.',
    variant: 'destructive',
    durationMs: LONG_TOAST_DURATION_MS,
  },
  notLoggedInToast: {
    title: 'Authentication Error',
    description: 'You must be logged in to order a card.',
    variant: 'destructive',
  },
  failedTitle: ORDER_FAILED,
};

export const { notLoggedInToast } = cardOrders;

/** Submits a valid order for `userId`. */
export function useCardOrder() {
  const { submit, isSubmitting } = useManualSubmission(cardOrders);
  return {
    submit: (values: OrderCardValues, userId: string) => submit(orderOf(values, userId)),
    isSubmitting,
  };
}

/** The order to send. Card number and CVV are not part of it. */
function orderOf(values: OrderCardValues, userId: string): CardOrder {
  const tier = findCardTier(values.tierId);
  if (tier === undefined) throw new Error('An order needs one of the tiers on offer.');
  return {
    userId,
    tier,
    cardName: values.cardName.trim() || DEFAULT_CARD_NAME,
    // The schema lets only known methods through.
    paymentMethod: values.paymentMethod as PaymentMethodId,
    transactionReference: transactionReferenceOf(values),
  };
}
