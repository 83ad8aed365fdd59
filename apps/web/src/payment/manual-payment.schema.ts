import {
  cardBrand,
  cardLastFour,
  cardNumberDigits,
  CARD_NUMBER_MAX_LENGTH,
  containsCardSecret,
  CVV_MAX_LENGTH,
  encodeCardReference,
  EXPIRY_MONTHS,
  PAYMENT_METHODS,
  TRANSACTION_REFERENCE_MAX_LENGTH,
} from '@beaconpay/domain';
import { cardSecretMessage, referenceSecretMessage } from '../lib/card-secret-message.ts';
import { z } from '../lib/zod.ts';
import { m } from '../paraglide/messages.js';

const CARD_NUMBER_MIN_DIGITS = 12;
const CVV_MIN_LENGTH = 3;
/** The same limit as in the database. */
const CARDHOLDER_NAME_MAX_LENGTH = 100;

const PAYMENT_METHOD_IDS = PAYMENT_METHODS.map(({ id }) => id);

/** The fields about a payment outside the product. */
export const manualPaymentFields = {
  paymentMethod: z.enum(PAYMENT_METHOD_IDS, m.common_please_choose_payment_method()),
  transactionReference: z
    .string()
    .check(
      z.maxLength(
        TRANSACTION_REFERENCE_MAX_LENGTH,
        m.payment_use_max_characters_or_fewer({ max: TRANSACTION_REFERENCE_MAX_LENGTH }),
      ),
    ),
  cardholderName: z
    .string()
    .check(
      z.maxLength(
        CARDHOLDER_NAME_MAX_LENGTH,
        m.payment_use_max_characters_or_fewer({ max: CARDHOLDER_NAME_MAX_LENGTH }),
      ),
    ),
  cardNumber: z.string().check(z.maxLength(CARD_NUMBER_MAX_LENGTH)),
  expiryMonth: z.string(),
  expiryYear: z.string(),
  cvv: z.string().check(z.maxLength(CVV_MAX_LENGTH)),
};

export type ManualPaymentValues = z.infer<z.ZodMiniObject<typeof manualPaymentFields>>;

type Refinement = z.core.$RefinementCtx;

/** The rules of the selected method: all five card fields, or a reference. */
export function refineManualPayment(values: ManualPaymentValues, context: Refinement): void {
  if (values.paymentMethod === 'card_payment') {
    refineCardFields(values, context);
    return;
  }
  if (values.transactionReference.trim() === '') {
    addIssue(
      context,
      'transactionReference',
      m.common_please_provide_transaction_reference_for_your(),
    );
  }
  refineFreeText(
    values.transactionReference,
    'transactionReference',
    referenceSecretMessage,
    context,
  );
}

/** Rejects card numbers and security codes in free texts. They must not be sent. */
export function refineFreeText(
  text: string,
  field: string,
  message: string,
  context: Refinement,
): void {
  if (containsCardSecret(text)) addIssue(context, field, message);
}

function refineCardFields(values: ManualPaymentValues, context: Refinement): void {
  const digitCount = cardNumberDigits(values.cardNumber).length;
  if (values.cardholderName.trim() === '') {
    addIssue(context, 'cardholderName', m.payment_enter_name_on_card());
  }
  // A name of twelve digits and the last four digits are a card number in two fields.
  const keptOfCard = `${values.cardholderName} ${cardLastFour(values.cardNumber)}`;
  refineFreeText(
    keptOfCard,
    'cardholderName',
    cardSecretMessage(m.payment_name_on_the_card()),
    context,
  );
  if (digitCount < CARD_NUMBER_MIN_DIGITS) {
    addIssue(context, 'cardNumber', m.payment_enter_full_card_number());
  }
  if (!EXPIRY_MONTHS.includes(values.expiryMonth)) {
    addIssue(context, 'expiryMonth', m.payment_choose_the_month());
  }
  if (!/^\d{4}$/.test(values.expiryYear)) {
    addIssue(context, 'expiryYear', m.payment_choose_the_year());
  }
  if (!/^\d+$/.test(values.cvv) || values.cvv.length < CVV_MIN_LENGTH) {
    addIssue(
      context,
      'cvv',
      m.payment_enter_min_or_max_digits({ min: CVV_MIN_LENGTH, max: CVV_MAX_LENGTH }),
    );
  }
}

function addIssue(context: Refinement, field: string, message: string): void {
  context.addIssue({ code: 'custom', path: [field], message });
}

/**
 * The proof that is recorded of these values. For a card payment the reference contains the holder, the
 * brand, the last four digits and the expiry. The number and the CVV are not sent.
 */
export function paymentProofOf(values: ManualPaymentValues) {
  const { paymentMethod } = values;
  if (paymentMethod !== 'card_payment') {
    return { paymentMethod, transactionReference: values.transactionReference.trim() };
  }
  const transactionReference = encodeCardReference({
    cardHolder: values.cardholderName.trim(),
    brand: cardBrand(values.cardNumber),
    last4: cardLastFour(values.cardNumber),
    expiry: `${values.expiryMonth}/${values.expiryYear}`,
  });
  return { paymentMethod, transactionReference };
}
