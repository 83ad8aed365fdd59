import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { m } from '../../paraglide/messages.js';
import { requireSessionOf } from '../../session/require-session.ts';
import { readBankLine, readLikelyRecords, type PaymentCase } from './bank-line.ts';
import { statementsKey } from './import-api.ts';
import { readCursor, writeCursor } from './list-cursor.ts';

const PAGE_SIZE = 20;

/** One page of the cases, the latest booking first. */
export function casesQuery(adminId: string, after: string) {
  return queryOptions({
    queryKey: [...statementsKey(adminId), 'cases', after],
    queryFn: async (): Promise<{ rows: PaymentCase[]; next: string }> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('payment_cases', {
        page_size: PAGE_SIZE,
        ...readCursor(after),
      });
      if (error) throw error;
      return {
        rows: data.map(({ line, candidates }) => ({
          line: readBankLine(line),
          likely: readLikelyRecords(candidates),
        })),
        next: writeCursor(data.at(-1)?.next_cursor),
      };
    },
    meta: { errorTitle: m.common_error_fetching_data() },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** What an administrator does with a case. */
export const CASE_ACTIONS = ['link', 'ignore', 'refunded', 'credit'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];
const REOPEN = 'reopen';

interface CaseDecision {
  lineId: string;
  action: CaseAction;
  /** Only sent with `link`. */
  recordId: string;
  note: string;
}

/** Throws SignedOutError or the backend's error. */
export async function resolveCase(
  adminId: string,
  { lineId, action, recordId, note }: CaseDecision,
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase.rpc('resolve_case', {
    line_id: lineId,
    action,
    ...(action === 'link' ? { record_id: recordId.trim() } : {}),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  });
  if (error) throw error;
}

/** Makes a line that an administrator closed a case again. Throws SignedOutError or the backend's error. */
export async function reopenCase(adminId: string, lineId: string): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase.rpc('resolve_case', { line_id: lineId, action: REOPEN });
  if (error) throw error;
}

/** The numbers of open proposals and cases. */
export function openCountsQuery(adminId: string) {
  return queryOptions({
    queryKey: [...statementsKey(adminId), 'open-counts'],
    queryFn: async (): Promise<{ proposals: number; cases: number }> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('bank_line_counts');
      if (error) throw error;
      const counts = new Map(Object.entries(data as Record<string, unknown>));
      return {
        proposals: Number(counts.get('proposed') ?? 0),
        cases: Number(counts.get('cases') ?? 0),
      };
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
