import type { Credentials } from '../../components/credentials.schema.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import type { SignUpRequest } from './sign-up.schema.ts';

/** Signs in; the session provider hears of it by itself. Throws the backend's error. */
export async function logIn({ email, password }: Credentials): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signInWithPassword({ email, password });
  if (error) throw error;
}

export interface SignUpOutcome {
  /** The address must be confirmed first, or it already has an account (which is not told). */
  mustCheckEmail: boolean;
  isSignedIn: boolean;
}

/** Makes an account. Throws the backend's error. */
export async function signUp({ email, password, details }: SignUpRequest): Promise<SignUpOutcome> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.signUp({
    email,
    password,
    options: { data: details },
  });
  if (error) throw error;
  return {
    mustCheckEmail: data.user?.identities?.length === 0,
    isSignedIn: data.session !== null,
  };
}
