import { AMOUNT_PLACES, PAYMENT_AMOUNT_MIN } from '@beaconpay/domain';
import { amountOf } from '../../lib/amount-of.ts';
import { isEmailAddress } from '../../lib/email-address.ts';
import { z } from '../../lib/zod.ts';
import { PAYMENT_TYPES } from './payment-types.ts';

export const paymentSchema = z
  .object({
    paymentType: z.enum(PAYMENT_TYPES),
    amount: amountOf({
      min: PAYMENT_AMOUNT_MIN,
      places: AMOUNT_PLACES,
      message: `Enter an amount of at least ${PAYMENT_AMOUNT_MIN}, in whole cents.`,
    }),
    currency: z.string(),
    description: z.string().check(z.trim()),
    recipientName: z.string().check(z.trim()),
    recipientEmail: z.string().check(z.trim()),
    businessName: z.string().check(z.trim()),
    businessId: z.string().check(z.trim()),
  })
  .check(
    z.superRefine((payment, context) => {
      for (const [field, message] of recipientProblems(payment)) {
        context.addIssue({ code: 'custom', path: [field], message });
      }
    }),
  );

export type PaymentValues = z.infer<typeof paymentSchema>;

/** The errors of the recipient. Only the recipient of the selected type is checked. */
function recipientProblems(payment: PaymentValues): [keyof PaymentValues, string][] {
  const problems: [keyof PaymentValues, string][] = [];
  if (payment.paymentType === 'individual') {
    if (payment.recipientName === '')
      problems.push(['recipientName', "Enter the recipient's name."]);
    if (payment.recipientEmail === '') {
      problems.push(['recipientEmail', "Enter the recipient's email."]);
    } else if (!isEmailAddress(payment.recipientEmail)) {
      problems.push(['recipientEmail', 'Enter a valid email address.']);
    }
  } else {
    if (payment.businessName === '') problems.push(['businessName', "Enter the business's name."]);
    if (payment.businessId === '') problems.push(['businessId', "Enter the business's ID."]);
  }
  return problems;
}
