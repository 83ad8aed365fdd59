import { RULE_SENTENCES, type Sentence, type SentenceDetails } from './rule-sentences.ts';

/**
 * The sentence of each error code of the auth service, PostgREST and Postgres, and of each product rule. An
 * error without a sentence shows the message of the backend: it is written for users (`invalid_credentials`,
 * `weak_password`), or it names the violated rule (`validation_failed`, a constraint).
 */
const SENTENCES: Partial<Record<string, Sentence>> = {
  // Codes and links in emails and texts
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

  // Requests that are refused or fail
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

  // Temporary errors
  over_request_rate_limit: ({ wait }) =>
    wait === null
      ? 'Too many attempts. Wait a few minutes, then try again.'
      : `Too many attempts. Please try again in ${wait}.`,
  over_email_send_rate_limit: ({ wait }) =>
    `Please wait ${wait ?? 'a few minutes'} before asking for another email.`,
  over_sms_send_rate_limit: ({ wait }) =>
    `Please wait ${wait ?? 'a few minutes'} before asking for another code.`,
  over_request_limit: ({ wait }) =>
    `Too many of your requests are waiting. Please try again in ${wait ?? 'a moment'}.`,
  PGRST000: unavailable,
  PGRST001: unavailable,
  PGRST002: unavailable,
  PGRST003: unavailable,

  ...RULE_SENTENCES,
};

function unavailable({ wait }: SentenceDetails): string {
  return `BeaconPay isn't available right now. Please try again in ${wait ?? 'a moment'}.`;
}

/** The sentence for the key of an error; null if screens show the message of the backend. */
export function errorSentence(
  key: string,
  { values = {}, wait = null }: Partial<SentenceDetails> = {},
): string | null {
  const sentence = SENTENCES[key];
  if (typeof sentence !== 'function') return sentence ?? null;
  return sentence({ values, wait });
}
