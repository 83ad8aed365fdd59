import { PENDING_STATUS } from '@beaconpay/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { everyRow, newerThan, ROWS_AT_ONCE, type RowPosition } from '../../lib/every-row.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import type { RecordKind } from '../../payment/record-kinds.ts';
import { emptyPageBeyondEnd, requireCount, rowRange, type Page } from './page.ts';
import { panelKey } from './panel-key.ts';
import { toPendingOrder, toPendingRecharge, type PendingRecord } from './pending-record.ts';
import { m } from '../../paraglide/messages.js';

export const PENDING_PAGE_SIZE = 10;

/** The prefix of everything about the pending lists of one administrator, to invalidate it after a review. */
export function pendingRecordsKey(adminId: string) {
  return [...panelKey(adminId), 'pending'] as const;
}

/** The prefix of what follows each change. The pages themselves stay until the administrator requests them. */
export function pendingStateKey(adminId: string) {
  return [...pendingRecordsKey(adminId), 'state'] as const;
}

/** One page of the records that await a review, oldest first. */
export function pendingRecordsQuery(adminId: string, kind: RecordKind, page: number) {
  return queryOptions({
    queryKey: [...pendingRecordsKey(adminId), 'page', kind, page],
    queryFn: () => PENDING_LISTS[kind].fetchPage(page),
    meta: { errorTitle: m.common_error_fetching_data() },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** All records that await a review, page by page, oldest first. */
export function everyPendingRecord(kind: RecordKind): AsyncGenerator<PendingRecord[]> {
  return PENDING_LISTS[kind].fetchAll();
}

/** A page with the count of all rows, or the rows after `last` without a count. */
type ListPart = { page: number } | { last: RowPosition | null };

/** The methods of a query that all tables have. */
interface OrderedQuery {
  eq: (column: 'status', value: string) => this;
  gte: (column: 'created_at', value: string) => this;
  or: (filters: string) => this;
  order: (column: 'created_at' | 'id') => this;
  range: (first: number, last: number) => this;
  limit: (count: number) => this;
}

/** Limits a query to a part of the records that await a review, oldest first. */
function pendingPart<Query extends OrderedQuery>(query: Query, part: ListPart): Query {
  const pending = query.eq('status', PENDING_STATUS).order('created_at').order('id');
  if ('page' in part) return pending.range(...rowRange(part.page, PENDING_PAGE_SIZE));
  const { last } = part;
  const rest =
    last === null ? pending : pending.gte('created_at', last.created_at).or(newerThan(last));
  return rest.limit(ROWS_AT_ONCE);
}

const countOf = (part: ListPart) => ('page' in part ? ({ count: 'exact' } as const) : {});

type ListResponse<Row> =
  | { data: Row[]; count: number | null; error: null }
  | { data: null; error: Error };

interface PendingList {
  fetchPage: (page: number) => Promise<Page<PendingRecord>>;
  fetchAll: () => AsyncGenerator<PendingRecord[]>;
}

function pendingList<Row extends RowPosition>(
  fetchPart: (part: ListPart) => Promise<ListResponse<Row>>,
  toRecord: (row: Row) => PendingRecord,
): PendingList {
  return {
    async fetchPage(page) {
      const response = await fetchPart({ page });
      if (response.error) return emptyPageBeyondEnd(response.error, page, PENDING_PAGE_SIZE);
      return { rows: response.data.map(toRecord), totalCount: requireCount(response.count) };
    },
    async *fetchAll() {
      const pages = everyRow(async (last) => {
        const response = await fetchPart({ last });
        if (response.error) throw response.error;
        return response.data;
      });
      for await (const rows of pages) yield rows.map(toRecord);
    },
  };
}

const PAYMENT_COLUMNS =
  'id, user_id, amount, currency, payment_method, payment_details, transaction_reference, created_at, profiles(full_name, avatar_url, users(email))' as const;

const PENDING_LISTS: Readonly<Record<RecordKind, PendingList>> = {
  card_order: pendingList(async (part) => {
    const supabase = await loadSupabase();
    const columns = `${PAYMENT_COLUMNS}, card_details` as const;
    return pendingPart(supabase.from('orders').select(columns, countOf(part)), part);
  }, toPendingOrder),
  mobile_recharge: pendingList(async (part) => {
    const supabase = await loadSupabase();
    const columns = `${PAYMENT_COLUMNS}, operator, phone_number, recharge_details` as const;
    return pendingPart(supabase.from('recharges').select(columns, countOf(part)), part);
  }, toPendingRecharge),
};
