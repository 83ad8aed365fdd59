import type { FieldErrors } from 'react-hook-form';
import type { ToastMessage } from '../../components/ui/toast-store.ts';
import {
  manualPaymentErrorSummary,
  manualPaymentDefaults,
} from '../../payment/manual-payment-values.ts';
import type { OrderCardValues } from './order-card.schema.ts';

export const ORDER_FAILED = 'Order Submission Failed';

export const orderCardDefaults: OrderCardValues = {
  tierId: '',
  cardName: '',
  ...manualPaymentDefaults,
};

/** The error summary of an order form: the first missing or invalid value. */
export function orderErrorSummary(
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
