import type { Tables } from '@beaconpay/database';
import { statusTone, TRANSACTION_HISTORY_LIMIT } from '@beaconpay/domain';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { afterFetch } from '../../lib/after-fetch.ts';
import { everyRow, olderThan, ROWS_AT_ONCE, type RowPosition } from '../../lib/every-row.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { UUID } from '../../lib/uuid.ts';
import { watchRows } from '../../lib/watch-rows.ts';
import { fetchReceivedPayments } from '../../payment/received-payment-api.ts';
import type { ReceivedPayment } from '../../payment/received-payment.ts';
import { DELIVERY_COLUMNS, type Delivery } from './delivery.ts';
import { receiptOfOrder, receiptOfRecharge, type Receipt } from './receipt.ts';
import { transactionDescription } from '../../lib/transaction-description.ts';
import { m } from '../../paraglide/messages.js';

export type Transaction = Pick<
  Tables<'transactions'>,
  | 'id'
  | 'type'
  | 'description'
  | 'amount'
  | 'currency'
  | 'status'
  | 'related_order_id'
  | 'created_at'
>;

/** The columns of the order or the recharge of a transaction that a customer may read. */
type RecordRow = Pick<
  Tables<'orders'>,
  | 'id'
  | 'payment_method'
  | 'payment_details'
  | 'transaction_reference'
  | 'payment_code'
  | 'admin_notes'
  | 'reviewed_at'
>;

/** The order or the recharge of a transaction, with what arrived for it and its delivery if it is paid. */
export type PaymentRecord = RecordRow & {
  received: ReceivedPayment | null;
  delivery: Delivery | null;
};

const PAYMENT_RECORD_COLUMNS =
  'id, payment_method, payment_details, transaction_reference, payment_code, admin_notes, reviewed_at' as const;

const TRANSACTION_COLUMNS =
  'id, type, description, amount, currency, status, related_order_id, created_at' as const;

/** The position below the shown rows. */
interface Continuation {
  after: RowPosition;
  /**
   * The first page is sorted only by time. These are its rows with the same time as its last row, which can
   * be any of the rows with that time.
   */
  exceptIds: readonly string[];
  /** From the third page on, `after` is also the last id. */
  isById: boolean;
}

/** The transactions of the user, newest page first. Always fetched, because a new order may exist. */
export function transactionHistoryQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: transactionsKey(userId),
    queryFn: ({ pageParam }) => fetchTransactions(userId, pageParam),
    meta: { errorTitle: m.history_error_fetching_transactions() },
    initialPageParam: null as Continuation | null,
    getNextPageParam: (_lastPage, pages) => continuationOf(pages),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** The prefix of all query keys of a user's history. */
function transactionsKey(userId: string) {
  return ['transactions', userId] as const;
}

/** Reads the history again after each change of its rows, until the returned function is called. */
export function followTransactions(queries: QueryClient, userId: string): () => void {
  const queryKey = transactionsKey(userId);
  const filter = `user_id=eq.${userId}`;
  return watchRows(
    [
      { table: 'transactions', filter },
      { table: 'deliveries', filter },
      { table: 'payment_states', filter },
    ],
    () => afterFetch(queries, queryKey, () => queries.invalidateQueries({ queryKey })),
  );
}

function continuationOf(pages: readonly Transaction[][]): Continuation | null {
  const [first = []] = pages;
  const boundary = first.at(-1)?.created_at;
  const last = pages.at(-1) ?? [];
  const after = last.at(-1);
  if (after === undefined || last.length < TRANSACTION_HISTORY_LIMIT) return null;
  return {
    after,
    exceptIds: first.filter(({ created_at }) => created_at === boundary).map(({ id }) => id),
    isById: pages.length > 1,
  };
}

async function fetchTransactions(
  userId: string,
  continuation: Continuation | null,
): Promise<Transaction[]> {
  const supabase = await loadSupabase();
  let query = supabase.from('transactions').select(TRANSACTION_COLUMNS).eq('user_id', userId);
  if (continuation !== null) {
    const { after, exceptIds, isById } = continuation;
    query = query.lte('created_at', after.created_at).notIn('id', exceptIds);
    if (isById) query = query.or(olderThan(after, 'descending'));
  }
  let ordered = query.order('created_at', { ascending: false });
  if (continuation !== null) ordered = ordered.order('id', { ascending: false });
  const { data, error } = await ordered.limit(TRANSACTION_HISTORY_LIMIT);
  if (error) throw error;
  return data.map(described);
}

