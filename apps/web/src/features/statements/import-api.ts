import type { Json } from '@beaconpay/database';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { m } from '../../paraglide/messages.js';
import { requireSessionOf } from '../../session/require-session.ts';
import type { BankLineInput, LineSource } from './bank-line-input.ts';
import type { ImportCounts } from './import-counts.ts';

export function statementsKey(adminId: string) {
  return ['back-office', adminId, 'statements'] as const;
}

/** Reads all lists of the page again. */
export function refreshStatements(queries: QueryClient, adminId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: statementsKey(adminId) });
}

/** Imports at most 5,000 lines. Throws SignedOutError or the backend's error. */
export async function importLines(
  adminId: string,
  lines: BankLineInput[],
  source: LineSource,
): Promise<ImportCounts> {
  const supabase = await requireSessionOf(adminId);
  const { data, error } = await supabase.rpc('import_bank_lines', {
    lines: lines as unknown as Json,
    source,
  });
  if (error) throw error;
  const counts = new Map(Object.entries(data as Record<string, unknown>));
  const count = (name: string) => Number(counts.get(name) ?? 0);
  return {
    imported: count('imported'),
    known: count('known'),
    matched: count('matched'),
    proposed: count('proposed'),
    cases: count('cases'),
    ignored: count('ignored'),
  };
}

export interface AccountCheck {
  /** Accounts that the settings do not list. The database rejects their lines. */
  refused: string[];
  /** Accounts without earlier lines, if the settings accept every account. */
  unknown: string[];
}

/** A statement of another account is a mistake, or a new account of the operator. */
export function accountCheckQuery(adminId: string, accounts: readonly string[]) {
  return queryOptions({
    queryKey: [...statementsKey(adminId), 'accounts', accounts],
    queryFn: async (): Promise<AccountCheck> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.from('matching_settings').select('accounts').single();
      if (error) throw error;
      if (data.accounts.length > 0) {
        return { refused: accounts.filter((one) => !data.accounts.includes(one)), unknown: [] };
      }
      const found = await Promise.all(accounts.map(hasLines));
      return { refused: [], unknown: accounts.filter((_account, at) => found[at] === false) };
    },
    meta: { errorTitle: m.common_error_fetching_data() },
    staleTime: 0,
  });
}

async function hasLines(account: string): Promise<boolean> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('bank_lines')
    .select('id')
    .eq('account', account)
    .limit(1);
  if (error) throw error;
  return data.length > 0;
}
