import { readBackendError } from '../../lib/backend-error.ts';
import { loadSupabase, type Backend } from '../../lib/supabase.ts';
import { sessionStatusOf } from '../session-state.ts';
import { verifiedFactorsOf } from './factor-kinds.ts';

/** The path of the recovery codes in the auth service. */
export const RECOVERY_CODES_PATH = 'factors/recovery-codes';

/** The error code for a wrong code. */
const WRONG_CODE = 'mfa_verification_failed';

/** Sends a code to a phone. Resolves to the id of the challenge. Throws the backend's error. */
export async function sendPhoneCode(factorId: string): Promise<string> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

/** Verifies the second factor with a code sent to a phone. Throws the backend's error. */
export async function verifyPhoneCode(answer: {
  factorId: string;
  challengeId: string;
  code: string;
}): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.mfa.verify(answer);
  if (error) throw error;
}

/** Verifies the second factor with a code of an authenticator app. Throws the backend's error. */
export async function verifyAppCode(code: string): Promise<void> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.getSession();
  if (error) throw error;
  const apps = verifiedFactorsOf(data.session?.user ?? null).filter(
    ({ factor_type: type }) => type === 'totp',
  );
  // With two apps, the code is tried with each of them.
  let lastError: Error = new Error('Please log in again.');
  for (const { id } of apps) {
    const { error: refused } = await supabase.auth.mfa.challengeAndVerify({ factorId: id, code });
    if (refused === null) return;
    lastError = refused;
    if (readBackendError(refused).key !== WRONG_CODE) break;
  }
  throw lastError;
}

/** Verifies the second factor with a recovery code, which works once. Throws the backend's error. */
export async function verifyRecoveryCode(code: string): Promise<void> {
  const supabase = await loadSupabase();
  const tokens = (await supabase.postToAuth(`${RECOVERY_CODES_PATH}/verify`, { code })) as {
    access_token: string;
    refresh_token: string;
  };
  const { error } = await supabase.auth.setSession(tokens);
  if (error) throw error;
}

/** Verifies the second factor with a security key. Throws the browser's error or the backend's. */
export async function verifyKey(factorId: string, signal: AbortSignal): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.mfa.webauthn.authenticate({
    factorId,
    webauthn: { signal },
  });
  if (error) throw error;
}

/** Cancels the sign-in that requires MFA, on this device only. */
export async function cancelMfaChallenge(): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'local' });
  if (error) throw error;
}

/**
 * Resolves to true when the sign-in is complete, which it is at once without a second factor.
 * Resolves to false when the user cancelled the MFA challenge.
 */
export function waitForSignIn(backend: Backend): Promise<boolean> {
  return new Promise((resolve) => {
    const { data } = backend.auth.onAuthStateChange((_event, session) => {
      const status = sessionStatusOf(session);
      if (status === 'mfa-required') return;
      resolve(status === 'signed-in');
      // `data` is not assigned yet if the first event comes at once.
      queueMicrotask(() => data.subscription.unsubscribe());
    });
  });
}
