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
import { cardSecretMessage } from '../../lib/card-secret-message.ts';
import { m } from '../../paraglide/messages.js';

/** An order as it is sent. */
export interface CardOrder extends ManualPayment {
  tier: CardTier;
  cardName: string;
}

export const orderCardSchema = z.pipe(
  z
    .object({
      tierId: optionField(CARD_TIERS, ({ id }) => id, m.cards_please_choose_one_cards()),
      cardName: z
        .string()
        .check(
          z.trim(),
          z.maxLength(
            CARD_NAME_MAX_LENGTH,
            m.cards_use_max_characters_or_fewer({ max: CARD_NAME_MAX_LENGTH }),
          ),
        ),
      ...manualPaymentFields,
    })
    .check(
      z.superRefine((values, context) => {
        refineFreeText(
          values.cardName,
          'cardName',
          cardSecretMessage(m.cards_card_name()),
          context,
        );
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
