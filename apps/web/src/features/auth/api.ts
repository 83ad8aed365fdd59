import type { SignUpAccountType } from '@beaconpay/domain';
import { loadSupabase } from '../../lib/supabase.ts';

export interface LogInRequest {
  email: string;
  password: string;
}

/** Signs in; the session provider hears of it by itself. Throws the backend's error. */
export async function logIn({ email, password }: LogInRequest): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signInWithPassword({ email, password });
  if (error) throw error;
}

/** What a new account knows of its owner; null where nothing was entered. */
export interface SignUpDetails {
  full_name: string;
  account_type: SignUpAccountType;
  phone_number: string | null;
  /** YYYY-MM-DD */
  date_of_birth: string | null;
  street_address: string | null;
  city: string | null;
  postal_code: string | null;
  country: string | null;
}

export interface SignUpRequest {
  email: string;
  password: string;
  details: SignUpDetails;
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
