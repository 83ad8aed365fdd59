import type { Json, TablesInsert } from '@beaconpay/database';
import { PENDING_STATUS } from '@beaconpay/domain';
import { queryOptions } from '@tanstack/react-query';
import { readBackendError } from '../lib/backend-error.ts';
import { deviceId } from '../lib/device-id.ts';
import { loadSupabase, type Backend } from '../lib/supabase.ts';
import { UUID } from '../lib/uuid.ts';
import { requireSessionOf } from '../session/require-session.ts';
import type { ManualPaymentValues } from './manual-payment.schema.ts';
import type { ManualPayment, ManualProduct } from './manual-payment.ts';
import { forgetPaymentCode, readPaymentCode, replacePaymentCode } from './payment-code-store.ts';
import { PAYMENT_SETTINGS_KEY } from './payment-method-texts.ts';
import { toSetting, type PaymentMethodSetting } from './payment-methods.ts';
import { RECORD_KINDS, type RecordKind, type RecordTable } from './record-kinds.ts';
import { describeTransactionReference } from './transaction-reference.ts';

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

/**
 * Reserves a payment code, which the next record of the user can have.
 * @throws SignedOutError, UnreachableError, or the backend's error
 */
export async function reservePaymentCode(userId: string): Promise<string> {
  const supabase = await requireSessionOf(userId);
  const { data, error } = await supabase.rpc('reserve_payment_code');
  if (error) throw error;
  return data;
}

/** The user of a submission, and the idempotency key of all its attempts. */
interface Attempt {
  userId: string;
  idempotencyKey: string;
}

/** A record that exists, also if its history row could not be inserted. */
interface RecordedPayment {
  id: string;
  isLogged: boolean;
}

/**
 * Inserts a record and then its row in the history of the customer, which the database has already written. An
 * idempotency key that was used before returns its record.
 * @throws SignedOutError, UnreachableError, or the backend's error if there is no record
 */
export async function recordPayment<
  Values extends ManualPaymentValues,
  Payment extends ManualPayment,
>(
  product: ManualProduct<Values, Payment>,
  payment: Payment,
  attempt: Attempt,
): Promise<RecordedPayment> {
  const supabase = await requireSessionOf(attempt.userId);
  const { table, transactionType } = RECORD_KINDS[product.kind];
  const shared = {
    user_id: attempt.userId,
    status: PENDING_STATUS,
    amount: Number(payment.amount),
    currency: payment.currency,
  };
  const { paymentMethod } = payment;
  // A card payment is no transfer, and its form shows no code.
  const code =
    paymentMethod === 'card_payment' ? null : readPaymentCode(attempt.userId, product.kind);
  const id = await insertOnce(supabase, table, attempt, {
    ...shared,
    payment_method: paymentMethod,
    transaction_reference: payment.transactionReference,
    ...(code === null ? {} : { payment_code: code }),
    ...product.columns(payment),
  }).catch((error: unknown) => {
    if (isCodeRefused(error)) replacePaymentCode(attempt.userId, product.kind);
    throw error;
  });
  if (code !== null) forgetPaymentCode(attempt.userId, product.kind);
  const { error } = await supabase.from('transactions').insert({
    ...shared,
    type: transactionType,
    description: product.description(payment),
    related_order_id: id,
  });
  return { id, isLogged: !error || readBackendError(error).kind === 'duplicate' };
}

/** Another record has the code already: a form in another browser, or a response that was lost. */
function isCodeRefused(error: unknown): boolean {
  return readBackendError(error).key.startsWith('payment_code.');
}

