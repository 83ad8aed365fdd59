import { m } from '../../paraglide/messages.js';
import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { orderContents, rechargeContents } from '../../payment/record-contents.ts';
import { RECORD_KINDS, type RecordKind } from '../../payment/record-kinds.ts';
import { pendingStateKey } from './pending-api.ts';
import type { PendingRecord } from './pending-record.ts';

/** An order or a recharge that the customer submitted before. */
export interface EarlierRecord {
  id: string;
  /** "Premium card order", "MTN mobile recharge". */
  title: string;
  amount: number;
  currency: string;
  status: string;
  /** ISO 8601 */
  submittedAt: string;
}

export const EARLIER_RECORDS_SHOWN = 5;

/** The newest records that the customer submitted before this one. */
export function earlierRecordsQuery(adminId: string, record: PendingRecord) {
  return queryOptions({
    queryKey: [...pendingStateKey(adminId), 'earlier', record.id],
    queryFn: async (): Promise<EarlierRecord[]> => {
      const found = await Promise.all([earlierOrders(record), earlierRecharges(record)]);
      return found
        .flat()
        .toSorted((left, right) => right.submittedAt.localeCompare(left.submittedAt))
        .slice(0, EARLIER_RECORDS_SHOWN);
    },
    staleTime: 0,
  });
}

const COLUMNS = 'id, amount, currency, status, created_at' as const;

async function earlierOrders({ customerId, submittedAt }: PendingRecord): Promise<EarlierRecord[]> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('orders')
    .select(`${COLUMNS}, card_details`)
    .eq('user_id', customerId)
    .lt('created_at', submittedAt)
    .order('created_at', { ascending: false })
    .limit(EARLIER_RECORDS_SHOWN);
  if (error) throw error;
  return data.map((row) => ({
    ...earlierOf(row),
    title: titleOf('card_order', orderContents(row)[0]?.value),
  }));
}

async function earlierRecharges({
  customerId,
  submittedAt,
}: PendingRecord): Promise<EarlierRecord[]> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('recharges')
    .select(`${COLUMNS}, operator, phone_number, recharge_details`)
    .eq('user_id', customerId)
    .lt('created_at', submittedAt)
    .order('created_at', { ascending: false })
    .limit(EARLIER_RECORDS_SHOWN);
  if (error) throw error;
  return data.map((row) => ({
    ...earlierOf(row),
    title: titleOf('mobile_recharge', rechargeContents(row)[0]?.value),
  }));
}

interface RecordRow {
  id: string;
  amount: number;
  currency: string;
  status: string;
  created_at: string;
}

function earlierOf({ id, amount, currency, status, created_at: submittedAt }: RecordRow) {
  return { id, amount, currency, status, submittedAt };
}

/** The short name of a record: "Premium card order". */
export function titleOf(kind: RecordKind, what: string | undefined): string {
  const { noun } = RECORD_KINDS[kind];
  return what ? m.admin_product_and_record({ noun, product: what }) : m.admin_record_name({ noun });
}
