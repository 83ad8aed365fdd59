import type { Json } from '@beaconpay/database';
import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import { m } from '../../paraglide/messages.js';
import { settingsKey } from './api.ts';

/** A template for the reason of a decision, a hold or a question. */
export interface Reason {
  id: string;
  decision: string;
  name: string;
  /** By the tag of the language. */
  texts: Readonly<Partial<Record<string, string>>>;
  position: number;
  isActive: boolean;
}

/** A new reason has no id and no position. */
export type ReasonDraft = Omit<Reason, 'id' | 'position'> &
  Partial<Pick<Reason, 'id' | 'position'>>;

export function reasonsQuery(adminId: string) {
  return queryOptions({
    meta: { errorTitle: m.common_error_fetching_data() },
    staleTime: 0,
    queryKey: [...settingsKey(adminId), 'reasons'],
    queryFn: async (): Promise<Reason[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('decision_reasons')
        .select('id, decision, name, texts, position, is_active')
        .order('position')
        .order('name')
        .limit(200);
      if (error) throw error;
      return data.map(({ texts, is_active: isActive, ...reason }) => ({
        ...reason,
        texts: textsOf(texts),
        isActive,
      }));
    },
  });
}

function textsOf(stored: Json): Reason['texts'] {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/** Throws SignedOutError or the backend's error. */
export async function saveReason(
  adminId: string,
  { id, decision, name, texts, isActive, position = 0 }: ReasonDraft,
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const row = { decision, name, texts: { ...texts }, is_active: isActive, position };
  const { error } = await (id === undefined
    ? supabase.from('decision_reasons').insert(row)
    : supabase.from('decision_reasons').update(row).eq('id', id));
  if (error) throw error;
}

/** Gives each reason its place in the list as its position. Throws SignedOutError or the backend's error. */
export async function saveOrder(adminId: string, reasons: readonly Reason[]): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const moved = reasons.flatMap((reason, index) =>
    reason.position === index + 1 ? [] : [{ id: reason.id, position: index + 1 }],
  );
  for (const { id, position } of moved) {
    const { error } = await supabase.from('decision_reasons').update({ position }).eq('id', id);
    if (error) throw error;
  }
}

/** Throws SignedOutError or the backend's error. */
export async function deleteReason(adminId: string, id: string): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase.from('decision_reasons').delete().eq('id', id);
  if (error) throw error;
}
