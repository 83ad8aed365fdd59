import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { m } from '../../paraglide/messages.js';
import type { DayRange } from './day-range.ts';
import type { Figure } from './sums.ts';

/** The figures of today are right to the minute. */
const REFRESH_MS = 60_000;

const figuresKey = (adminId: string) => ['back-office', adminId, 'figures'] as const;

const toParameters = ({ from, to }: DayRange) => ({ from_day: from, to_day: to });

const OPTIONS = {
  meta: { errorTitle: m.common_error_fetching_data() },
  placeholderData: keepPreviousData,
  refetchInterval: REFRESH_MS,
  staleTime: 0,
} as const;

/** What was submitted, by day, kind, method and result. */
export function figuresQuery(adminId: string, range: DayRange) {
  return queryOptions({
    ...OPTIONS,
    queryKey: [...figuresKey(adminId), 'volume', range],
    queryFn: async (): Promise<Figure[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('figures', toParameters(range));
      if (error) throw error;
      return (data as unknown as (Omit<Figure, 'amount'> & { amount: string })[]).map((row) => ({
        ...row,
        amount: Number(row.amount),
      }));
    },
  });
}

export interface DecisionTime {
  /** Null for the whole range. */
  day: string | null;
  decisions: number;
  medianSeconds: number | null;
  p90Seconds: number | null;
}

/** How long decisions took, by the day of the decision. The first row is the whole range. */
export function decisionTimesQuery(adminId: string, range: DayRange) {
  return queryOptions({
    ...OPTIONS,
    queryKey: [...figuresKey(adminId), 'times', range],
    queryFn: async (): Promise<DecisionTime[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('decision_times', toParameters(range));
      if (error) throw error;
      return data.map((row) => ({
        day: row.day as string | null,
        decisions: row.decisions,
        medianSeconds: row.median_seconds as number | null,
        p90Seconds: row.p90_seconds as number | null,
      }));
    },
  });
}

export interface AdministratorFigure {
  id: string;
  email: string;
  approved: number;
  rejected: number;
  corrections: number;
  medianSeconds: number | null;
}

export function administratorsQuery(adminId: string, range: DayRange) {
  return queryOptions({
    ...OPTIONS,
    queryKey: [...figuresKey(adminId), 'administrators', range],
    queryFn: async (): Promise<AdministratorFigure[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc(
        'decisions_per_administrator',
        toParameters(range),
      );
      if (error) throw error;
      return data.map((row) => ({
        id: row.administrator_id,
        email: (row.email as string | null) ?? row.administrator_id,
        approved: row.approved,
        rejected: row.rejected,
        corrections: row.corrections,
        medianSeconds: row.median_seconds as number | null,
      }));
    },
  });
}

export interface RejectionReason {
  /** Empty if none was given. */
  reason: string;
  count: number;
  amount: number;
}

export function rejectionsQuery(adminId: string, range: DayRange) {
  return queryOptions({
    ...OPTIONS,
    queryKey: [...figuresKey(adminId), 'rejections', range],
    queryFn: async (): Promise<RejectionReason[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('rejections_by_reason', toParameters(range));
      if (error) throw error;
      return data.map((row) => ({
        reason: (row.reason as string | null) ?? '',
        count: row.count,
        amount: row.amount,
      }));
    },
  });
}

/** How long the pending records of one kind and method have waited. */
export interface QueueAge {
  kind: string;
  method: string;
  waiting: number;
  held: number;
  overdue: number;
  /** ISO 8601. */
  oldestAt: string | null;
  medianSeconds: number | null;
  /** By age: under 1 hour, 1 to 4 hours, 4 to 24 hours, more. */
  ages: [number, number, number, number];
}

export function queueAgeQuery(adminId: string) {
  return queryOptions({
    ...OPTIONS,
    queryKey: [...figuresKey(adminId), 'queue'],
    queryFn: async (): Promise<QueueAge[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('queue_age');
      if (error) throw error;
      return data.map((row) => ({
        kind: row.kind,
        method: row.method,
        waiting: row.waiting,
        held: row.held,
        overdue: row.overdue,
        oldestAt: row.oldest_created_at as string | null,
        medianSeconds: row.median_seconds as number | null,
        ages: [row.under_1_hour, row.under_4_hours, row.under_24_hours, row.over_24_hours],
      }));
    },
  });
}
