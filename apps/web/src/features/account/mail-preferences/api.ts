import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../../lib/supabase.ts';
import { requireSessionOf } from '../../../session/require-session.ts';

/** Whether the user gets optional mails. Users without a row get them. */
export function mailPreferencesQuery(userId: string) {
  return queryOptions({
    queryKey: ['mail-preferences', userId],
    queryFn: async (): Promise<boolean> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('mail_preferences')
        .select('optional_mails')
        .eq('user_id', userId)
        .maybeSingle();
      if (error) throw error;
      return data?.optional_mails ?? true;
    },
    staleTime: 0,
  });
}

/** Throws SignedOutError or the backend's error. */
export async function saveMailPreferences(
  userId: string,
  hasOptionalMails: boolean,
): Promise<void> {
  const supabase = await requireSessionOf(userId);
  const { error } = await supabase
    .from('mail_preferences')
    .upsert({ user_id: userId, optional_mails: hasOptionalMails });
  if (error) throw error;
}