async function insertOnce(
  supabase: Backend,
  table: RecordTable,
  attempt: Attempt,
  row: TablesInsert<RecordTable>,
): Promise<string> {
  // The columns of the product decide the table, so that the types of both agree.
  const insert =
    'card_details' in row
      ? supabase.from('orders').insert(row).select('id')
      : supabase.from('recharges').insert(row).select('id');
  const device = deviceId();
  if (device !== null) insert.setHeader('X-Device-Id', device);
  const { data, error } = await insert
    .setHeader('Idempotency-Key', attempt.idempotencyKey)
    .single();
  if (!error) return data.id;
  if (readBackendError(error).kind !== 'duplicate' && !isCodeRefused(error)) throw error;
  const earlier = await supabase
    .from(table)
    .select('id')
    .eq('user_id', attempt.userId)
    .eq('idempotency_key', attempt.idempotencyKey)
    .maybeSingle();
  if (earlier.error) throw earlier.error;
  if (earlier.data === null) throw error;
  return earlier.data.id;
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

const EARLIER_COLUMNS = 'id, status, created_at, transaction_reference';

/**
 * The user's newest record of the last day with the same reference and amount, or null.
 * @throws UnreachableError or the backend's error
 */
export async function findEarlierPayment(
  userId: string,
  payment: ManualPayment,
): Promise<EarlierPayment | null> {
  const supabase = await loadSupabase();
  const amount = Number(payment.amount);
  const since = new Date(Date.now() - SAME_PAYMENT_WITHIN_MS).toISOString();
  const { data, error } = await supabase
    .from('profiles')
    .select(`orders(${EARLIER_COLUMNS}), recharges(${EARLIER_COLUMNS})`)
    .eq('id', userId)
    .eq('orders.amount', amount)
    .gte('orders.created_at', since)
    .eq('recharges.amount', amount)
    .gte('recharges.created_at', since)
    .single();
  if (error) throw error;
  // Compared as displayed, because the database stores the details of a card in its own format.
  const readable = (reference: string) => describeTransactionReference(reference).toLowerCase();
  const [newest] = [
    ...data.orders.map((row) => ({ kind: 'card_order' as const, ...row })),
    ...data.recharges.map((row) => ({ kind: 'mobile_recharge' as const, ...row })),
  ]
    .filter((row) => readable(row.transaction_reference) === readable(payment.transactionReference))
    .toSorted((left, right) => right.created_at.localeCompare(left.created_at));
  if (newest === undefined) return null;
  const { kind, id, status, created_at: submittedAt } = newest;
  return { kind, id, status, submittedAt };
}

/** What a form shows again of a record: everything that the customer entered, except the details of a card. */
export interface RecordAgain {
  status: string;
  /** The question of an administrator, or the reason of the rejection. Null without one. */
  asked: string | null;
  /** Texts by their column, or by their key in the details of the product. */
  entered: Readonly<Partial<Record<string, string>>>;
  payment: Pick<ManualPaymentValues, 'paymentMethod' | 'transactionReference'>;
}

const AGAIN_COLUMNS = 'status, amount, payment_method, transaction_reference, admin_notes' as const;

/** The user's own record. Null if the user has no such record. Throws the backend's error. */
export async function fetchRecordAgain(
  userId: string,
  kind: RecordKind,
  id: string,
): Promise<RecordAgain | null> {
  if (!UUID.test(id)) return null;
  const supabase = await loadSupabase();
  const reading =
    kind === 'card_order'
      ? supabase.from('orders').select(`${AGAIN_COLUMNS}, details:card_details`)
      : supabase
          .from('recharges')
          .select(`${AGAIN_COLUMNS}, details:recharge_details, operator, phone_number`);
  const [record, question] = await Promise.all([
    reading.eq('user_id', userId).eq('id', id).maybeSingle(),
    supabase.rpc('question_about_record', { record_id: id }),
  ]);
  if (record.error) throw record.error;
  if (question.error) throw question.error;
  if (record.data === null) return null;
  const { details, status, admin_notes: notes, ...row } = record.data;
  const isCard = row.payment_method === 'card_payment';
  return {
    status,
    asked: notes ?? nullable(question.data),
    entered: { ...textsOf(details), ...textsOf(row) },
    payment: {
      paymentMethod: row.payment_method as ManualPaymentValues['paymentMethod'],
      transactionReference: isCard ? '' : row.transaction_reference,
    },
  };
}

/** The generated type of the function does not know that the answer can be null. */
function nullable(text: string | null): string | null {
  return text;
}

function textsOf(row: object | Json): RecordAgain['entered'] {
  if (typeof row !== 'object' || row === null) return {};
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}
