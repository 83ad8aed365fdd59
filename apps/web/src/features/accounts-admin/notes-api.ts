import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import { customerKey } from './customer-api.ts';

export interface AccountNote {
  id: string;
  body: string;
  /** Null for an administrator whose account is deleted. */
  authorEmail: string | null;
  /** ISO 8601 */
  writtenAt: string;
}

// The database has the same limit (public.account_notes).
export const NOTE_MAX_LENGTH = 2000;
const NOTES_SHOWN = 200;

/** The internal notes about a customer, newest first. */
export function notesQuery(adminId: string, id: string) {
  return queryOptions({
    queryKey: [...customerKey(adminId, id), 'notes'],
    queryFn: async (): Promise<AccountNote[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('account_notes')
        .select('id, body, author_id, created_at')
        .eq('user_id', id)
        .order('created_at', { ascending: false })
        .limit(NOTES_SHOWN);
      if (error) throw error;
      const emails = await fetchEmails([...new Set(data.map((note) => note.author_id))]);
      return data.map((note) => ({
        id: note.id,
        body: note.body,
        authorEmail: emails.get(note.author_id) ?? null,
        writtenAt: note.created_at,
      }));
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

async function fetchEmails(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map();
  const supabase = await loadSupabase();
  const { data, error } = await supabase.from('users').select('id, email').in('id', ids);
  if (error) throw error;
  return new Map(data.map(({ id, email }) => [id, email]));
}

/** Throws SignedOutError or the backend's error. */
export async function writeNote(adminId: string, id: string, body: string): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase.from('account_notes').insert({ user_id: id, body });
  if (error) throw error;
}