function described(transaction: Transaction): Transaction {
  return { ...transaction, description: transactionDescription(transaction.description) };
}

/** The whole history, page by page, newest first. */
export function everyTransaction(userId: string): AsyncGenerator<Transaction[]> {
  return everyRow(async (last) => {
    const supabase = await loadSupabase();
    let query = supabase.from('transactions').select(TRANSACTION_COLUMNS).eq('user_id', userId);
    if (last !== null) {
      query = query.lte('created_at', last.created_at).or(olderThan(last, 'descending'));
    }
    const { data, error } = await query
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(ROWS_AT_ONCE);
    if (error) throw error;
    return data.map(described);
  });
}

/** The orders and recharges of these transactions by id. Deleted ones are missing. */
export function paymentRecordsQuery(userId: string, transactions: readonly Transaction[]) {
  const orderIds = relatedIds(transactions, 'card_order');
  const rechargeIds = relatedIds(transactions, 'recharge');
  const paidIds = transactions.flatMap(({ status, related_order_id: id }) =>
    id !== null && statusTone(status) === 'success' ? [id] : [],
  );
  return queryOptions({
    queryKey: [
      ...transactionsKey(userId),
      'records',
      transactions.map(({ id, status }) => [id, status]),
    ],
    queryFn: async (): Promise<Record<string, PaymentRecord>> => {
      const [orders, recharges, received, deliveries] = await Promise.all([
        fetchRecords('orders', userId, orderIds),
        fetchRecords('recharges', userId, rechargeIds),
        fetchReceivedPayments(userId, [...orderIds, ...rechargeIds]),
        fetchDeliveries(userId, paidIds),
      ]);
      return Object.fromEntries(
        [...orders, ...recharges].map((record) => [
          record.id,
          {
            ...record,
            received: received.get(record.id) ?? null,
            delivery: deliveries.get(record.id) ?? null,
          },
        ]),
      );
    },
    enabled: orderIds.length + rechargeIds.length > 0,
    // A change of one row does not hide the details of the others.
    placeholderData: keepPreviousData,
  });
}

function relatedIds(transactions: readonly Transaction[], type: string): string[] {
  return transactions.flatMap((transaction) =>
    transaction.type === type && transaction.related_order_id !== null
      ? [transaction.related_order_id]
      : [],
  );
}

async function fetchRecords(
  table: 'orders' | 'recharges',
  userId: string,
  ids: readonly string[],
): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from(table)
    .select(PAYMENT_RECORD_COLUMNS)
    .eq('user_id', userId)
    .in('id', ids);
  if (error) throw error;
  return data;
}

async function fetchDeliveries(
  userId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, Delivery>> {
  if (recordIds.length === 0) return new Map();
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('deliveries')
    .select(DELIVERY_COLUMNS)
    .eq('user_id', userId)
    .in('record_id', recordIds);
  if (error) throw error;
  return new Map(data.map((delivery) => [delivery.record_id, delivery]));
}

const RECEIPT_COLUMNS =
  'id, amount, currency, status, payment_method, transaction_reference, stripe_session_id, admin_notes, created_at, reviewed_at, updated_at' as const;

/** The status of an order or a recharge of the user. Null if there is no such record. */
export function receiptQuery(userId: string, recordId: string) {
  return queryOptions({
    queryKey: [...transactionsKey(userId), 'receipt', recordId],
    queryFn: () => fetchReceipt(userId, recordId),
    staleTime: 0,
  });
}

async function fetchReceipt(userId: string, recordId: string): Promise<Receipt | null> {
  // A text that is not an id names no record.
  if (!UUID.test(recordId)) return null;
  const supabase = await loadSupabase();
  const [order, recharge, received, deliveries] = await Promise.all([
    supabase
      .from('orders')
      .select(`${RECEIPT_COLUMNS}, card_details`)
      .eq('id', recordId)
      .eq('user_id', userId)
      .maybeSingle(),
    supabase
      .from('recharges')
      .select(`${RECEIPT_COLUMNS}, operator, phone_number, recharge_details`)
      .eq('id', recordId)
      .eq('user_id', userId)
      .maybeSingle(),
    fetchReceivedPayments(userId, [recordId]),
    fetchDeliveries(userId, [recordId]),
  ]);
  if (order.error) throw order.error;
  if (recharge.error) throw recharge.error;
  const outcome = {
    received: received.get(recordId) ?? null,
    delivery: deliveries.get(recordId) ?? null,
  };
  if (order.data !== null) return receiptOfOrder(order.data, outcome);
  return recharge.data && receiptOfRecharge(recharge.data, outcome);
}
