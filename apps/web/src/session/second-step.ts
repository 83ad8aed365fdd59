import type { Factor, User } from '@supabase/auth-js';
import { hasWebAuthn } from '../lib/has-web-authn.ts';
import { needsSecondStep } from '../lib/second-step.ts';
import { loadSupabase, type Backend } from '../lib/supabase.ts';
import { lastDigitsOf, nameOf } from './factor-kinds.ts';

/** What the server says of a code that does not fit. */
const WRONG_CODE = 'mfa_verification_failed';

/** A way to take the second step; `id` tells it from the others. */
export type SecondStepWay = { id: string } & (
  | { name: 'app' }
  | { name: 'key'; factorId: string; label: string }
  | { name: 'phone'; factorId: string; lastDigits: string }
  | { name: 'recovery' }
);

const BY_APP: SecondStepWay = { id: 'app', name: 'app' };
const BY_RECOVERY: SecondStepWay = { id: 'recovery', name: 'recovery' };

/**
 * How somebody can take their second step, the best way first: a key takes one touch and answers to
 * this site alone, where the browser knows keys. Somebody unknown has an app.
 */
export function waysOf(
  user: User | null,
  knowsKeys = hasWebAuthn(),
): [SecondStepWay, ...SecondStepWay[]] {
  const factors = user?.factors?.filter(({ status }) => status === 'verified') ?? [];
  const ofType = (type: Factor['factor_type']) =>
    factors.filter(({ factor_type: own }) => own === type);
  const keys = ofType('webauthn').map((factor): SecondStepWay => {
    const { id } = factor;
    return { id, name: 'key', factorId: id, label: nameOf(factor) };
  });
  const apps = ofType('totp').length > 0 ? [BY_APP] : [];
  const phones = ofType('phone').map((factor): SecondStepWay => {
    const { id } = factor;
    return { id, name: 'phone', factorId: id, lastDigits: lastDigitsOf(factor) };
  });
  const [first, ...others] = knowsKeys
    ? [...keys, ...apps, ...phones]
    : [...apps, ...phones, ...keys];
  return [first ?? BY_APP, ...others, BY_RECOVERY];
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
