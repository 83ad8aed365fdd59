import type { Tables } from '@beaconpay/database';
import { isAccountType, type AccountType } from '@beaconpay/domain';
import { readBackendError } from '../lib/backend-error.ts';
import { loadSupabase, type Backend } from '../lib/supabase.ts';

export interface Profile extends Omit<Tables<'profiles'>, 'account_type'> {
  account_type: AccountType;
}

const SESSION_READS = 6;
const SESSION_READ_DELAY_MS = 200;

/** The profile of one user; null when there is none. Other failures are logged and thrown. */
export async function fetchProfile(userId: string): Promise<Profile | null> {
  const supabase = await loadSupabase();
  await waitForStoredSession(supabase, userId);

  const { data, error } = await supabase.from('profiles').select('*').eq('id', userId).single();
  if (!error) {
    const { account_type: accountType } = data;
    return { ...data, account_type: isAccountType(accountType) ? accountType : 'personal' };
  }
  if (readBackendError(error).kind === 'no-row') return null;
  // oxlint-disable-next-line no-console -- the specification wants profile errors logged
  console.error('Error fetching profile:', error);
  throw error;
}

/**
 * Waits until the session is stored. The event of a sign-in in another tab can arrive before the
 * stored session, and a request without it would be rejected.
 */
async function waitForStoredSession(supabase: Backend, userId: string): Promise<void> {
  for (let read = 1; read <= SESSION_READS; read += 1) {
    const { data } = await supabase.auth.getSession();
    if (data.session?.user.id === userId) return;
    if (read < SESSION_READS) {
      await new Promise((resolve) => setTimeout(resolve, SESSION_READ_DELAY_MS));
    }
  }
  throw new Error('The session of this profile is not stored.');
}
