import {
  CARD_NAME_MAX_LENGTH,
  CARD_TIERS,
  DEFAULT_CARD_NAME,
  type CardTier,
} from '@beaconpay/domain';
import { optionField } from '../../lib/option-field.ts';
import { z } from '../../lib/zod.ts';
import {
  manualPaymentFields,
  paymentProofOf,
  refineFreeText,
  refineManualPayment,
} from '../../payment/manual-payment.schema.ts';
import type { ManualPayment } from '../../payment/manual-payment.ts';

/** An order as it is sent. */
export interface CardOrder extends ManualPayment {
  tier: CardTier;
  cardName: string;
}

export const orderCardSchema = z.pipe(
  z
    .object({
      tierId: optionField(CARD_TIERS, ({ id }) => id, 'Please choose one of the cards.'),
      cardName: z
        .string()
        .check(
          z.trim(),
          z.maxLength(CARD_NAME_MAX_LENGTH, `Use ${CARD_NAME_MAX_LENGTH} characters or fewer.`),
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
