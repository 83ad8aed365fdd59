import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { afterFetch } from '../../lib/after-fetch.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { watchRows } from '../../lib/watch-rows.ts';
import {
  customerCard,
  sortCards,
  type CardDeliveryRow,
  type CustomerCard,
} from './customer-card.ts';

export const MAX_CARDS = 20;

const cardsKey = (userId: string) => ['my-cards', userId] as const;

/** The cards of the user: the newest orders, each with its delivery. */
export function myCardsQuery(userId: string) {
  return queryOptions({
    queryKey: cardsKey(userId),
    queryFn: () => fetchCards(userId),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

async function fetchCards(userId: string): Promise<CustomerCard[]> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('orders')
    .select('id, status, card_details, admin_notes, created_at')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(MAX_CARDS);
  if (error) throw error;
  const deliveries = await fetchDeliveries(
    userId,
    data.map(({ id }) => id),
  );
  return sortCards(data.map((order) => customerCard(order, deliveries.get(order.id))));
}

async function fetchDeliveries(
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CardDeliveryRow>> {
  if (ids.length === 0) return new Map();
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('deliveries')
    .select('record_id, state, due_at, card_last4, card_expiry, is_test')
    .eq('user_id', userId)
    .in('record_id', ids);
  if (error) throw error;
  return new Map(data.map((delivery) => [delivery.record_id, delivery]));
}

/** Reads the cards again after each change of an order or a delivery, until the returned function is called. */
export function followCards(queries: QueryClient, userId: string): () => void {
  const queryKey = cardsKey(userId);
  const filter = `user_id=eq.${userId}`;
  return watchRows(
    [
      { table: 'orders', filter },
      { table: 'deliveries', filter },
    ],
    () => afterFetch(queries, queryKey, () => queries.invalidateQueries({ queryKey })),
  );
}
