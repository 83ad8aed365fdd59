import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { requireSessionOf } from '../../session/require-session.ts';

export interface AdministratorRules {
  /** Administrators must have a second factor. */
  isRequired: boolean;
  /** This session has verified two factors. A passkey counts as two. */
  hasTwoFactors: boolean;
}

/** The rules for administrators, and whether this session meets them. Throws the backend's error. */
export function administratorRulesQuery(adminId: string) {
  return queryOptions({
    queryKey: ['two-step', 'administrator-rules', adminId],
    queryFn: async (): Promise<AdministratorRules> => {
      const supabase = await loadSupabase();
      const [settings, level] = await Promise.all([
        supabase.from('security_settings').select('administrators_need_second_factor').single(),
        supabase.auth.mfa.getAuthenticatorAssuranceLevel(),
      ]);
      if (settings.error) throw settings.error;
      if (level.error) throw level.error;
      return {
        isRequired: settings.data.administrators_need_second_factor,
        hasTwoFactors: level.data.currentLevel === 'aal2',
      };
    },
    staleTime: 0,
  });
}

/** Changes the rules for all administrators. Throws SignedOutError, the backend's error, or an Error if no row changed. */
export async function saveAdministratorRules(adminId: string, isRequired: boolean): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { data, error } = await supabase
    .from('security_settings')
    .update({ administrators_need_second_factor: isRequired })
    .eq('is_only_row', true)
    .select('id');
  if (error) throw error;
  if (data.length !== 1) throw new Error('Log in with two-step verification to change this.');
}
