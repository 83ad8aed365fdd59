import { CARD_NAME_MAX_LENGTH, findCardTier } from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import { z } from '../../lib/zod.ts';
import {
  manualPaymentComplaint,
  manualPaymentDefaults,
  manualPaymentFields,
  refineFreeText,
  refineManualPayment,
} from '../../components/manual-payment.schema.ts';
import type { ToastMessage } from '../../components/ui/toast-store.ts';

export const ORDER_FAILED = 'Order Submission Failed';

export const orderCardSchema = z
  .object({
    tierId: z
      .string()
      .check(z.refine((id) => findCardTier(id) !== undefined, 'Please choose one of the cards.')),
    cardName: z
      .string()
      .check(z.maxLength(CARD_NAME_MAX_LENGTH, `Use at most ${CARD_NAME_MAX_LENGTH} characters.`)),
    ...manualPaymentFields,
  })
  .check(
    z.superRefine((values, context) => {
      refineFreeText(values.cardName, 'cardName', 'card name', context);
      refineManualPayment(values, context);
    }),
  );

export type OrderCardValues = z.infer<typeof orderCardSchema>;

export const orderCardDefaults: OrderCardValues = {
  tierId: '',
  cardName: '',
  ...manualPaymentDefaults,
};

/** What to tell someone whose order form was refused: the first thing that is missing or wrong. */
export function orderComplaint(
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
    manualPaymentComplaint(errors, values, ORDER_FAILED) ?? {
      title: ORDER_FAILED,
      description: errors.cardName?.message ?? 'Please check what you entered.',
      variant: 'destructive',
    }
  );
}
