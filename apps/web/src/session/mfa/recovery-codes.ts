import { loadSupabase } from '../../lib/supabase.ts';

const RECOVERY_CODES = 'factors/recovery-codes';

/** Creates ten recovery codes, which replace all earlier ones and are shown once. Throws the backend's error. */
export async function createRecoveryCodes(): Promise<readonly string[]> {
  const supabase = await loadSupabase();
  const { codes } = (await supabase.postToAuth(RECOVERY_CODES, {})) as { codes: string[] };
  return codes;
}

/** Raises the session to aal2 with a recovery code, which works once. Throws the backend's error. */
export async function useUpRecoveryCode(code: string): Promise<void> {
  const supabase = await loadSupabase();
  const tokens = (await supabase.postToAuth(`${RECOVERY_CODES}/verify`, { code })) as {
    access_token: string;
    refresh_token: string;
  };
  const { error } = await supabase.auth.setSession(tokens);
  if (error) throw error;
}
