/**
 * Sentences for people, by the error code of the auth service, PostgREST or Postgres. A code that is
 * missing here keeps the server's message: it is written for people (`invalid_credentials`,
 * `weak_password`), or it names the rule that an entry breaks (`validation_failed`, 23505, 23514).
 */
const SENTENCES: Partial<Record<string, string>> = {
  // Codes and links from messages
  otp_expired: 'That code is wrong or has expired.',
  otp_disabled: "There's no account with these details.",
  flow_state_not_found: 'This link has already been used. Request a new one.',
  flow_state_expired: 'This link has expired. Request a new one.',
  bad_code_verifier: 'Open the link in the browser where you requested it.',
  reauthentication_needed: 'Log in again to make this change.',
  reauth_nonce_missing: 'Enter the code that we sent you.',
  reauthentication_not_valid: 'That code is wrong or has expired.',

  // Accounts
  signup_disabled: 'New sign-ups are closed.',
  email_provider_disabled: "Email log-in isn't available right now.",
  phone_provider_disabled: "Phone log-in isn't available right now.",
  provider_disabled: "This log-in method isn't available right now.",
  oauth_provider_not_supported: "This log-in method isn't available right now.",
  anonymous_provider_disabled: 'Create an account to continue.',
  email_exists: 'Another account already uses this email address.',
  phone_exists: 'Another account already uses this phone number.',
  email_address_invalid: 'Enter a valid email address.',
  email_address_not_authorized: "We can't send email to this address. Use a different one.",
  phone_not_confirmed: 'Confirm your phone number first.',
  provider_email_needs_verification: 'Confirm your email address first. We sent you an email.',
  same_password: "Choose a password that's different from your current one.",
  user_banned: 'Your account is blocked. Contact support.',
  user_sso_managed: 'Your organization manages these details.',
  identity_already_exists: 'This log-in method already belongs to an account.',
  identity_not_found: 'This log-in method has already been removed.',
  single_identity_not_deletable: "This is your only log-in method, so you can't remove it.",
  email_conflict_identity_not_deletable: 'Another account already uses this email address.',
  manual_linking_disabled: "Log-in methods can't be added right now.",

  // The session
  bad_jwt: 'You have been logged out. Please log in again.',
  no_authorization: 'You have been logged out. Please log in again.',
  session_expired: 'You have been logged out. Please log in again.',
  refresh_token_not_found: 'You have been logged out. Please log in again.',
  refresh_token_already_used: 'You have been logged out. Please log in again.',
  not_admin: 'Only administrators can do this.',

  // Second factors
  insufficient_aal: 'Complete two-step verification first.',
  mfa_verification_failed: "That code isn't right. Enter the latest one.",
  mfa_verification_rejected: "That code isn't right. Enter the latest one.",
  mfa_challenge_expired: 'This took too long. Try again with a new code.',
  mfa_ip_address_mismatch: 'Your network has changed. Please try again.',
  mfa_factor_not_found: 'This method has been removed. Please start again.',
  mfa_factor_name_conflict: 'You already have one with this name. Choose another name.',
  too_many_enrolled_mfa_factors: "You've reached the maximum number. Remove one first.",
  mfa_verified_factor_exists: "You've already added a phone. Remove it first to add another.",
  mfa_phone_enroll_not_enabled: "Phones can't be used right now.",
  mfa_phone_verify_not_enabled: "Phones can't be used right now.",
  mfa_totp_enroll_not_enabled: "Authenticator apps can't be used right now.",
  mfa_totp_verify_not_enabled: "Authenticator apps can't be used right now.",
  mfa_webauthn_enroll_not_enabled: "Security keys can't be used right now.",
  mfa_webauthn_verify_not_enabled: "Security keys can't be used right now.",

  // Passkeys
  webauthn_verification_failed:
    "We couldn't verify this passkey. It may have been removed from your account. Use another passkey or your password.",
  webauthn_challenge_not_found: 'This took too long. Please try again.',
  webauthn_challenge_expired: 'This took too long. Please try again.',
  webauthn_credential_exists: "You've already added this passkey.",
  webauthn_credential_not_found: 'This passkey has already been removed.',
  passkey_not_found: 'This passkey has already been removed.',
  passkey_disabled: "Passkeys don't work on this address.",
  too_many_passkeys: "You've reached the maximum number of passkeys. Remove one first.",

  // What stops a request
  captcha_failed: 'The security check failed. Please complete it again.',
  conflict: 'Another change was made at the same time. Please try again.',
  request_timeout: 'This took too long. Please try again.',
  hook_timeout: 'This took too long. Please try again.',
  hook_timeout_after_retry: 'This took too long. Please try again.',
  sms_send_failed: "We couldn't send the text. Please try again later.",

  // PostgREST and Postgres
  PGRST116: "We couldn't find this in your account.",
  PGRST302: 'Log in to continue.',
  22001: 'One of your entries is too long.',
  22003: 'One of your entries is too large.',
  22007: "One of the dates isn't valid.",
  22008: "One of the dates isn't valid.",
  '22P02': "One of your entries isn't valid.",
  23503: 'This has been removed. Reload the page and try again.',
  40001: 'Another change was made at the same time. Please try again.',
  '40P01': 'Another change was made at the same time. Please try again.',
  42501: "You don't have permission to do this. Complete two-step verification if you use it.",
  57014: 'This took too long. Please try again.',
};

/** Sentences for codes that come with a wait; without one the second is shown. */
interface WaitSentences {
  readonly until: (wait: string) => string;
  readonly otherwise: string;
}

const UNAVAILABLE: WaitSentences = {
  until: (wait) => `BeaconPay isn't available right now. Please try again in ${wait}.`,
  otherwise: "BeaconPay isn't available right now. Please try again in a moment.",
};

const WAIT_SENTENCES: Partial<Record<string, WaitSentences>> = {
  over_request_rate_limit: {
    until: (wait) => `Too many attempts. Please try again in ${wait}.`,
    otherwise: 'Too many attempts. Wait a few minutes, then try again.',
  },
  over_email_send_rate_limit: {
    until: (wait) => `Please wait ${wait} before asking for another email.`,
    otherwise: 'Please wait a few minutes before asking for another email.',
  },
  over_sms_send_rate_limit: {
    until: (wait) => `Please wait ${wait} before asking for another code.`,
    otherwise: 'Please wait a few minutes before asking for another code.',
  },
  PGRST000: UNAVAILABLE,
  PGRST001: UNAVAILABLE,
  PGRST002: UNAVAILABLE,
  PGRST003: UNAVAILABLE,
};

/**
 * The sentence for an error code; null where the server's own message is shown.
 * @param wait how long to wait before the next attempt, such as "54 seconds"
 */
export function errorSentence(code: string, wait: string | null = null): string | null {
  const waiting = WAIT_SENTENCES[code];
  if (waiting === undefined) return SENTENCES[code] ?? null;
  return wait === null ? waiting.otherwise : waiting.until(wait);
}
