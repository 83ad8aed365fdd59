import { errorMessage } from '../lib/error-message.ts';

/** What the backend refuses about second factors, in words for people. */
const REFUSALS: Partial<Record<string, string>> = {
  mfa_verification_failed: 'This code is not right. Please enter the newest one.',
  mfa_challenge_expired: 'This took too long. Please try again with a new code.',
  mfa_ip_address_mismatch: 'Your network has changed meanwhile. Please try again.',
  mfa_factor_not_found: 'This was removed meanwhile. Please begin again.',
  mfa_factor_name_conflict: 'You use this name already. Please choose another one.',
  too_many_enrolled_mfa_factors:
    'Your account has as many of these as it can have. Please remove one first.',
  mfa_verified_factor_exists: 'You use a phone already. Please remove it first to use another one.',
  mfa_phone_enroll_not_enabled: 'Phones cannot be used here at the moment.',
  mfa_phone_verify_not_enabled: 'Phones cannot be used here at the moment.',
  mfa_totp_enroll_not_enabled: 'Authenticator apps cannot be used here at the moment.',
  mfa_totp_verify_not_enabled: 'Authenticator apps cannot be used here at the moment.',
  mfa_webauthn_enroll_not_enabled: 'Security keys cannot be used here at the moment.',
  mfa_webauthn_verify_not_enabled: 'Security keys cannot be used here at the moment.',
  insufficient_aal: 'Please confirm first that it is you.',
  over_sms_send_rate_limit:
    'A code was sent a short while ago. Please wait before you ask for another one.',
  over_request_rate_limit: 'Too many tries. Please wait a while, then try again.',
};

/** What a browser says of a security key, by the name of its error. */
const KEY_FAILURES: Partial<Record<string, string>> = {
  NotAllowedError: 'No key answered: the question was closed, or took too long. Please try again.',
  AbortError: 'The question was closed. Please try again.',
  InvalidStateError: 'This security key is set up already. Please use another one.',
  SecurityError: 'Security keys cannot be used at this address.',
  ConstraintError: 'This key cannot be used here. Please try another one.',
  NotSupportedError: 'This key cannot be used here. Please try another one.',
};

const KEY_REFUSALS: Partial<Record<string, string>> = {
  mfa_verification_failed: 'The security key was not accepted. Please try again.',
  mfa_challenge_expired: 'This took too long. Please try again.',
};

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Why a code, or setting something up, did not work out. */
export function factorProblem(error: unknown): string {
  return REFUSALS[codeOf(error)] ?? errorMessage(error);
}

/** Why a security key did not work out. */
export function keyProblem(error: unknown): string {
  const { name } = (error ?? {}) as { name?: unknown };
  const failure = typeof name === 'string' ? KEY_FAILURES[name] : undefined;
  return failure ?? KEY_REFUSALS[codeOf(error)] ?? factorProblem(error);
}
