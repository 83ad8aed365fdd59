import type { Factor, User } from '@supabase/auth-js';
import { needsSecondStep } from '../lib/second-step.ts';
import { loadSupabase, type Backend } from '../lib/supabase.ts';

/** What the server says of a code that does not fit. */
const WRONG_CODE = 'mfa_verification_failed';

export type SecondStepWay =
  { name: 'app' } | { name: 'phone'; factorId: string; lastDigits: string } | { name: 'recovery' };

/** So many digits of a number tell its owner which phone it is, and nobody else the number. */
const SHOWN_DIGITS = 4;

/** How somebody can take their second step, the usual way first. Somebody unknown has an app. */
export function waysOf(user: User | null): [SecondStepWay, ...SecondStepWay[]] {
  const factors = user?.factors?.filter(({ status }) => status === 'verified') ?? [];
  const hasApp = factors.some(({ factor_type: type }) => type === 'totp');
  const phone = factors.find(({ factor_type: type }) => type === 'phone');
  const recovery: SecondStepWay = { name: 'recovery' };
  if (phone === undefined) return [{ name: 'app' }, recovery];
  const texts: SecondStepWay = {
    name: 'phone',
    factorId: phone.id,
    lastDigits: numberOf(phone).slice(-SHOWN_DIGITS),
  };
  return hasApp ? [{ name: 'app' }, texts, recovery] : [texts, recovery];
}

/** The client's types leave out what the service tells of a phone. */
function numberOf(factor: Factor & { phone?: string }): string {
  return factor.phone ?? '';
}

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
  const factors = data.session?.user.factors ?? [];
  const apps = factors.filter(
    ({ status, factor_type: type }) => status === 'verified' && type === 'totp',
  );
  // Somebody with two apps is not asked which of them it is.
  let refusal: Error = new Error('Please log in again.');
  for (const { id } of apps) {
    const { error: refused } = await supabase.auth.mfa.challengeAndVerify({ factorId: id, code });
    if (refused === null) return;
    refusal = refused;
    if (refused.code !== WRONG_CODE) break;
  }
  throw refusal;
}

/** Ends the sign-in that waits for its second step, on this device only. */
export async function cancelSecondStep(): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'local' });
  if (error) throw error;
}

/** Settles when the sign-in is complete (true) or was given up (false). */
export function secondStepOf(backend: Backend): Promise<boolean> {
  return new Promise((resolve) => {
    const { data } = backend.auth.onAuthStateChange((_event, session) => {
      if (needsSecondStep(session)) return;
      resolve(session !== null);
      // The subscription is not there yet when the first event comes at once.
      queueMicrotask(() => data.subscription.unsubscribe());
    });
  });
}
