import { describeTransactionReference, PENDING_STATUS } from '@beaconpay/domain';
import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import { queryOptions } from '@tanstack/react-query';
import { readBackendError, readFunctionError } from '../lib/backend-error.ts';
import { loadSupabase, type Backend } from '../lib/supabase.ts';
import { requireSessionOf } from '../session/require-session.ts';
import type { Attempt, ManualPayment, RecordedSubmission } from './manual-payment.ts';
import { PAYMENT_SETTINGS_KEY, toSetting, type PaymentMethodSetting } from './payment-methods.ts';
import { RECORD_KINDS, type RecordKind } from './record-kinds.ts';

/** The settings of administrators for each method. Fetched again when the user returns to the page. */
export function paymentSettingsQuery() {
  return queryOptions({
    queryKey: PAYMENT_SETTINGS_KEY,
    queryFn: fetchPaymentSettings,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

async function fetchPaymentSettings(): Promise<PaymentMethodSetting[]> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('payment_method_settings')
    .select('method, is_offered, instruction, details, updated_at');
  if (error) throw error;
  return data.map(toSetting);
}

/** The columns that the inserts of all manual payments have in common. */
function paymentColumns({ userId }: Attempt, payment: ManualPayment) {
  return {
    user_id: userId,
    status: PENDING_STATUS,
    amount: Number(payment.amount),
    currency: payment.currency,
    payment_method: payment.paymentMethod,
    transaction_reference: payment.transactionReference,
  };
}

interface InsertRequest {
  setHeader: (name: string, value: string) => InsertRequest;
  single: () => PromiseLike<PostgrestSingleResponse<{ id: string }>>;
}

interface Recording {
  kind: RecordKind;
  payment: ManualPayment;
  attempt: Attempt;
  /** The description of the history row. */
  description: string;
  /** The insert of the record. It returns the id. */
  insert: (supabase: Backend, columns: ReturnType<typeof paymentColumns>) => InsertRequest;
}

/**
 * Inserts a record and then its row in the history of the customer. Throws SignedOutError, UnreachableError,
 * or the backend's error if there is no record. An idempotency key that was used before returns its record.
 */
export async function recordPayment(recording: Recording): Promise<RecordedSubmission> {
  const supabase = await requireSessionOf(recording.attempt.userId);
  const id = await insertOnce(supabase, recording);
  return { id, isLogged: await logRecord(supabase, recording, id) };
}

async function insertOnce(supabase: Backend, recording: Recording): Promise<string> {
  const { kind, attempt, payment, insert } = recording;
  const { data, error } = await insert(supabase, paymentColumns(attempt, payment))
    .setHeader('Idempotency-Key', attempt.idempotencyKey)
    .single();
  if (!error) return data.id;
  if (readBackendError(error).kind === 'duplicate') {
    const earlier = await supabase
      .from(RECORD_KINDS[kind].table)
      .select('id')
      .eq('user_id', attempt.userId)
      .eq('idempotency_key', attempt.idempotencyKey)
      .single();
    if (earlier.error) throw earlier.error;
    return earlier.data.id;
  }
  throw error;
}

async function logRecord(supabase: Backend, recording: Recording, id: string): Promise<boolean> {
  const { kind, attempt, payment, description } = recording;
  const { error } = await supabase.from('transactions').insert({
    user_id: attempt.userId,
    type: RECORD_KINDS[kind].transactionType,
    description,
    amount: Number(payment.amount),
    currency: payment.currency,
    status: PENDING_STATUS,
    related_order_id: id,
  });
  return !error || readBackendError(error).kind === 'duplicate';
}

/** The function refused to create a payment page. The message gives the reason. */
export class CheckoutRefusedError extends Error {
  override name = 'CheckoutRefusedError';
}

/** The URL of the card provider's payment page for the user's pending record. */
export async function createCheckout(kind: RecordKind, recordId: string): Promise<string> {
  const supabase = await loadSupabase();
  const result: { data: { url?: unknown } | null; error: unknown } =
    await supabase.functions.invoke('create-checkout', {
      body: { type: kind, record_id: recordId },
    });
  if (typeof result.data?.url === 'string') return result.data.url;
  const { status, message } = await readFunctionError(result.error);
  if (status === null) throw new Error('The response has no URL.', { cause: result.error });
  throw new CheckoutRefusedError(message || "We couldn't open the payment page.", {
    cause: result.error,
  });
}

/** A record with the same reference. */
export interface EarlierPayment {
  kind: RecordKind;
  id: string;
  status: string;
  /** ISO 8601 */
  submittedAt: string;
}

/** One day, and the time that the browser's clock may be ahead of the server's. */
const SAME_PAYMENT_WITHIN_MS = 26 * 3_600_000;

/**
 * The user's newest record of the last day with the same reference and amount, or null. Throws
 * UnreachableError or the backend's error.
 */
export async function findEarlierPayment(
  userId: string,
  payment: ManualPayment,
): Promise<EarlierPayment | null> {
  const found = await Promise.all([
    findEarlier('card_order', userId, payment),
    findEarlier('mobile_recharge', userId, payment),
  ]);
  const [newest] = found
    .flat()
    .toSorted((left, right) => right.submittedAt.localeCompare(left.submittedAt));
  return newest ?? null;
}

async function findEarlier(
  kind: RecordKind,
  userId: string,
  payment: ManualPayment,
): Promise<EarlierPayment[]> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from(RECORD_KINDS[kind].table)
    .select('id, status, created_at, transaction_reference')
    .eq('user_id', userId)
    .eq('amount', Number(payment.amount))
    .gte('created_at', new Date(Date.now() - SAME_PAYMENT_WITHIN_MS).toISOString());
  if (error) throw error;
  // Compared as displayed, because the database stores the details of a card in its own format.
  const readable = (reference: string) => describeTransactionReference(reference).toLowerCase();
  return data
    .filter((row) => readable(row.transaction_reference) === readable(payment.transactionReference))
    .map((row) => ({ kind, id: row.id, status: row.status, submittedAt: row.created_at }));
}
