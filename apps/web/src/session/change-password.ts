import { loadSupabase } from '../lib/supabase.ts';
import { requireSessionOf } from './require-session.ts';

/** Gives the signed-in user a new password; throws SignedOutError or the backend's error. */
export async function changePassword(userId: string, newPassword: string): Promise<void> {
  await requireSessionOf(userId);
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.updateUser({ password: newPassword });
  if (error) throw error;
}
