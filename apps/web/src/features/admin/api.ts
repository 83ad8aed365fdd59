import { ADMIN_PROFILE_CHECK_DELAY_MS, PENDING_STATUS, type AccountType } from '@beaconpay/domain';
import type { Views } from '@beaconpay/database';
import type { PostgrestError } from '@supabase/postgrest-js';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Credentials } from '../../components/credentials.schema.ts';
import { everyRow, newerThan, olderThan, ROWS_AT_ONCE } from '../../lib/every-row.ts';
import { needsSecondStep } from '../../lib/second-step.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { watchRows } from '../../lib/watch-rows.ts';
import { RECORD_KINDS, type RecordKind } from '../../manual-payment/record-kinds.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import { secondStepOf } from '../../session/second-step.ts';
import { directoryFilter } from './directory-filter.ts';
import { rowRange, type Page } from './page.ts';
import { toPendingOrder, toPendingRecharge, type PendingRecord } from './pending-record.ts';
import type { Review } from './review.schema.ts';

/** How an administrator's sign-in ended; anything but `admitted` has been signed out again. */
export type AdminLogInOutcome = 'admitted' | 'not-an-admin' | 'profile-unreadable' | 'given-up';

/**
 * Signs in, waits for the second step where there is one, and lets only administrators stay. Someone else's session, and one whose profile
 * cannot be read, is ended on this device only. Throws the backend's error if sign-in fails.
 */
export async function logInAsAdmin(request: Credentials): Promise<AdminLogInOutcome> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.signInWithPassword(request);
  if (error) throw error;
  if (needsSecondStep(data.session) && !(await secondStepOf(supabase))) return 'given-up';

  // The specification gives the profile this long to appear.
  await new Promise((resolve) => setTimeout(resolve, ADMIN_PROFILE_CHECK_DELAY_MS));
  const outcome = await readAdmission(data.user.id);
  if (outcome !== 'admitted') await supabase.auth.signOut({ scope: 'local' });
  return outcome;
}

async function readAdmission(userId: string): Promise<AdminLogInOutcome> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('profiles')
    .select('account_type')
    .eq('id', userId)
    .single();
  if (error) return 'profile-unreadable';
  return data.account_type === 'admin' ? 'admitted' : 'not-an-admin';
}

/** How many accounts there are, in all and of each kind. */
export type AccountCounts = Record<'all' | AccountType, number>;

/** Everything the panel has read for one administrator begins with this key. */
function panelKey(adminId: string) {
  return ['admin', adminId] as const;
}

export function accountCountsQuery(adminId: string) {
  return queryOptions({
    queryKey: [...panelKey(adminId), 'account-counts'],
    queryFn: async (): Promise<AccountCounts> => {
      const [all, personal, business, admin] = await Promise.all([
        countAccounts('all'),
        countAccounts('personal'),
        countAccounts('business'),
        countAccounts('admin'),
      ]);
      return { all, personal, business, admin };
    },
    refetchOnWindowFocus: true,
  });
}

async function countAccounts(role: RoleFilter): Promise<number> {
  const supabase = await loadSupabase();
  let query = supabase.from('profiles').select('id', { count: 'exact', head: true });
  if (role !== 'all') query = query.eq('account_type', role);
  const { count, error } = await query;
  if (error) throw error;
  return requireCount(count);
}

export type RoleFilter = 'all' | AccountType;
export type Account = Views<'account_directory'>;

export interface AccountSearch {
  /** Part of a name or an e-mail address; empty for everyone. */
  text: string;
  role: RoleFilter;
  /** Counted from 1. */
  page: number;
}

export const ACCOUNTS_PAGE_SIZE = 10;

/** One page of the accounts that match, newest first. */
export function accountsQuery(adminId: string, search: AccountSearch) {
  return queryOptions({
    queryKey: [...panelKey(adminId), 'accounts', search],
    queryFn: () => fetchAccounts(search),
    placeholderData: keepPreviousData,
  });
}

type AccountFilter = Omit<AccountSearch, 'page'>;

async function accountsMatching({ text, role }: AccountFilter, count?: 'exact') {
  const supabase = await loadSupabase();
  let query = supabase
    .from('account_directory')
    .select('id, full_name, email, account_type, created_at, updated_at, avatar_url', {
      ...(count === undefined ? {} : { count }),
    });
  if (role !== 'all') query = query.eq('account_type', role);
  if (text.trim() !== '') query = query.or(directoryFilter(text));
  return { query };
}

async function fetchAccounts({ page, ...filter }: AccountSearch): Promise<Page<Account>> {
  const { query } = await accountsMatching(filter, 'exact');
  const { data, count, error } = await query
    .order('created_at', { ascending: false })
    .order('id')
    .range(...rowRange(page, ACCOUNTS_PAGE_SIZE));
  if (error) return emptyPageBeyondEnd(error, page, ACCOUNTS_PAGE_SIZE);
  return { rows: data, totalCount: requireCount(count) };
}

