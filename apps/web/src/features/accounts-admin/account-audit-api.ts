import type { Json } from '@beaconpay/database';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { customerKey } from './customer-api.ts';

export type AuditValues = Readonly<Record<string, unknown>>;

/** A change of the account. */
export interface AuditEntry {
  id: number;
  /** ISO 8601 */
  recordedAt: string;
  /** Null: the system, or a deleted account. */
  actorEmail: string | null;
  table: string;
  action: string;
  before: AuditValues;
  after: AuditValues;
}

const PAGE_SIZE = 10;

/** The entries of the audit log about an account, newest first. */
export function accountAuditQuery(adminId: string, id: string) {
  return infiniteQueryOptions({
    queryKey: [...customerKey(adminId, id), 'audit'],
    queryFn: async ({ pageParam }): Promise<AuditEntry[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('search_audit_log', {
        filter: { record: id },
        page_size: PAGE_SIZE,
        ...(pageParam === null ? {} : { after: pageParam }),
      });
      if (error) throw error;
      return data.map((entry) => ({
        id: entry.id,
        recordedAt: entry.recorded_at,
        actorEmail: entry.actor_email,
        table: entry.table_name,
        action: entry.action,
        before: valuesOf(entry.before),
        after: valuesOf(entry.after_values),
      }));
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

function valuesOf(columns: Json): AuditValues {
  return typeof columns === 'object' && columns !== null && !Array.isArray(columns) ? columns : {};
}
