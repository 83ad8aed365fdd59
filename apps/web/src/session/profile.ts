import type { Tables } from '@beaconpay/database';
import { isAccountType, type AccountType } from '@beaconpay/domain';
import { readBackendError } from '../lib/backend-error.ts';
import { loadSupabase, type Backend } from '../lib/supabase.ts';

export interface Profile extends Omit<Tables<'profiles'>, 'account_type'> {
  account_type: AccountType;
}

const SESSION_LOOKS = 6;
const SESSION_LOOK_DELAY_MS = 200;

/** The profile of one user; null when there is none. Other failures are logged and thrown. */
export async function fetchProfile(userId: string): Promise<Profile | null> {
  const supabase = await loadSupabase();
  await sessionAtHand(supabase, userId);

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
 * News of a sign-in in another tab can overtake the stored session itself; asking without it
 * would be refused.
 */
async function sessionAtHand(supabase: Backend, userId: string): Promise<void> {
  for (let look = 1; look <= SESSION_LOOKS; look += 1) {
    const { data } = await supabase.auth.getSession();
    if (data.session?.user.id === userId) return;
    if (look < SESSION_LOOKS) {
      await new Promise((resolve) => setTimeout(resolve, SESSION_LOOK_DELAY_MS));
    }
  }
  throw new Error('The session of this profile is not at hand.');
}
