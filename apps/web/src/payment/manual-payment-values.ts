import { DEFAULT_PAYMENT_METHOD } from '@beaconpay/domain';
import type { FieldErrors } from 'react-hook-form';
import type { ToastMessage } from '../components/ui/toast-store.ts';
import type { ManualPaymentValues } from './manual-payment.schema.ts';

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
      title: 'Missing Card Information',
      description: 'Please fill all card payment details.',
      variant: 'destructive',
    };
  }
  const refusal = errors.transactionReference ?? errors.cardholderName;
  if (refusal?.message === undefined) return null;
  const isReferenceMissing =
    errors.transactionReference && values.transactionReference.trim() === '';
  return {
    title: isReferenceMissing ? 'Missing Information' : refusedTitle,
    description: refusal.message,
    variant: 'destructive',
  };
}
