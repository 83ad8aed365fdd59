import type { Tables } from '@beaconpay/database';

/** How much of a record arrived, by the statements of the operator's bank. */
export type ReceivedPayment = Pick<
  Tables<'payment_states'>,
  'state' | 'received_amount' | 'amount' | 'currency' | 'paid_on' | 'bank_reference'
>;

export const RECEIVED_PAYMENT_COLUMNS =
  'record_id, state, received_amount, amount, currency, paid_on, bank_reference' as const;
