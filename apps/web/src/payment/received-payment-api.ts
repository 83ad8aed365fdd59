import { loadSupabase } from '../lib/supabase.ts';
import type { ReceivedPayment } from './received-payment.ts';

const COLUMNS =
  'record_id, state, received_amount, amount, currency, paid_on, bank_reference' as const;

/** What arrived for these records of the user, by record. */
export async function fetchReceivedPayments(
  userId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, ReceivedPayment>> {
  if (recordIds.length === 0) return new Map();
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('payment_states')
    .select(COLUMNS)
    .eq('user_id', userId)
    // An undone link leaves a row without money.
    .gt('received_amount', 0)
    .in('record_id', recordIds);
  if (error) throw error;
  return new Map(data.map((payment) => [payment.record_id, payment]));
}
