import { AMOUNT_PLACES, PAYMENT_AMOUNT_MIN } from '@beaconpay/domain';
import { amountOf } from '../../lib/amount-of.ts';
import { isEmailAddress } from '../../lib/email-address.ts';
import { z } from '../../lib/zod.ts';
import { PAYMENT_TYPES } from './payment-types.ts';
import { m } from '../../paraglide/messages.js';

export const paymentSchema = z
  .object({
    paymentType: z.enum(PAYMENT_TYPES),
    amount: amountOf({
      min: PAYMENT_AMOUNT_MIN,
      places: AMOUNT_PLACES,
      message: m.payments_enter_amount_at_least_min_in_whole({ min: PAYMENT_AMOUNT_MIN }),
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
      problems.push(['recipientName', m.common_enter_the_recipients_name()]);
    if (payment.recipientEmail === '') {
      problems.push(['recipientEmail', m.payments_enter_the_recipients_email()]);
    } else if (!isEmailAddress(payment.recipientEmail)) {
      problems.push(['recipientEmail', m.common_enter_valid_email_address()]);
    }
  } else {
    if (payment.businessName === '')
      problems.push(['businessName', m.payments_enter_the_businesss_name()]);
    if (payment.businessId === '')
      problems.push(['businessId', m.payments_enter_the_businesss_id()]);
  }
  return problems;
}
