import { ADMIN_PROFILE_CHECK_DELAY_MS } from '@beaconpay/domain';
import type { Credentials } from '../../components/sign-in/credentials.schema.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { waitForSignIn } from '../../session/mfa/mfa-challenge.ts';

/** How an administrator's sign-in ended; anything but `admitted` has been signed out again. */
export type AdminLogInOutcome = 'admitted' | 'not-an-admin' | 'profile-unreadable' | 'canceled';

/**
 * Signs in, waits for the second step where there is one, and lets only administrators stay. Someone
 * else's session, and one whose profile cannot be read, is ended on this device only. Throws the
 * backend's error if sign-in fails.
 */
export async function logInAsAdmin({
  captchaToken,
  ...credentials
}: Credentials & { captchaToken: string | undefined }): Promise<AdminLogInOutcome> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.signInWithPassword({
    ...credentials,
    options: captchaToken === undefined ? {} : { captchaToken },
  });
  if (error) throw error;
  if (!(await waitForSignIn(supabase))) return 'canceled';

  // The specification gives the profile this long to appear.
  await new Promise((resolve) => setTimeout(resolve, ADMIN_PROFILE_CHECK_DELAY_MS));
  const outcome = await readAdmission(data.user.id);
  if (outcome !== 'admitted') await supabase.auth.signOut({ scope: 'local' });
  return outcome;
}

async function readAdmission(userId: string): Promise<AdminLogInOutcome> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('profiles')
    .select('account_type')
    .eq('id', userId)
    .single();
  if (error) return 'profile-unreadable';
  return data.account_type === 'admin' ? 'admitted' : 'not-an-admin';
}
