import { PENDING_STATUS } from '@beaconpay/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readBackendError } from '../../lib/backend-error.ts';
import { everyRow, newerThan, ROWS_AT_ONCE } from '../../lib/every-row.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { RECORD_KINDS, type RecordKind } from '../../payment/record-kinds.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import { emptyPageBeyondEnd, requireCount, rowRange, type Page } from './page.ts';
import { panelKey } from './panel-key.ts';
import { toPendingOrder, toPendingRecharge, type PendingRecord } from './pending-record.ts';
import type { Review } from './review.schema.ts';
import { m } from '../../paraglide/messages.js';

export const PENDING_PAGE_SIZE = 10;

/** The prefix of all pending lists of one administrator, to invalidate them after a review. */
export function pendingRecordsKey(adminId: string) {
  return [...panelKey(adminId), 'pending'] as const;
}

/** One page of the records that await a review, oldest first. */
export function pendingRecordsQuery(adminId: string, kind: RecordKind, page: number) {
  return queryOptions({
    queryKey: [...pendingRecordsKey(adminId), kind, page],
    queryFn: () => (kind === 'card_order' ? fetchPendingOrders(page) : fetchPendingRecharges(page)),
    meta: { errorTitle: m.common_error_fetching_data() },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

const PENDING_COLUMNS =
  'id, user_id, amount, currency, payment_method, payment_details, transaction_reference, created_at, profiles(full_name, avatar_url, users(email))' as const;

async function pendingOrders(count?: 'exact') {
  const supabase = await loadSupabase();
  const query = supabase
    .from('orders')
    .select(`${PENDING_COLUMNS}, card_details`, { ...(count === undefined ? {} : { count }) })
    .eq('status', PENDING_STATUS);
  return { query };
}

async function pendingRecharges(count?: 'exact') {
  const supabase = await loadSupabase();
  const query = supabase
    .from('recharges')
    .select(`${PENDING_COLUMNS}, operator, phone_number, recharge_details`, {
      ...(count === undefined ? {} : { count }),
    })
    .eq('status', PENDING_STATUS);
  return { query };
}

async function fetchPendingOrders(page: number): Promise<Page<PendingRecord>> {
  const { query } = await pendingOrders('exact');
  const { data, count, error } = await query
    .order('created_at')
    .order('id')
    .range(...rowRange(page, PENDING_PAGE_SIZE));
  if (error) return emptyPageBeyondEnd(error, page, PENDING_PAGE_SIZE);
  return { rows: data.map(toPendingOrder), totalCount: requireCount(count) };
}

async function fetchPendingRecharges(page: number): Promise<Page<PendingRecord>> {
  const { query } = await pendingRecharges('exact');
  const { data, count, error } = await query
    .order('created_at')
    .order('id')
    .range(...rowRange(page, PENDING_PAGE_SIZE));
  if (error) return emptyPageBeyondEnd(error, page, PENDING_PAGE_SIZE);
  return { rows: data.map(toPendingRecharge), totalCount: requireCount(count) };
}

/** All records that await a review, page by page, oldest first. */
export async function* everyPendingRecord(kind: RecordKind): AsyncGenerator<PendingRecord[]> {
  if (kind === 'card_order') {
    for await (const rows of everyPendingOrder()) yield rows.map(toPendingOrder);
  } else {
    for await (const rows of everyPendingRecharge()) yield rows.map(toPendingRecharge);
  }
}

function everyPendingOrder() {
  return everyRow(async (last) => {
    let { query } = await pendingOrders();
    if (last !== null) query = query.gte('created_at', last.created_at).or(newerThan(last));
    const { data, error } = await query.order('created_at').order('id').limit(ROWS_AT_ONCE);
    if (error) throw error;
    return data;
  });
}

function everyPendingRecharge() {
  return everyRow(async (last) => {
    let { query } = await pendingRecharges();
    if (last !== null) query = query.gte('created_at', last.created_at).or(newerThan(last));
    const { data, error } = await query.order('created_at').order('id').limit(ROWS_AT_ONCE);
    if (error) throw error;
    return data;
  });
}

/** The first record with the same reference. */
export interface EarlierUse {
  id: string;
  status: string;
  /** ISO 8601 */
  submittedAt: string;
}

/** Which of these records have a reference that another record used before, among all records. */
export function reusedReferencesQuery(adminId: string, recordIds: readonly string[]) {
  return queryOptions({
    queryKey: [...pendingRecordsKey(adminId), 'reused', recordIds],
    queryFn: () => fetchReusedReferences(recordIds),
    enabled: recordIds.length > 0,
    staleTime: 0,
  });
}

async function fetchReusedReferences(
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, EarlierUse>> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('reused_references', { record_ids: [...recordIds] });
  if (error) throw error;
  return new Map(
    data.map((row) => [
      row.record_id,
      { id: row.earlier_id, status: row.earlier_status, submittedAt: row.earlier_created_at },
    ]),
  );
}

/** The decision about a record. */
export interface Decision {
  status: string;
  notes: string | null;
  /** ISO 8601. Null if a card payment completed the record. */
  decidedAt: string | null;
  /** Null if the account of the reviewer is deleted, or if a card payment completed the record. */
  decidedBy: string | null;
}

/** Which of these records have been reviewed, and how. */
export function decisionsQuery(adminId: string, kind: RecordKind, recordIds: readonly string[]) {
  return queryOptions({
    queryKey: [...pendingRecordsKey(adminId), 'decisions', kind, recordIds],
    queryFn: () => fetchDecisions(adminId, kind, recordIds),
    enabled: recordIds.length > 0,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

async function fetchDecisions(
  adminId: string,
  kind: RecordKind,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, Decision>> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from(RECORD_KINDS[kind].table)
    .select('id, status, admin_notes, reviewed_by, reviewed_at')
    .in('id', recordIds)
    .neq('status', PENDING_STATUS);
  if (error) throw error;
  const reviewerIds = data.flatMap(({ reviewed_by: id }) => (id === null ? [] : [id]));
  const addresses = await fetchAddresses(reviewerIds);
  return new Map(
    data.map(({ id, status, admin_notes: notes, reviewed_by: by, reviewed_at: decidedAt }) => [
      id,
      {
        status,
        notes,
        decidedAt,
        decidedBy: by === adminId ? 'you' : (addresses.get(by ?? '') ?? null),
      },
    ]),
  );
}

/** The email address identifies an administrator, because names can be equal. */
async function fetchAddresses(
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (userIds.length === 0) return new Map();
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('users')
    .select('id, email')
    .in('id', [...new Set(userIds)]);
  if (error) throw error;
  return new Map(data.map(({ id, email }) => [id, email]));
}

/** Another administrator reviewed the record first. This review changed nothing. */
export class AlreadyReviewedError extends Error {
  override readonly name = 'AlreadyReviewedError';
}

/** The database's rule for a record that is no longer pending. */
const ALREADY_REVIEWED = 'review.already_decided';

/**
 * Decides a pending record. Throws SignedOutError, AlreadyReviewedError, the backend's error, or an Error if
 * no row was changed, which the backend does not report.
 */
export async function reviewRecord(adminId: string, review: Review): Promise<void> {
  const { kind, id, decision, notes } = review;
  const supabase = await requireSessionOf(adminId);
  const { data, error } = await supabase
    .from(RECORD_KINDS[kind].table)
    .update({
      status: decision,
      admin_notes: notes.trim() === '' ? null : notes.trim(),
      updated_at: new Date().toISOString(),
    })
    .eq('id', id)
    .select('id, status');
  if (error) {
    const { key, message } = readBackendError(error);
    throw key === ALREADY_REVIEWED ? new AlreadyReviewedError(message) : error;
  }
  if (data.length !== 1)
    throw new Error("Your decision wasn't saved. Reload the page and try again.");
}
