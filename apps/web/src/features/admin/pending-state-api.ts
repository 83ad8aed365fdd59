import { PENDING_STATUS } from '@beaconpay/domain';
import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { RECORD_KINDS, type RecordKind } from '../../payment/record-kinds.ts';
import { requireCount } from './page.ts';
import { pendingStateKey } from './pending-api.ts';

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
    queryKey: [...pendingStateKey(adminId), 'reused', recordIds],
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
    queryKey: [...pendingStateKey(adminId), 'decisions', kind, recordIds],
    queryFn: () => fetchDecisions(adminId, kind, recordIds),
    enabled: recordIds.length > 0,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** The changes to the records of a page since it was shown. */
export interface PendingState {
  /** The number of records that await a review now, on all pages. */
  waiting: number;
  /** Which of the shown records have been reviewed, and how. */
  decisions: ReadonlyMap<string, Decision>;
}

/** The live part of a pending list. The shown page itself is not loaded again. */
export function pendingListStateQuery(
  adminId: string,
  kind: RecordKind,
  recordIds: readonly string[] | undefined,
) {
  return queryOptions({
    queryKey: [...pendingStateKey(adminId), 'list', kind, recordIds],
    queryFn: async (): Promise<PendingState> => {
      const decisions = await fetchDecisions(adminId, kind, recordIds ?? []);
      // A review between the two reads makes the count smaller. In the other order it would look like a new record.
      const waiting = await countPending(kind);
      return { waiting, decisions };
    },
    enabled: recordIds !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

async function countPending(kind: RecordKind): Promise<number> {
  const supabase = await loadSupabase();
  const { count, error } = await supabase
    .from(RECORD_KINDS[kind].table)
    .select('id', { count: 'exact', head: true })
    .eq('status', PENDING_STATUS);
  if (error) throw error;
  return requireCount(count);
}

async function fetchDecisions(
  adminId: string,
  kind: RecordKind,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, Decision>> {
  if (recordIds.length === 0) return new Map();
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
