import { errorMessage } from '../lib/error-message.ts';

/** What the backend refuses about second factors, in words for people. */
const REFUSALS: Partial<Record<string, string>> = {
  mfa_verification_failed: "That code isn't right. Enter the latest one.",
  mfa_challenge_expired: 'This took too long. Please try again with a new code.',
  mfa_ip_address_mismatch: 'Your network has changed. Please try again.',
  mfa_factor_not_found: 'This method has been removed. Please start again.',
  mfa_factor_name_conflict: 'You already have one with this name. Please choose another one.',
  too_many_enrolled_mfa_factors: "You've reached the maximum number. Please remove one first.",
  mfa_verified_factor_exists:
    "You've already added a phone. Please remove it first to use another one.",
  mfa_phone_enroll_not_enabled: 'Phones cannot be used here at the moment.',
  mfa_phone_verify_not_enabled: 'Phones cannot be used here at the moment.',
  mfa_totp_enroll_not_enabled: 'Authenticator apps cannot be used here at the moment.',
  mfa_totp_verify_not_enabled: 'Authenticator apps cannot be used here at the moment.',
  mfa_webauthn_enroll_not_enabled: 'Security keys cannot be used here at the moment.',
  mfa_webauthn_verify_not_enabled: 'Security keys cannot be used here at the moment.',
  insufficient_aal: "Please confirm it's you first.",
  over_sms_send_rate_limit:
    'A code was sent a short while ago. Please wait before you ask for another one.',
  over_request_rate_limit: 'Too many attempts. Wait a few minutes, then try again.',
};

/** What a browser says of a security key, by the name of its error. */
const KEY_FAILURES: Partial<Record<string, string>> = {
  NotAllowedError:
    "Your security key didn't respond, or the request was cancelled. Please try again.",
  AbortError: 'The request was cancelled. Please try again.',
  InvalidStateError: 'This security key is already set up. Please use another one.',
  SecurityError: "Security keys don't work on this address.",
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
