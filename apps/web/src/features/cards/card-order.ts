import type { FieldErrors } from 'react-hook-form';
import type { ToastMessage } from '../../components/ui/toast-store.ts';
import {
  manualPaymentDefaults,
  manualPaymentErrorSummary,
} from '../../payment/manual-payment-values.ts';
import type { ManualProduct } from '../../payment/manual-payment.ts';
import type { CardOrder, OrderCardValues } from './order-card.schema.ts';

const ORDER_FAILED = 'Order Submission Failed';

export const orderCardDefaults: OrderCardValues = {
  tierId: '',
  cardName: '',
  ...manualPaymentDefaults,
};

/** The record of a card order, and the texts of its form. */
export const cardOrderProduct: ManualProduct<OrderCardValues, CardOrder> = {
  kind: 'card_order',
  columns: ({ tier, cardName }) => ({ card_details: { tier: tier.id, cardName } }),
  description: ({ tier }) => `${tier.name} virtual card order`,
  formLabel: 'Order a virtual card',
  paymentTitle: '2. Pay for it',
  accountNotice: 'You need an account to order a card.',
  submitLabel: 'Submit Order',
  errorSummary: orderErrorSummary,
  submittedToast: ({ tier }) => ({
    title: 'Card Order Submitted',
    description: `Your ${tier.name} card order is pending manual payment verification.`,
  }),
  loggingFailed: 'Card order submitted, but failed to log transaction. Please contact support.',
  notLoggedIn: 'You must be logged in to order a card.',
  failedTitle: ORDER_FAILED,
};

function orderErrorSummary(
  errors: FieldErrors<OrderCardValues>,
  values: OrderCardValues,
): ToastMessage {
  if (errors.tierId || errors.paymentMethod) {
    return {
      title: 'Missing Information',
      description: 'Please select a card tier and a payment method.',
      variant: 'destructive',
    };
  }
  return (
    manualPaymentErrorSummary(errors, values, ORDER_FAILED) ?? {
      title: ORDER_FAILED,
      description: errors.cardName?.message ?? 'Please check the highlighted fields.',
      variant: 'destructive',
    }
  );
}
