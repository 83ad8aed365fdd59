import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from './supabase.ts';

export interface Administrator {
  id: string;
  name: string | null;
  /** The email address identifies an administrator, because names can be equal. */
  email: string;
}

/** All administrators, by email address. */
export function administratorsQuery(adminId: string) {
  return queryOptions({
    queryKey: ['back-office', adminId, 'administrators'],
    queryFn: async (): Promise<Administrator[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('account_directory')
        .select('id, full_name, email')
        .eq('account_type', 'admin')
        .order('email')
        .limit(200);
      if (error) throw error;
      return data.flatMap(({ id, full_name: name, email }) =>
        id === null ? [] : [{ id, name, email: email ?? id }],
      );
    },
  });
}
