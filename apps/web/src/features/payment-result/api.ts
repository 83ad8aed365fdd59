import type { Json, Tables } from '@beaconpay/database';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { readBackendError, readFunctionError } from '../../lib/backend-error.ts';
import { LANGUAGE } from '../../lib/locale.ts';
import { loadSupabase, type Backend } from '../../lib/supabase.ts';
import { UUID } from '../../lib/uuid.ts';
import { watchRows } from '../../lib/watch-rows.ts';
import { fetchReceivedPayments } from '../../payment/received-payment-api.ts';
import type { ReceivedPayment } from '../../payment/received-payment.ts';
import {
  orderContents,
  rechargeContents,
  type RecordContent,
} from '../../payment/record-contents.ts';
import { RECORD_KINDS, type RecordKind } from '../../payment/record-kinds.ts';
import { m } from '../../paraglide/messages.js';

/** The key of the function's error for a record that is already completed. */
const ALREADY_CONFIRMED = 'payment.already_confirmed';

/** An order or a recharge as its customer submitted it, with its current status. */
export interface SubmittedRecord {
  status: string;
  /** The notes of the reviewer to the customer. */
  adminNotes: string | null;
  /** The product: the card, or the operator and the number. */
  contents: RecordContent[];
  amount: number;
  currency: string;
  paymentMethod: string;
  /** The payment details that the customer was shown. Null for the built-in ones. */
  paymentDetails: Json;
  transactionReference: string;
  /** Null if the form had none. */
  paymentCode: string | null;
  /** Null until a line of a statement pays it. */
  received: ReceivedPayment | null;
  /** A card provider completed the payment, whatever method was selected first. */
  isPaidOnline: boolean;
}

/** The current record of the user. Null if the user has no such record. */
export function submittedRecordQuery(userId: string, kind: RecordKind, recordId: string) {
  return queryOptions({
    queryKey: ['submitted-record', userId, kind, recordId],
    queryFn: () => fetchSubmittedRecord(userId, kind, recordId),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Reads a record again after each change, until the returned function is called. */
export function followSubmittedRecord(
  queries: QueryClient,
  userId: string,
  kind: RecordKind,
  recordId: string,
): () => void {
  const { queryKey } = submittedRecordQuery(userId, kind, recordId);
  return watchRows(
    [
      { table: RECORD_KINDS[kind].table, filter: `id=eq.${recordId}` },
      { table: 'payment_states', filter: `record_id=eq.${recordId}` },
    ],
    () => queries.invalidateQueries({ queryKey }),
  );
}

async function fetchSubmittedRecord(
  userId: string,
  kind: RecordKind,
  recordId: string,
): Promise<SubmittedRecord | null> {
  // A text that is not an id names no record.
  if (!UUID.test(recordId)) return null;
  const fetchRecord = kind === 'card_order' ? fetchOrder : fetchRecharge;
  const [record, received] = await Promise.all([
    fetchRecord(userId, recordId),
    fetchReceivedPayments(userId, [recordId]),
  ]);
  return record && { ...record, received: received.get(recordId) ?? null };
}

type Submission = Omit<SubmittedRecord, 'received'>;

const RECORD_COLUMNS =
  'status, admin_notes, amount, currency, payment_method, payment_details, transaction_reference, payment_code, stripe_session_id' as const;

async function fetchOrder(userId: string, recordId: string): Promise<Submission | null> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('orders')
    .select(`${RECORD_COLUMNS}, card_details`)
    .eq('id', recordId)
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw error;
  return data && { ...toRecord(data), contents: orderContents(data) };
}

async function fetchRecharge(userId: string, recordId: string): Promise<Submission | null> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('recharges')
    .select(`${RECORD_COLUMNS}, operator, phone_number, recharge_details`)
    .eq('id', recordId)
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw error;
  return data && { ...toRecord(data), contents: rechargeContents(data) };
}

type RecordRow = Pick<
  Tables<'orders'>,
  | 'status'
  | 'admin_notes'
  | 'amount'
  | 'currency'
  | 'payment_method'
  | 'payment_details'
  | 'transaction_reference'
  | 'payment_code'
  | 'stripe_session_id'
>;

function toRecord(row: RecordRow): Omit<Submission, 'contents'> {
  return {
    status: row.status,
    adminNotes: row.admin_notes,
    amount: row.amount,
    currency: row.currency,
    paymentMethod: row.payment_method,
    paymentDetails: row.payment_details,
    transactionReference: row.transaction_reference,
    paymentCode: row.payment_code,
    isPaidOnline: row.stripe_session_id !== null,
  };
}

export interface ConfirmationRequest {
  userId: string;
  kind: RecordKind;
  recordId: string;
  /** The card provider's checkout session. */
  sessionId: string;
}

export type ConfirmationOutcome = 'confirmed' | 'already-confirmed';

/** The function checked the payment and did not confirm it. The message gives the reason. */
export class ConfirmationRefusedError extends Error {
  override name = 'ConfirmationRefusedError';
}

/**
 * Confirms a payment of the card provider, once per session and user. Only the function can complete a
 * record: it asks the provider whether the session is paid. A second confirmation changes nothing.
 */
export function confirmationQuery(request: ConfirmationRequest) {
  const { userId, kind, recordId, sessionId } = request;
  return queryOptions({
    queryKey: ['payment-confirmation', userId, kind, recordId, sessionId],
    queryFn: () => confirmPayment(request),
    retry: false,
    staleTime: Infinity,
  });
}

async function confirmPayment(request: ConfirmationRequest): Promise<ConfirmationOutcome> {
  const supabase = await loadSupabase();
  if ((await readStatus(supabase, request)) === 'completed') return 'already-confirmed';
  const result: { error: unknown } = await supabase.functions.invoke('confirm-payment', {
    body: { type: request.kind, record_id: request.recordId, session_id: request.sessionId },
    headers: { 'Accept-Language': LANGUAGE },
  });
  if (!(result.error instanceof Error)) return 'confirmed';
  const { error } = result;
  const { key, status, message } = await readFunctionError(error);
  // Without a response of the function, the outcome is unknown.
  if (status === null) throw error;
  if (key === ALREADY_CONFIRMED) return 'already-confirmed';
  throw new ConfirmationRefusedError(message || m.payment_result_we_couldnt_confirm_payment(), {
    cause: error,
  });
}

/** The status of the user's record. Null if the user has no such record. */
async function readStatus(
  supabase: Backend,
  { userId, kind, recordId }: ConfirmationRequest,
): Promise<string | null> {
  const { data, error } = await supabase
    .from(RECORD_KINDS[kind].table)
    .select('status')
    .eq('id', recordId)
    .eq('user_id', userId)
    .single();
  if (!error) return data.status;
  if (readBackendError(error).kind === 'no-row') return null;
  throw error;
}
