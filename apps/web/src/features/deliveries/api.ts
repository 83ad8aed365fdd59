import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { readFunctionError } from '../../lib/backend-error.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { watchRows } from '../../lib/watch-rows.ts';
import type { RecordKind } from '../../payment/record-kinds.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import { m } from '../../paraglide/messages.js';
import { toQueuedDelivery, type QueuedDelivery } from './queued-delivery.ts';

const PAGE_SIZE = 50;

const deliveriesKey = (adminId: string) => ['deliveries', adminId] as const;

interface Continuation {
  at: string;
  id: string;
}

/** What is to deliver, oldest due first, or what is done, newest first. */
export function deliveryQueueQuery(adminId: string, isDone: boolean) {
  return infiniteQueryOptions({
    queryKey: [...deliveriesKey(adminId), isDone ? 'done' : 'open'],
    queryFn: ({ pageParam }) => fetchPage(isDone, pageParam),
    meta: { errorTitle: m.common_error_fetching_data() },
    initialPageParam: null as Continuation | null,
    getNextPageParam: (page): Continuation | null => {
      const last = page.at(-1);
      return last === undefined || page.length < PAGE_SIZE
        ? null
        : { at: last.sortedAt, id: last.id };
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

async function fetchPage(isDone: boolean, after: Continuation | null): Promise<QueuedDelivery[]> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('delivery_queue', {
    is_done: isDone,
    page_size: PAGE_SIZE,
    ...(after === null ? {} : { after: { ...after } }),
  });
  if (error) throw error;
  return data.map(toQueuedDelivery);
}

export interface DeliveryCounts {
  open: number;
  overdue: number;
}

export function deliveryCountsQuery(adminId: string) {
  return queryOptions({
    queryKey: [...deliveriesKey(adminId), 'counts'],
    queryFn: async (): Promise<DeliveryCounts> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('delivery_counts');
      if (error) throw error;
      return { open: data[0]?.open_count ?? 0, overdue: data[0]?.overdue_count ?? 0 };
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Reads the lists again after each change of a delivery, until the returned function is called. */
export function followDeliveries(queries: QueryClient, adminId: string): () => void {
  return watchRows([{ table: 'deliveries' }], () => refreshDeliveries(queries, adminId));
}

export function refreshDeliveries(queries: QueryClient, adminId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: deliveriesKey(adminId) });
}

const PROVIDER_FUNCTIONS: Readonly<Record<RecordKind, string>> = {
  card_order: 'issue-card',
  mobile_recharge: 'send-top-up',
};

/** The provider that delivers records of a kind. Null if the operator has set up none. */
export function providerQuery(kind: RecordKind) {
  return queryOptions({
    queryKey: ['delivery-provider', kind],
    queryFn: async (): Promise<{ isTest: boolean } | null> => {
      const answer = await callProvider(kind, {});
      return typeof answer.provider === 'string' ? { isTest: answer.is_test === true } : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

async function callProvider(
  kind: RecordKind,
  body: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const supabase = await loadSupabase();
  const result: { data: Record<string, unknown> | null; error: unknown } =
    await supabase.functions.invoke(PROVIDER_FUNCTIONS[kind], { body });
  if (result.data !== null) return result.data;
  const { message } = await readFunctionError(result.error);
  throw new Error(message, { cause: result.error });
}

/** How an administrator finishes an open delivery. */
export type DeliveryAction =
  | { by: 'card'; last4: string; expiry: string }
  | { by: 'top-up'; confirmation: string }
  | { by: 'provider'; kind: RecordKind }
  | { by: 'failure'; reason: string };

/** Throws SignedOutError, or the error of the backend. */
export async function finishDelivery(
  adminId: string,
  id: string,
  action: DeliveryAction,
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  if (action.by === 'provider') {
    await callProvider(action.kind, { record_id: id });
    return;
  }
  const { error } =
    action.by === 'card'
      ? await supabase.rpc('deliver_card', {
          record_id: id,
          last4: action.last4,
          expiry: action.expiry,
        })
      : action.by === 'top-up'
        ? await supabase.rpc('deliver_top_up', { record_id: id, confirmation: action.confirmation })
        : await supabase.rpc('fail_delivery', { record_id: id, reason: action.reason });
  if (error) throw error;
}
