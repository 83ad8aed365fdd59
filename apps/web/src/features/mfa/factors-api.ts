import { readBackendError } from '../../lib/backend-error.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { RECOVERY_CODES_PATH, sendPhoneCode } from '../../session/mfa/mfa-challenge.ts';

/** The issuer that an authenticator app shows. */
const ISSUER = 'BeaconPay';

export interface AuthenticatorKey {
  factorId: string;
  /** The address of the QR code image. */
  qrCode: string;
  /** The key as text. */
  secret: string;
}

/** A phone that was sent a code. */
export interface StartedPhone {
  factorId: string;
  /** The challenge of the code. */
  challengeId: string;
  number: string;
}

/** The error code for a session without a verified second factor. */
const AAL2_REQUIRED = 'insufficient_aal';

/**
 * Throws the error. If the backend requires the second factor first, it also refreshes the session,
 * which opens the MFA challenge.
 */
async function fail(error: Error): Promise<never> {
  if (readBackendError(error).key === AAL2_REQUIRED) {
    const supabase = await loadSupabase();
    await supabase.auth.refreshSession();
  }
  throw error;
}

/** Removes unfinished enrolments: they count towards the limit. */
async function discardUnfinished(): Promise<void> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.listFactors();
  if (error) throw error;
  for (const { id, status } of data.all) {
    if (status === 'unverified') await discardEnrolment(id);
  }
}

/** Removes an unfinished enrolment. If that fails, the next enrolment removes it. */
export async function discardEnrolment(factorId: string): Promise<void> {
  const supabase = await loadSupabase();
  await supabase.auth.mfa.unenroll({ factorId });
}

/** Starts the enrolment of an authenticator app. Throws the backend's error. */
export async function startAuthenticator(name: string): Promise<AuthenticatorKey> {
  await discardUnfinished();
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: ISSUER,
  });
  if (error) return fail(error);
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** Completes the enrolment with the first code of the app. Throws the backend's error. */
export async function verifyAuthenticator(request: {
  factorId: string;
  code: string;
}): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.mfa.challengeAndVerify(request);
  if (error) throw error;
}

/** Starts the enrolment of a phone and sends it a code. Throws the backend's error. */
export async function startPhone(options: { name: string; phone: string }): Promise<StartedPhone> {
  await discardUnfinished();
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'phone',
    friendlyName: options.name,
    phone: options.phone,
  });
  if (error) return fail(error);
  const factorId = data.id;
  try {
    return { factorId, challengeId: await sendPhoneCode(factorId), number: options.phone };
  } catch (failure) {
    await discardEnrolment(factorId);
    throw failure;
  }
}

/** Enrols a security key through the browser. Throws the browser's error or the backend's. */
export async function addKey(options: { name: string; signal: AbortSignal }): Promise<void> {
  await discardUnfinished();
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'webauthn',
    friendlyName: options.name,
  });
  if (error) return fail(error);
  try {
    await registerKey(data.id, options);
  } catch (failure) {
    await discardEnrolment(data.id);
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

/** Creates ten recovery codes, which replace all earlier ones and are shown once. Throws the backend's error. */
export async function createRecoveryCodes(): Promise<readonly string[]> {
  const supabase = await loadSupabase();
  const { codes } = (await supabase.postToAuth(RECOVERY_CODES_PATH, {})) as { codes: string[] };
  return codes;
}

/** Removes a factor, unless the session must verify the second factor first. Throws the backend's error. */
export async function removeFactor(factorId: string): Promise<'removed' | 'aal2-required'> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.mfa.unenroll({ factorId });
  if (error !== null && readBackendError(error).key !== AAL2_REQUIRED) throw error;
  // A refresh updates the user's factors. Where aal2 is required it opens the MFA challenge.
  const { error: refreshError } = await supabase.auth.refreshSession();
  if (refreshError) throw refreshError;
  return error === null ? 'removed' : 'aal2-required';
}
