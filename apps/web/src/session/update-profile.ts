import type { TablesUpdate } from '@beaconpay/database';
import { requireSessionOf } from './require-session.ts';

export type ProfileChanges = Omit<
  TablesUpdate<'profiles'>,
  'id' | 'account_type' | 'created_at' | 'updated_at'
>;

/**
 * Changes one's own profile. Throws SignedOutError, the backend's error, or an Error when no row
 * was changed, which the backend does not report by itself.
 */
export async function updateProfile(userId: string, changes: ProfileChanges): Promise<void> {
  const supabase = await requireSessionOf(userId);
  const { data, error } = await supabase
    .from('profiles')
    .update({ ...changes, updated_at: new Date().toISOString() })
    .eq('id', userId)
    .select('id');
  if (error) throw error;
  if (data.length !== 1) throw new Error("Your profile wasn't updated. Please try again.");
}
