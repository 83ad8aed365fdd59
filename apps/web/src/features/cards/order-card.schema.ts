import {
  CARD_NAME_MAX_LENGTH,
  CARD_TIERS,
  DEFAULT_CARD_NAME,
  type CardTier,
} from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import { chosenFrom } from '../../lib/chosen-from.ts';
import { z } from '../../lib/zod.ts';
import {
  manualPaymentComplaint,
  manualPaymentDefaults,
  manualPaymentFields,
  paymentProofOf,
  refineFreeText,
  refineManualPayment,
} from '../../manual-payment/manual-payment.schema.ts';
import type { ManualPayment } from '../../manual-payment/manual-payment.ts';
import type { ToastMessage } from '../../components/ui/toast-store.ts';

export const ORDER_FAILED = 'Order Submission Failed';

/** An order as it is sent. */
export interface CardOrder extends ManualPayment {
  tier: CardTier;
  cardName: string;
}

export const orderCardSchema = z.pipe(
  z
    .object({
      tierId: chosenFrom(CARD_TIERS, ({ id }) => id, 'Please choose one of the cards.'),
      cardName: z
        .string()
        .check(
          z.trim(),
          z.maxLength(CARD_NAME_MAX_LENGTH, `Use at most ${CARD_NAME_MAX_LENGTH} characters.`),
        ),
      ...manualPaymentFields,
    })
    .check(
      z.superRefine((values, context) => {
        refineFreeText(values.cardName, 'cardName', 'card name', context);
        refineManualPayment(values, context);
      }),
    ),
  z.transform(({ tierId: tier, cardName, ...payment }): CardOrder => ({
    tier,
    cardName: cardName || DEFAULT_CARD_NAME,
    amount: tier.price,
    currency: tier.currency,
    ...paymentProofOf(payment),
  })),
);

export type OrderCardValues = z.input<typeof orderCardSchema>;

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
