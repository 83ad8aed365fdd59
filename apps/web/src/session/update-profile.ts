import type { TablesUpdate } from '@beaconpay/database';
import { loadSupabase } from '../lib/supabase.ts';

/** The session this change was meant for is over (in another tab, or by time). */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';

  constructor() {
    super('User not logged in.');
  }
}

/** Resolves if this user is still signed in here; throws SignedOutError otherwise. */
export async function requireSessionOf(userId: string): Promise<void> {
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  if (data.session?.user.id === userId) return;
  // Storage emptied from outside is no event: this tells the whole app that nobody is signed in.
  if (data.session === null) await supabase.auth.signOut({ scope: 'local' });
  throw new SignedOutError();
}

/**
 * Changes one's own profile. Throws SignedOutError, the backend's error, or an Error when no row
 * was changed, which the backend does not report by itself.
 */
export async function updateProfile(
  userId: string,
  changes: Omit<TablesUpdate<'profiles'>, 'id' | 'account_type' | 'created_at' | 'updated_at'>,
): Promise<void> {
  await requireSessionOf(userId);
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('profiles')
    .update({ ...changes, updated_at: new Date().toISOString() })
    .eq('id', userId)
    .select('id');
  if (error) throw error;
  if (data.length !== 1) throw new Error('Your profile was not changed. Please try again.');
}
