import { DEFAULT_PAYMENT_METHOD } from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import type { ToastMessage } from '../components/ui/toast-store.ts';
import type { ManualPaymentValues } from './manual-payment.schema.ts';
import { m } from '../paraglide/messages.js';

export const manualPaymentDefaults: ManualPaymentValues = {
  paymentMethod: DEFAULT_PAYMENT_METHOD,
  transactionReference: '',
  cardholderName: '',
  cardNumber: '',
  expiryMonth: '',
  expiryYear: '',
  cvv: '',
};

const CARD_FIELDS = ['cardNumber', 'expiryMonth', 'expiryYear', 'cvv'] as const;

/**
 * The error summary of the payment fields. Null if they are valid. `refusedTitle` is the title for a value
 * that is invalid, not missing.
 */
export function manualPaymentErrorSummary(
  errors: FieldErrors<ManualPaymentValues>,
  values: ManualPaymentValues,
  refusedTitle: string,
): ToastMessage | null {
  const isHolderMissing = errors.cardholderName && values.cardholderName.trim() === '';
  if (isHolderMissing || CARD_FIELDS.some((field) => errors[field])) {
    return {
      title: m.payment_missing_card_information(),
      description: m.common_please_fill_all_card_payment_details(),
      variant: 'destructive',
    };
  }
  const fieldError = errors.transactionReference ?? errors.cardholderName;
  if (fieldError?.message === undefined) return null;
  const isReferenceMissing =
    errors.transactionReference && values.transactionReference.trim() === '';
  return {
    title: isReferenceMissing ? m.common_missing_information() : refusedTitle,
    description: fieldError.message,
    variant: 'destructive',
  };
}
