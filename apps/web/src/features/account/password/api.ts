import { requireSessionOf } from '../../../session/require-session.ts';

/** Sets a new password. Throws SignedOutError or the backend's error. */
export async function changePassword(userId: string, newPassword: string): Promise<void> {
  const supabase = await requireSessionOf(userId);
  const { error } = await supabase.auth.updateUser({ password: newPassword });
  if (error) throw error;
}
