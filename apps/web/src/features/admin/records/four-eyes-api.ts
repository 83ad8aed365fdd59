import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../../lib/supabase.ts';

/** The amount above which an approval needs two administrators. Null: one is enough. */
export function fourEyesQuery(adminId: string) {
  return queryOptions({
    queryKey: ['back-office', adminId, 'four-eyes'],
    queryFn: async (): Promise<number | null> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('back_office_settings')
        .select('four_eyes_amount')
        .single();
      if (error) throw error;
      return data.four_eyes_amount;
    },
  });
}
