import type { Tables } from '@beaconpay/database';
import { TRANSACTION_HISTORY_LIMIT } from '@beaconpay/domain';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { watchRows } from '../../lib/watch-rows.ts';

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

/** What a customer may read of the order or recharge behind a transaction. */
export type PaymentRecord = Pick<
  Tables<'orders'>,
  | 'id'
  | 'payment_method'
  | 'payment_details'
  | 'transaction_reference'
  | 'admin_notes'
  | 'reviewed_at'
>;

const PAYMENT_RECORD_COLUMNS =
  'id, payment_method, payment_details, transaction_reference, admin_notes, reviewed_at' as const;

/** The user's newest transactions. Always read anew: an order may just have been made. */
export function transactionHistoryQuery(userId: string) {
  return queryOptions({
    queryKey: transactionsKey(userId),
    queryFn: () => fetchTransactions(userId),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Everything the history has read for one user begins with this key. */
function transactionsKey(userId: string) {
  return ['transactions', userId] as const;
}

/** Reads the history again whenever one of its rows has changed, until the returned function is called. */
export function followTransactions(queries: QueryClient, userId: string): () => void {
  return watchRows([{ table: 'transactions', filter: `user_id=eq.${userId}` }], () =>
    queries.invalidateQueries({ queryKey: transactionsKey(userId) }),
  );
}

async function fetchTransactions(userId: string): Promise<Transaction[]> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('transactions')
    .select('id, type, description, amount, currency, status, related_order_id, created_at')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(TRANSACTION_HISTORY_LIMIT);
  if (error) throw error;
  return data;
}

/** The orders and recharges behind these transactions, by id; those that are gone are left out. */
export function paymentRecordsQuery(userId: string, transactions: readonly Transaction[]) {
  const orderIds = relatedIds(transactions, 'card_order');
  const rechargeIds = relatedIds(transactions, 'recharge');
  return queryOptions({
    queryKey: [
      ...transactionsKey(userId),
      'records',
      transactions.map(({ id, status }) => [id, status]),
    ],
    queryFn: async (): Promise<Record<string, PaymentRecord>> => {
      const [orders, recharges] = await Promise.all([
        fetchRecords('orders', userId, orderIds),
        fetchRecords('recharges', userId, rechargeIds),
      ]);
      return Object.fromEntries([...orders, ...recharges].map((record) => [record.id, record]));
    },
    enabled: orderIds.length + rechargeIds.length > 0,
    // One row that changes does not hide what is open of the others.
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
): Promise<PaymentRecord[]> {
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
