import { readBackendError } from '../../lib/backend-error.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { sendPhoneCode } from '../../session/mfa/mfa-challenge.ts';

/** How an authenticator app names the account's entry. */
const ISSUER = 'BeaconPay';

export interface AuthenticatorKey {
  factorId: string;
  /** An address of the picture. */
  qrCode: string;
  /** For typing instead. */
  secret: string;
}

/** A phone that a code is on its way to. */
export interface StartedPhone {
  factorId: string;
  /** The question that the code answers. */
  challengeId: string;
  number: string;
}

/** What the server answers when this session has not proved its second step, or not any more. */
const NEEDS_SECOND_STEP = 'insufficient_aal';

/**
 * Throws what the backend refused. Where it asks for the second step first, the session's user and
 * level are read anew, which brings up the question for it.
 */
async function fail(error: Error): Promise<never> {
  if (readBackendError(error).key === NEEDS_SECOND_STEP) {
    const supabase = await loadSupabase();
    await supabase.auth.refreshSession();
  }
  throw error;
}

/** What was begun and left makes room for what is begun now. */
async function discardAbandoned(): Promise<void> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.listFactors();
  if (error) throw error;
  for (const { id, status } of data.all) {
    if (status === 'unverified') await discardSetUp(id);
  }
}

/** Forgets what was begun. What cannot be forgotten now makes room at the next beginning. */
export async function discardSetUp(factorId: string): Promise<void> {
  const supabase = await loadSupabase();
  await supabase.auth.mfa.unenroll({ factorId });
}

/** Begins to set an authenticator app up. Throws the backend's error. */
export async function startAuthenticator(name: string): Promise<AuthenticatorKey> {
  await discardAbandoned();
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: ISSUER,
  });
  if (error) return fail(error);
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** Makes the app count with its first code. Throws the backend's error. */
export async function verifyAuthenticator(request: {
  factorId: string;
  code: string;
}): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.mfa.challengeAndVerify(request);
  if (error) throw error;
}

/** Begins to set a phone up, and sends it a code. Throws the backend's error. */
export async function startPhone(wish: { name: string; phone: string }): Promise<StartedPhone> {
  await discardAbandoned();
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'phone',
    friendlyName: wish.name,
    phone: wish.phone,
  });
  if (error) return fail(error);
  const factorId = data.id;
  try {
    return { factorId, challengeId: await sendPhoneCode(factorId), number: wish.phone };
  } catch (failure) {
    await discardSetUp(factorId);
    throw failure;
  }
}

/** Lets the browser ask for a new security key. Throws the browser's error or the backend's. */
export async function addKey(wish: { name: string; signal: AbortSignal }): Promise<void> {
  await discardAbandoned();
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'webauthn',
    friendlyName: wish.name,
  });
  if (error) return fail(error);
  try {
    await registerKey(data.id, wish);
  } catch (failure) {
    await discardSetUp(data.id);
    throw failure;
  }
}

async function registerKey(
  factorId: string,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<void> {
  const supabase = await loadSupabase();
  const party = { rpId: window.location.hostname, rpOrigins: [window.location.origin] };
  const { data, error } = await supabase.auth.mfa.webauthn.challenge({
    factorId,
    friendlyName: name,
    webauthn: party,
    signal,
  });
  if (error) throw error;
  const { challengeId, webauthn } = data;
  const verified = await supabase.auth.mfa.webauthn.verify({
    factorId,
    challengeId,
    webauthn: { ...party, ...webauthn },
  });
  if (verified.error) throw verified.error;
}

/** Whether a factor is gone, or its owner was asked for the second step first. Throws the backend's error. */
export async function removeFactor(factorId: string): Promise<'removed' | 'aal2-required'> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.mfa.unenroll({ factorId });
  if (error !== null && readBackendError(error).key !== NEEDS_SECOND_STEP) throw error;
  // The session's user and level are read anew, which also brings up the question.
  const { error: unread } = await supabase.auth.refreshSession();
  if (unread) throw unread;
  return error === null ? 'removed' : 'aal2-required';
}
