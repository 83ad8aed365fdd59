import { cardOrderDescription } from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import type { ToastMessage } from '../../components/ui/toast-store.ts';
import {
  manualPaymentDefaults,
  manualPaymentErrorSummary,
} from '../../payment/manual-payment-values.ts';
import type { ManualProduct } from '../../payment/manual-payment.ts';
import type { CardOrder, OrderCardValues } from './order-card.schema.ts';
import { m } from '../../paraglide/messages.js';

const ORDER_FAILED = m.cards_order_submission_failed();

export const orderCardDefaults: OrderCardValues = {
  tierId: '',
  cardName: '',
  ...manualPaymentDefaults,
};

/** The record of a card order, and the texts of its form. */
export const cardOrderProduct: ManualProduct<OrderCardValues, CardOrder> = {
  kind: 'card_order',
  columns: ({ tier, cardName }) => ({ card_details: { tier: tier.id, cardName } }),
  description: ({ tier }) => cardOrderDescription(tier),
  formLabel: m.cards_order_a_virtual_card(),
  paymentTitle: m.cards_n2_pay_for_it(),
  accountNotice: m.cards_you_need_account_to_order_card(),
  submitLabel: m.cards_submit_order(),
  errorSummary: orderErrorSummary,
  submittedToast: ({ tier }) => ({
    title: m.common_card_order_submitted(),
    description: m.cards_tier_card_order_pending({ tier: tier.name }),
  }),
  loggingFailed: m.cards_card_order_submitted_but_failed_to_log(),
  notLoggedIn: m.cards_you_must_be_logged_in_to_order(),
  failedTitle: ORDER_FAILED,
};

function orderErrorSummary(
  errors: FieldErrors<OrderCardValues>,
  values: OrderCardValues,
): ToastMessage {
  if (errors.tierId || errors.paymentMethod) {
    return {
      title: m.common_missing_information(),
      description: m.cards_please_select_card_tier_and_payment_method(),
      variant: 'destructive',
    };
  }
  return (
    manualPaymentErrorSummary(errors, values, ORDER_FAILED) ?? {
      title: ORDER_FAILED,
      description: errors.cardName?.message ?? m.cards_please_check_highlighted_fields(),
      variant: 'destructive',
    }
  );
}
