import type { FunctionRow, Json } from '@beaconpay/database';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { customerKey } from './customer-api.ts';

export interface CustomerRecord {
  id: string;
  kind: string;
  status: string;
  amount: number;
  currency: string;
  reference: string;
  /** ISO 8601 */
  submittedAt: string;
}

const PAGE_SIZE = 10;

interface RecordsPage {
  rows: CustomerRecord[];
  /** Null on the last page. */
  next: Json;
}

/** The orders and recharges of a customer, newest first. */
export function customerRecordsQuery(adminId: string, id: string) {
  return infiniteQueryOptions({
    queryKey: [...customerKey(adminId, id), 'records'],
    queryFn: async ({ pageParam }): Promise<RecordsPage> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('search_records', {
        filter: { user_id: id },
        page_size: PAGE_SIZE,
        ...(pageParam === null ? {} : { after: pageParam }),
      });
      if (error) throw error;
      return { rows: data.map(toRecord), next: data.at(-1)?.next_cursor ?? null };
    },
    initialPageParam: null as Json,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

function toRecord(row: FunctionRow<'search_records'>): CustomerRecord {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    reference: row.transaction_reference,
    submittedAt: row.created_at,
  };
}