/** All accounts that match, page by page, in the order of the screen. */
export function everyAccount(filter: AccountFilter) {
  return everyRow(async (last) => {
    let { query } = await accountsMatching(filter);
    if (last !== null) {
      query = query.lte('created_at', last.created_at).or(olderThan(last, 'ascending'));
    }
    const { data, error } = await query
      .order('created_at', { ascending: false })
      .order('id')
      .limit(ROWS_AT_ONCE);
    if (error) throw error;
    return data.flatMap(({ id, created_at, ...account }) =>
      // A view does not say of its columns that they are never null.
      id === null || created_at === null ? [] : [{ id, created_at, ...account }],
    );
  });
}

export interface DeletionRequest {
  id: string;
  name: string | null;
  email: string | null;
  /** ISO 8601 */
  requestedAt: string;
}

const DELETION_REQUESTS_SHOWN = 20;

/** Who asked for the deletion of their account, the longest waiting first. */
export function deletionRequestsQuery(adminId: string) {
  return queryOptions({
    queryKey: [...panelKey(adminId), 'deletion-requests'],
    queryFn: fetchDeletionRequests,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

async function fetchDeletionRequests(): Promise<Page<DeletionRequest>> {
  const supabase = await loadSupabase();
  const { data, count, error } = await supabase
    .from('account_deletion_requests')
    .select('user_id, requested_at, profiles(full_name, users(email))', { count: 'exact' })
    .order('requested_at')
    .order('user_id')
    .limit(DELETION_REQUESTS_SHOWN);
  if (error) throw error;
  const rows = data.map(({ user_id: id, requested_at: requestedAt, profiles }) => ({
    id,
    name: profiles.full_name,
    email: profiles.users.email,
    requestedAt,
  }));
  return { rows, totalCount: requireCount(count) };
}

export const PENDING_PAGE_SIZE = 10;

/** All pending lists of one administrator, to read them again after a review. */
export function pendingRecordsKey(adminId: string) {
  return [...panelKey(adminId), 'pending'] as const;
}

/** One page of what waits for a review, the longest waiting first. */
export function pendingRecordsQuery(adminId: string, kind: RecordKind, page: number) {
  return queryOptions({
    queryKey: [...pendingRecordsKey(adminId), kind, page],
    queryFn: () => (kind === 'card_order' ? fetchPendingOrders(page) : fetchPendingRecharges(page)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

const PENDING_COLUMNS =
  'id, amount, currency, payment_method, transaction_reference, created_at, profiles(full_name, avatar_url, users(email))' as const;

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

/** All that waits for a review, page by page, the longest waiting first. */
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

/** The first record that was paid by the same reference. */
export interface EarlierUse {
  id: string;
  status: string;
  /** ISO 8601 */
  submittedAt: string;
}

/** Which of these records name a reference that was used before; asked of all records there are. */
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

/** How a record of these was decided, of those that no longer wait. */
export interface Decision {
  status: string;
  notes: string | null;
  /** ISO 8601; null when the card provider's payment completed it. */
  decidedAt: string | null;
  /** Null when it was nobody who is known. */
  decidedBy: string | null;
}

/** Which of these records do not wait for a review any more, and how they were decided. */
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

/** Administrators know each other by their addresses: names may be the same. */
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

/** Reads lists and tiles again whenever what they show has changed, until the returned function is called. */
export function followPanel(queries: QueryClient, adminId: string): () => void {
  const stopRecords = watchRows([{ table: 'orders' }, { table: 'recharges' }], () =>
    queries.invalidateQueries({ queryKey: pendingRecordsKey(adminId) }),
  );
  const stopAccounts = watchRows([{ table: 'profiles' }], () =>
    queries.invalidateQueries({ queryKey: accountCountsQuery(adminId).queryKey }),
  );
  return () => {
    stopRecords();
    stopAccounts();
  };
}

function requireCount(count: number | null): number {
  if (count === null) throw new Error('The server did not say how many there are.');
  return count;
}

/** What the data API answers when a list has become shorter than the page asked for. */
const OFFSET_BEYOND_END = 'PGRST103';

/** An empty page that counts only what the pages before it can hold; any other error is thrown. */
function emptyPageBeyondEnd(error: PostgrestError, page: number, pageSize: number): Page<never> {
  if (error.code !== OFFSET_BEYOND_END) throw error;
  return { rows: [], totalCount: rowRange(page, pageSize)[0] };
}

/** Another administrator was faster: the record is decided and this review changed nothing. */
export class AlreadyReviewedError extends Error {
  override readonly name = 'AlreadyReviewedError';
}

/** SQLSTATE the database raises for a record that is not pending any more; answered as HTTP 409. */
const ALREADY_REVIEWED = 'PT409';

/**
 * Decides a pending record. Throws SignedOutError, AlreadyReviewedError, the backend's error, or an
 * Error when no row was changed, which the backend does not report by itself.
 */
export async function reviewRecord(adminId: string, review: Review): Promise<void> {
  const { kind, id, decision, notes } = review;
  await requireSessionOf(adminId);
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from(RECORD_KINDS[kind].table)
    .update({
      status: decision,
      admin_notes: notes.trim() === '' ? null : notes.trim(),
      updated_at: new Date().toISOString(),
    })
    .eq('id', id)
    .select('id, status');
  if (error?.code === ALREADY_REVIEWED) throw new AlreadyReviewedError(error.details);
  if (error) throw error;
  if (data.length !== 1) throw new Error('Nothing was changed. Please reload the page.');
}
