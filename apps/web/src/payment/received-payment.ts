import type { Tables } from '@beaconpay/database';

/** How much of a record arrived, by the statements of the operator's bank. */
export type ReceivedPayment = Pick<
  Tables<'payment_states'>,
  'state' | 'received_amount' | 'amount' | 'currency' | 'paid_on' | 'bank_reference'
>;

/** What the customer still has to pay, a decimal text. */
export function amountDue(amount: number, received: ReceivedPayment | null): string {
  return (amount - (received?.received_amount ?? 0)).toFixed(2);
}
