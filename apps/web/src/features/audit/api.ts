import type { FunctionRow } from '@beaconpay/database';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { m } from '../../paraglide/messages.js';
import { toDatabaseFilter, type AuditFilter } from './audit-filter.ts';

export const AUDIT_PAGE_SIZE = 25;
const EXPORT_PAGE_SIZE = 500;

/** One change. The generated types of a function do not know which columns can be null. */
export interface AuditEntry {
  id: number;
  /** ISO 8601. */
  recordedAt: string;
  actorEmail: string | null;
  actorRole: string;
  actorId: string | null;
  table: string;
  recordId: string | null;
  action: string;
  before: Values;
  after: Values;
  /** The shortened address of the caller, and the browser. */
  network: string | null;
  userAgent: string | null;
  /** Null until the entry is part of the hash chain. */
  chainPosition: number | null;
  /** The values were removed with the account of their person. */
  isErased: boolean;
}

export type Values = Readonly<Record<string, unknown>>;

interface AuditPage {
  rows: AuditEntry[];
  /** The position of the next page. Empty on the last page. */
  next: string;
}

const auditKey = (adminId: string) => ['back-office', adminId, 'audit'] as const;

/**
 * One page of the matching entries, the newest first.
 *
 * @param after the `next` of the page before. Empty for the first page.
 */
export function auditLogQuery(adminId: string, filter: AuditFilter, after: string) {
  return queryOptions({
    queryKey: [...auditKey(adminId), filter, after],
    queryFn: () => fetchEntries(filter, after, AUDIT_PAGE_SIZE),
    meta: { errorTitle: m.common_error_fetching_data() },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

async function fetchEntries(
  filter: AuditFilter,
  after: string,
  pageSize: number,
): Promise<AuditPage> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('search_audit_log', {
    filter: toDatabaseFilter(filter),
    page_size: pageSize,
    ...(/^\d{1,15}$/.test(after) ? { after: Number(after) } : {}),
  });
  if (error) throw error;
  const last = data.length < pageSize ? undefined : data.at(-1);
  return { rows: data.map(toEntry), next: last === undefined ? '' : String(last.id) };
}

/** All matching entries, page by page. */
export async function* everyEntry(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  let after = '';
  do {
    const { rows, next } = await fetchEntries(filter, after, EXPORT_PAGE_SIZE);
    if (rows.length > 0) yield rows;
    after = next;
  } while (after !== '');
}

function toEntry(row: FunctionRow<'search_audit_log'>): AuditEntry {
  const origin = valuesOf(row.origin);
  const textOf = (name: string) => {
    const value = origin[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    id: row.id,
    recordedAt: row.recorded_at,
    actorEmail: row.actor_email,
    actorRole: row.actor_role,
    actorId: row.actor_id,
    table: row.table_name,
    recordId: row.record_id,
    action: row.action,
    before: valuesOf(row.before),
    after: valuesOf(row.after_values),
    network: textOf('network'),
    userAgent: textOf('user_agent'),
    chainPosition: row.chain_position,
    isErased: row.is_erased,
  };
}

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** What the last checks of the hash chain found. */
export interface ChainStatus {
  /** The number of sealed entries. Null without entries. */
  sealedCount: number | null;
  /** Entries that the next run of the job seals. */
  unsealedCount: number;
  checkedAt: string | null;
  /** The first entry that was changed, removed, inserted or moved. */
  brokenEntry: number | null;
  problem: string | null;
}

const CHAIN_REFRESH_MS = 60_000;

export function chainStatusQuery(adminId: string) {
  return queryOptions({
    queryKey: [...auditKey(adminId), 'chain'],
    queryFn: async (): Promise<ChainStatus> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('audit_chain_status').single();
      if (error) throw error;
      return {
        sealedCount: data.position,
        unsealedCount: data.unsealed,
        checkedAt: data.checked_at,
        brokenEntry: data.broken_entry,
        problem: data.problem,
      };
    },
    refetchInterval: CHAIN_REFRESH_MS,
    staleTime: 0,
  });
}
