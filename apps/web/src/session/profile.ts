import type { Tables } from '@beaconpay/database';
import { isAccountType, type AccountType } from '@beaconpay/domain';
import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../lib/supabase.ts';

export interface Profile extends Omit<Tables<'profiles'>, 'account_type'> {
  account_type: AccountType;
}

/** PostgREST: a single row was asked for and there is none. */
const NO_ROW_FOUND = 'PGRST116';

/** The backend client does not hold this user's session (yet, or any more). */
class SessionNotAtHand extends Error {}

const SESSION_LOOKS = 5;
const SESSION_LOOK_DELAY_MS = 200;

/**
 * The profile of one user; null when there is none. Other failures are logged and thrown:
 * without an earlier answer that means no profile, with one the earlier answer stays.
 */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profile', userId],
    queryFn: () => fetchProfile(userId),
    retry: (failureCount, error) =>
      error instanceof SessionNotAtHand && failureCount < SESSION_LOOKS,
    retryDelay: SESSION_LOOK_DELAY_MS,
  });
}

async function fetchProfile(userId: string): Promise<Profile | null> {
  const supabase = await loadSupabase();
  // News of a sign-in in another tab can overtake the stored session itself; asking without it
  // would be refused.
  const { data: stored } = await supabase.auth.getSession();
  if (stored.session?.user.id !== userId) throw new SessionNotAtHand();

  const { data, error } = await supabase.from('profiles').select('*').eq('id', userId).single();
  if (!error) {
    const { account_type: accountType } = data;
    return { ...data, account_type: isAccountType(accountType) ? accountType : 'personal' };
  }
  if (error.code === NO_ROW_FOUND) return null;
  // eslint-disable-next-line no-console -- the specification wants profile errors logged
  console.error('Error fetching profile:', error);
  throw error;
}
