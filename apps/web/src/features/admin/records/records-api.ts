import type { FunctionRow } from '@beaconpay/database';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../../lib/supabase.ts';
import { requireSessionOf } from '../../../session/require-session.ts';
import { m } from '../../../paraglide/messages.js';
import { toDatabaseFilter, type RecordFilter } from './record-filter.ts';

export const RECORDS_PAGE_SIZE = 25;
const EXPORT_PAGE_SIZE = 1000;
/** Counting ends here, so that a wide filter costs no more than a narrow one. */
export const COUNT_LIMIT = 10_000;

type FoundRow = FunctionRow<'search_records'>;

/** An order or a recharge. The generated types of a function do not know which columns can be null. */
export interface FoundRecord {
  id: string;
  kind: string;
  userId: string;
  customerName: string | null;
  customerEmail: string | null;
  status: string;
  amount: number;
  currency: string;
  paymentMethod: string;
  reference: string;
  country: string | null;
  /** ISO 8601, like all times. */
  submittedAt: string;
  decidedAt: string | null;
  assigneeName: string | null;
  isHeld: boolean;
  heldUntil: string | null;
  holdReason: string | null;
  isFirstApproved: boolean;
  correctedAt: string | null;
  /** The highest grade of its checks: 0 none, 1 notice, 2 warning, 3 alarm. */
  flag: number;
}

interface RecordsPage {
  rows: FoundRecord[];
  /** The position of the next page. Empty on the last page. */
  next: string;
}

export function recordsKey(adminId: string) {
  return ['back-office', adminId, 'records'] as const;
}

/**
 * One page of the matching records.
 *
 * @param after the `next` of the page before. Empty for the first page.
 */
export function recordsQuery(adminId: string, filter: RecordFilter, after: string) {
  return queryOptions({
    queryKey: [...recordsKey(adminId), filter, after],
    queryFn: () => fetchRecords(filter, after, RECORDS_PAGE_SIZE),
    meta: { errorTitle: m.common_error_fetching_data() },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** The number of matching records, at most `COUNT_LIMIT`. */
export function recordCountQuery(adminId: string, filter: RecordFilter) {
  return queryOptions({
    // The order of the rows does not change their number.
    queryKey: [...recordsKey(adminId), 'count', { ...filter, sort: '' }],
    queryFn: async () => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('count_records', {
        filter: toDatabaseFilter(filter),
        up_to: COUNT_LIMIT,
      });
      if (error) throw error;
      return data;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

async function fetchRecords(
  filter: RecordFilter,
  after: string,
  pageSize: number,
): Promise<RecordsPage> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('search_records', {
    filter: toDatabaseFilter(filter),
    page_size: pageSize,
    ...(after === '' ? {} : { after: readCursor(after) }),
  });
  if (error) throw error;
  return { rows: data.map(toRecord), next: writeCursor(data.at(-1)?.next_cursor) };
}

/** All matching records, page by page. */
export async function* everyRecord(filter: RecordFilter): AsyncGenerator<FoundRecord[]> {
  let after = '';
  do {
    const { rows, next } = await fetchRecords(filter, after, EXPORT_PAGE_SIZE);
    if (rows.length > 0) yield rows;
    after = next;
  } while (after !== '');
}

function toRecord(row: FoundRow): FoundRecord {
  return {
    id: row.id,
    kind: row.kind,
    userId: row.user_id,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    paymentMethod: row.payment_method,
    reference: row.transaction_reference,
    country: row.country,
    submittedAt: row.created_at,
    decidedAt: row.decided_at,
    assigneeName: row.assignee_name,
    isHeld: isInFuture(row.held_until),
    heldUntil: row.held_until,
    holdReason: row.hold_reason,
    // The generated type knows no null.
    isFirstApproved: (row.first_approved_by as string | null) !== null,
    correctedAt: row.corrected_at,
    flag: row.flag,
  };
}

function isInFuture(timestamp: string | null): boolean {
  return timestamp !== null && Date.parse(timestamp) > Date.now();
}

/** A position in the list as a query parameter: `<time>_<id>_<amount>`. */
function writeCursor(cursor: unknown): string {
  if (typeof cursor !== 'object' || cursor === null) return '';
  const { created_at: time, id, amount } = cursor as Record<string, unknown>;
  return [time, id, amount].map(String).join('_');
}

/** A parameter that is no position starts at the first page. */
function readCursor(parameter: string) {
  const [time = '', id = '', amount = ''] = parameter.split('_');
  const isValid =
    !Number.isNaN(Date.parse(time)) && /^[0-9a-f-]{36}$/.test(id) && /^\d+(\.\d+)?$/.test(amount);
  return isValid ? { created_at: time, id, amount } : null;
}

export interface SavedView {
  id: string;
  name: string;
  filter: unknown;
  isShared: boolean;
  isOwn: boolean;
}

export function savedViewsQuery(adminId: string) {
  return queryOptions({
    queryKey: ['back-office', adminId, 'record-views'],
    queryFn: async (): Promise<SavedView[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('record_views')
        .select('id, name, filter, is_shared, owner_id')
        .order('name')
        .limit(100);
      if (error) throw error;
      return data.map(({ id, name, filter, is_shared: isShared, owner_id: ownerId }) => ({
        id,
        name,
        filter,
        isShared,
        isOwn: ownerId === adminId,
      }));
    },
    meta: { errorTitle: m.common_error_fetching_data() },
  });
}

/** Throws SignedOutError or the backend's error. */
export async function saveView(
  adminId: string,
  view: { name: string; isShared: boolean; filter: RecordFilter },
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase
    .from('record_views')
    .insert({ name: view.name, is_shared: view.isShared, filter: toDatabaseFilter(view.filter) });
  if (error) throw error;
}

/** Throws SignedOutError or the backend's error. */
export async function deleteView(adminId: string, id: string): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase.from('record_views').delete().eq('id', id);
  if (error) throw error;
}
