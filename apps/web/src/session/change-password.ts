import { requireSessionOf } from './require-session.ts';

/** Gives the signed-in user a new password; throws SignedOutError or the backend's error. */
export async function changePassword(userId: string, newPassword: string): Promise<void> {
  const supabase = await requireSessionOf(userId);
  const { error } = await supabase.auth.updateUser({ password: newPassword });
  if (error) throw error;
}
