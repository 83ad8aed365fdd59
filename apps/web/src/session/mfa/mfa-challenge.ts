import { needsMfaChallenge } from './assurance-level.ts';
import { readBackendError } from '../../lib/backend-error.ts';
import { loadSupabase, type Backend } from '../../lib/supabase.ts';
import { verifiedFactorsOf } from './factor-kinds.ts';

/** What the server says of a code that does not fit. */
const WRONG_CODE = 'mfa_verification_failed';

/** Sends a code to a phone; the id of the question it answers. Throws the backend's error. */
export async function sendPhoneCode(factorId: string): Promise<string> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

/** Takes the session to its second step with a code that was sent. Throws the backend's error. */
export async function verifyPhoneCode(answer: {
  factorId: string;
  challengeId: string;
  code: string;
}): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.mfa.verify(answer);
  if (error) throw error;
}

/** Takes the session to its second step with a code of an authenticator app. Throws the backend's error. */
export async function verifyAppCode(code: string): Promise<void> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.getSession();
  if (error) throw error;
  const apps = verifiedFactorsOf(data.session?.user ?? null).filter(
    ({ factor_type: type }) => type === 'totp',
  );
  // Somebody with two apps is not asked which of them it is.
  let refusal: Error = new Error('Please log in again.');
  for (const { id } of apps) {
    const { error: refused } = await supabase.auth.mfa.challengeAndVerify({ factorId: id, code });
    if (refused === null) return;
    refusal = refused;
    if (readBackendError(refused).key !== WRONG_CODE) break;
  }
  throw refusal;
}

/**
 * Takes the session to its second step with a security key, which the browser asks for. Throws the
 * browser's error or the backend's.
 */
export async function verifyKey(factorId: string, signal: AbortSignal): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.mfa.webauthn.authenticate({
    factorId,
    webauthn: { signal },
  });
  if (error) throw error;
}

/** Ends the sign-in that waits for its second step, on this device only. */
export async function cancelMfaChallenge(): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'local' });
  if (error) throw error;
}

/** Settles when the sign-in is complete (true) or was given up (false). */
export function mfaChallengeOf(backend: Backend): Promise<boolean> {
  return new Promise((resolve) => {
    const { data } = backend.auth.onAuthStateChange((_event, session) => {
      if (needsMfaChallenge(session)) return;
      resolve(session !== null);
      // The subscription is not there yet when the first event comes at once.
      queueMicrotask(() => data.subscription.unsubscribe());
    });
  });
}
