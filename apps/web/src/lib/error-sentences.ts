import { RULE_SENTENCES, type Sentence, type SentenceDetails } from './rule-sentences.ts';
import { m } from '../paraglide/messages.js';

/**
 * The sentence of each error code of the auth service, PostgREST and Postgres, and of each product rule. An
 * error without a sentence shows the message of the backend: it is written for users (`invalid_credentials`,
 * `weak_password`), or it names the violated rule (`validation_failed`, a constraint).
 */
const SENTENCES: Partial<Record<string, Sentence>> = {
  // Codes and links in emails and texts
  otp_expired: m.error_that_code_is_wrong_or_has_expired(),
  otp_disabled: m.error_theres_no_account_with_these_details(),
  flow_state_not_found: m.error_this_link_has_already_been_used_request(),
  flow_state_expired: m.error_this_link_has_expired_request_new_one(),
  bad_code_verifier: m.error_open_link_in_browser_where_you_requested(),
  reauthentication_needed: m.error_log_in_again_to_make_this_change(),
  reauth_nonce_missing: m.error_enter_code_that_we_sent_you(),
  reauthentication_not_valid: m.error_that_code_is_wrong_or_has_expired(),

  // Accounts
  signup_disabled: m.error_new_sign_ups_are_closed(),
  email_provider_disabled: m.error_email_log_in_isnt_available_right_now(),
  phone_provider_disabled: m.error_phone_log_in_isnt_available_right_now(),
  provider_disabled: m.error_this_log_in_method_isnt_available_right(),
  oauth_provider_not_supported: m.error_this_log_in_method_isnt_available_right(),
  anonymous_provider_disabled: m.error_create_account_to_continue(),
  email_exists: m.error_another_account_already_uses_this_email(),
  phone_exists: m.error_another_account_already_uses_this_phone(),
  email_address_invalid: m.common_enter_valid_email_address(),
  email_address_not_authorized: m.error_we_cant_send_email_to_this_address(),
  phone_not_confirmed: m.error_confirm_your_phone_number_first(),
  provider_email_needs_verification: m.error_confirm_your_email_address_first_we_sent(),
  same_password: m.error_choose_password_thats_different_from_your(),
  user_banned: m.error_your_account_is_blocked_contact_support(),
  user_sso_managed: m.error_your_organization_manages_these_details(),
  identity_already_exists: m.error_this_log_in_method_already_belongs_to(),
  identity_not_found: m.error_this_log_in_method_has_already_been(),
  single_identity_not_deletable: m.error_this_is_your_only_log_in_method(),
  email_conflict_identity_not_deletable: m.error_another_account_already_uses_this_email(),
  manual_linking_disabled: m.error_log_in_methods_cant_be_added_right(),

  // The session
  bad_jwt: m.error_you_have_been_logged_out_please_log(),
  no_authorization: m.error_you_have_been_logged_out_please_log(),
  session_expired: m.error_you_have_been_logged_out_please_log(),
  refresh_token_not_found: m.error_you_have_been_logged_out_please_log(),
  refresh_token_already_used: m.error_you_have_been_logged_out_please_log(),
  not_admin: m.error_only_administrators_can_do_this(),

  // Second factors
  insufficient_aal: m.error_complete_two_step_verification_first(),
  mfa_verification_failed: m.error_that_code_isnt_right_enter_latest_one(),
  mfa_verification_rejected: m.error_that_code_isnt_right_enter_latest_one(),
  mfa_challenge_expired: m.error_this_took_too_long_try_again_with(),
  mfa_ip_address_mismatch: m.error_your_network_has_changed_please_try_again(),
  mfa_factor_not_found: m.error_this_method_has_been_removed_please_start(),
  mfa_factor_name_conflict: m.error_you_already_have_one_with_this_name(),
  too_many_enrolled_mfa_factors: m.error_youve_reached_maximum_number_remove_one_first(),
  mfa_verified_factor_exists: m.error_youve_already_added_phone_remove_it_first(),
  mfa_phone_enroll_not_enabled: m.error_phones_cant_be_used_right_now(),
  mfa_phone_verify_not_enabled: m.error_phones_cant_be_used_right_now(),
  mfa_totp_enroll_not_enabled: m.error_authenticator_apps_cant_be_used_right_now(),
  mfa_totp_verify_not_enabled: m.error_authenticator_apps_cant_be_used_right_now(),
  mfa_webauthn_enroll_not_enabled: m.error_security_keys_cant_be_used_right_now(),
  mfa_webauthn_verify_not_enabled: m.error_security_keys_cant_be_used_right_now(),

  // Passkeys
  webauthn_verification_failed: m.error_we_couldnt_verify_this_passkey_it_may(),
  webauthn_challenge_not_found: m.common_this_took_too_long_please_try_again(),
  webauthn_challenge_expired: m.common_this_took_too_long_please_try_again(),
  webauthn_credential_exists: m.error_youve_already_added_this_passkey(),
  webauthn_credential_not_found: m.error_this_passkey_has_already_been_removed(),
  passkey_not_found: m.error_this_passkey_has_already_been_removed(),
  passkey_disabled: m.error_passkeys_dont_work_on_this_address(),
  too_many_passkeys: m.error_youve_reached_maximum_number_passkeys_remove(),

  // Requests that are refused or fail
  captcha_failed: m.error_security_check_failed_please_complete_it(),
  conflict: m.error_another_change_was_made_at_same_time(),
  request_timeout: m.common_this_took_too_long_please_try_again(),
  hook_timeout: m.common_this_took_too_long_please_try_again(),
  hook_timeout_after_retry: m.common_this_took_too_long_please_try_again(),
  sms_send_failed: m.error_we_couldnt_send_text_please_try_again(),

  // PostgREST and Postgres
  PGRST116: m.error_we_couldnt_find_this_in_your_account(),
  PGRST302: m.error_log_in_to_continue(),
  22001: m.error_one_your_entries_is_too_long(),
  22003: m.error_one_your_entries_is_too_large(),
  22007: m.error_one_dates_isnt_valid(),
  22008: m.error_one_dates_isnt_valid(),
  '22P02': m.error_one_your_entries_isnt_valid(),
  23503: m.error_this_has_been_removed_reload_page_and(),
  40001: m.error_another_change_was_made_at_same_time(),
  '40P01': m.error_another_change_was_made_at_same_time(),
  42501: m.error_you_dont_have_permission_to_do_this(),
  57014: m.common_this_took_too_long_please_try_again(),

  // Temporary errors
  over_request_rate_limit: ({ wait }) =>
    wait === null
      ? m.error_too_many_attempts_wait_a_few_minutes()
      : m.error_too_many_attempts_try_again_in({ wait }),
  over_email_send_rate_limit: ({ wait }) =>
    m.error_wait_before_another_email({ wait: wait ?? m.error_a_few_minutes() }),
  over_sms_send_rate_limit: ({ wait }) =>
    m.error_wait_before_another_code({ wait: wait ?? m.error_a_few_minutes() }),
  over_request_limit: ({ wait }) =>
    m.error_too_many_requests_waiting({ wait: wait ?? m.error_a_moment() }),
  PGRST000: unavailable,
  PGRST001: unavailable,
  PGRST002: unavailable,
  PGRST003: unavailable,

  ...RULE_SENTENCES,
};

function unavailable({ wait }: SentenceDetails): string {
  return m.error_unavailable_try_again_in({ wait: wait ?? m.error_a_moment() });
}

/** Adds the sentences of a part of the app that is loaded later. */
export function addSentences(sentences: Readonly<Record<string, Sentence>>): void {
  Object.assign(SENTENCES, sentences);
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
