import type { AccountType } from '@beaconpay/domain';
import type { Views } from '@beaconpay/database';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { everyRow, olderThan, ROWS_AT_ONCE } from '../../lib/every-row.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { watchRows } from '../../lib/watch-rows.ts';
import { directoryFilter } from './directory-filter.ts';
import { emptyPageBeyondEnd, requireCount, rowRange, type Page } from './page.ts';
import { panelKey } from './panel-key.ts';
import { pendingStateKey } from './pending-api.ts';
import { m } from '../../paraglide/messages.js';

/** The numbers of accounts: all of them, and of each type. */
export type AccountCounts = Record<'all' | AccountType, number>;

export function accountCountsQuery(adminId: string) {
  return queryOptions({
    queryKey: [...panelKey(adminId), 'account-counts'],
    meta: { errorTitle: m.common_error_fetching_data() },
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
export type Account = Omit<Views<'account_directory'>, 'search_name'>;

export interface AccountSearch {
  /** A part of a name or an email address. Empty for all accounts. */
  text: string;
  role: RoleFilter;
  /** Starts at 1. */
  page: number;
}

export const ACCOUNTS_PAGE_SIZE = 10;

const accountsKey = (adminId: string) => [...panelKey(adminId), 'accounts'] as const;

/** One page of the matching accounts, newest first. */
export function accountsQuery(adminId: string, search: AccountSearch) {
  return queryOptions({
    queryKey: [...accountsKey(adminId), search],
    queryFn: () => fetchAccounts(search),
    meta: { errorTitle: m.common_error_fetching_data() },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
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

/** All matching accounts, page by page, in the order of the screen. */
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
      // The generated types of a view have nullable columns.
      id === null || created_at === null ? [] : [{ id, created_at, ...account }],
    );
  });
}

export interface DeletionRequest {
  id: string;
  userId: string;
  name: string | null;
  email: string | null;
  /** ISO 8601 */
  requestedAt: string;
}

const DELETION_REQUESTS_SHOWN = 20;

/** The deletion requests, oldest first. */
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
    .select('id, user_id, requested_at, profiles(full_name, users(email))', { count: 'exact' })
    .order('requested_at')
    .order('id')
    .limit(DELETION_REQUESTS_SHOWN);
  if (error) throw error;
  const rows = data.map(({ id, user_id: userId, requested_at: requestedAt, profiles }) => ({
    id,
    userId,
    name: profiles.full_name,
    email: profiles.users.email,
    requestedAt,
  }));
  return { rows, totalCount: requireCount(count) };
}

/** Reads lists and tiles again after each change of their rows, until the returned function is called. */
export function followPanel(queries: QueryClient, adminId: string): () => void {
  const stopRecords = watchRows([{ table: 'orders' }, { table: 'recharges' }], () =>
    queries.invalidateQueries({ queryKey: pendingStateKey(adminId) }),
  );
  const accounts = [
    accountCountsQuery(adminId).queryKey,
    accountsKey(adminId),
    deletionRequestsQuery(adminId).queryKey,
  ];
  const stopAccounts = watchRows(
    [{ table: 'profiles' }, { table: 'account_deletion_requests' }],
    () => Promise.all(accounts.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  );
  return () => {
    stopRecords();
    stopAccounts();
  };
}
