import { cardSecretMessage, referenceSecretMessage } from './card-secret-message.ts';
import { m } from '../paraglide/messages.js';

/** What a sentence depends on. */
export interface SentenceDetails {
  /** The values of a product rule. */
  values: Readonly<Record<string, unknown>>;
  /** The time until the next attempt, such as "54 seconds". Null if the server did not send it. */
  wait: string | null;
}

export type Sentence = string | ((details: SentenceDetails) => string);

/** The sentence of each product rule, by the key that supabase/schemas raises in `hint`. */
export const RULE_SENTENCES: Readonly<Record<string, Sentence>> = {
  // Accounts and profiles
  'account.metadata_size': m.error_account_metadata_can_be_at_most_16(),
  'profile.website': m.error_enter_link_that_starts_with_https_or(),
  'profile.picture_address': m.error_enter_link_to_image_that_starts_with(),
  'picture.limit': m.error_you_already_have_ten_pictures_remove_one(),
  'data_export.login_required': m.error_please_log_in_to_export_your_data(),
  'data_export.second_factor_required': m.error_complete_two_step_verification_to_export_your(),
  'session_list.login_required': m.error_please_log_in_to_see_where_youre(),
  'session_list.second_factor_required': m.error_complete_two_step_verification_to_see_where(),
  'session_end.login_required': m.error_please_log_in_to_end_session(),
  'session_end.second_factor_required': m.error_complete_two_step_verification_to_end_session(),

  // Orders and recharges
  'order.status': m.error_new_order_starts_pending_manual_verification(),
  'order.tier': m.error_please_choose_one_available_cards(),
  'order.card_details': m.error_card_details_may_hold_only_tier_and(),
  'order.price': ({ values: { tier, price, currency } }) =>
    m.error_price_tier_card_is_price_currency({
      tier: capitalized(String(tier)),
      price: String(price),
      currency: String(currency),
    }),
  'recharge.status': m.error_new_recharge_starts_pending_manual(),
  'recharge.operator': m.error_please_choose_one_available_operators(),
  'recharge.amount': m.error_choose_amount_5_10_20_or_50(),
  'recharge.type': m.error_choose_talktime_data_or_bundle(),
  'recharge.phone_number': m.common_please_enter_valid_phone_number(),
  'transaction.record': m.error_transaction_belongs_to_order_or_recharge(),
  'transaction.values': m.error_transaction_has_amount_currency_and_status(),

  // Payments
  'payment.method': m.error_please_choose_one_available_payment_methods(),
  'payment.method_not_offered': m.error_this_payment_method_isnt_available_right_now(),
  'payment.reference_required': m.common_please_provide_transaction_reference_for_your(),
  'payment.card_details_required': m.common_please_fill_all_card_payment_details(),
  'payment.card_details': m.error_card_payment_details_may_hold_only_card(),
  'payment.pending_limit': ({ values: { limit } }) =>
    m.error_you_have_limit_orders_and_recharges_awaiting({ limit: String(limit) }),
  'payment.completion_only': m.error_service_only_completes_payment(),
  'payment.completion_session': m.error_payment_is_completed_with_session_its_card(),
  'request.idempotency_key': m.error_idempotency_key_header_must_be_uuid(),
  'sandbox_checkout.already_decided': m.error_already_decided(),
  'sandbox_checkout.expired': m.error_this_payment_page_is_no_longer_valid(),

  // Administrators
  'review.already_decided': ({ values: { status } }) =>
    m.error_status_is({ status: String(status).replaceAll('_', ' ') }),
  'review.decision': m.error_review_approves_or_rejects_payment(),
  'review.own_record': m.error_you_cant_review_your_own_record_ask(),
  'review.one_record': m.error_review_decides_one_record_at_time(),
  'payment_method.details': m.error_enter_1_to_12_lines_each_with(),
  'security_settings.own_factor_required': m.error_set_up_two_step_verification_for_yourself(),
  'support_contact.email': m.error_enter_valid_support_email_address(),
  'support_contact.phone': m.error_enter_support_phone_number_with_its_country(),
  'support_contact.url': m.error_enter_support_page_that_starts_with_https(),
  'audit_log.append_only': m.error_audit_log_is_append_only(),

  // Deliveries
  'delivery.administrator_required': m.error_only_administrators_can_do_this(),
  'delivery.already_delivered': m.error_delivery_already_delivered(),
  'delivery.cancelled': m.error_delivery_cancelled(),
  'delivery.confirmation_required': m.error_delivery_confirmation_required(),
  'delivery.expiry': m.error_delivery_expiry(),
  'delivery.kind': m.error_delivery_kind(),
  'delivery.last_digits': m.error_delivery_last_digits(),
  'delivery.not_found': m.error_delivery_not_found(),
  'delivery.own_record': m.error_delivery_own_record(),
  'delivery.reason_required': m.error_delivery_reason_required(),
  'delivery.no_provider': m.error_delivery_no_provider(),
  'delivery.provider_failed': m.error_delivery_provider_failed(),

  // What administrators do to the accounts of others
  'account_action.administrator_required': m.error_only_administrators_can_do_this(),
  'account_action.already_confirmed': m.error_account_action_already_confirmed(),
  'account_action.already_locked': m.error_account_action_already_locked(),
  'account_action.already_requested': m.error_account_action_already_requested(),
  'account_action.failed': m.error_account_action_failed(),
  'account_action.four_eyes': m.error_account_action_four_eyes(),
  'account_action.is_administrator': m.error_account_action_is_administrator(),
  'account_action.no_deletion_request': m.error_account_action_no_deletion_request(),
  'account_action.no_email': m.error_account_action_no_email(),
  'account_action.not_eligible': m.error_account_action_not_eligible(),
  'account_action.not_found': m.error_account_action_not_found(),
  'account_action.not_locked': m.error_account_action_not_locked(),
  'account_action.own_account': m.error_account_action_own_account(),
  'account_action.reason_required': m.error_account_action_reason_required(),
  'account_action.request_closed': m.error_account_action_request_closed(),
  'account_action.request_not_found': m.error_account_action_request_not_found(),
  'account_action.unknown': m.error_account_action_unknown(),
  'account_action.nothing_to_change': ({ values: { action } }) =>
    action === 'make' ? m.error_account_action_already_admin() : m.error_account_action_not_admin(),

  // The back office
  'back_office.administrators_only': m.review_rule_administrators_only(),
  'record_view.name': m.review_rule_view_name(),
  'back_office_settings.thresholds': m.review_rule_settings_thresholds(),
  'back_office_settings.age_limits': m.review_rule_settings_age_limits(),
  'back_office_settings.delivery_hours': m.review_rule_settings_delivery_hours(),
  'back_office_settings.webhook_url': m.review_rule_settings_webhook_url(),
  'back_office_settings.webhook_secret': m.review_rule_settings_webhook_secret(),
  'decision_reason.texts': m.review_rule_reason_texts(),
  'decision_reason.name': m.review_rule_reason_name(),
  'record_events.append_only': m.review_rule_events_append_only(),
  'record_note.body': m.review_rule_note_body(),
  'record_note.mention': m.review_rule_note_mention(),
  'record.not_found': m.review_rule_not_found(),
  'record.assignee': m.review_rule_assignee(),
  'record.hold_date': m.review_rule_hold_date(),
  'record.hold_reason': m.review_rule_hold_reason(),
  'review.first_approval_not_needed': m.review_rule_first_approval_not_needed(),
  'review.already_first_approved': m.review_rule_already_first_approved(),
  'review.four_eyes': m.review_rule_four_eyes(),
  'review.not_correctable': m.review_rule_not_correctable(),
  'review.correction_status': m.review_rule_correction_status(),
  'review.correction_by_decider': m.review_rule_correction_by_decider(),
  'review.account_deleted': m.review_rule_account_deleted(),
  'review.already_corrected': m.review_rule_already_corrected(),
  'review.correction_reason': m.review_rule_correction_reason(),
  'record_search.filter': ({ values: { key } }) =>
    m.review_rule_search_filter({ key: String(key) }),
  'decision_reason.placeholder': ({ values: { placeholder, allowed } }) =>
    m.review_rule_reason_placeholder({
      placeholder: String(placeholder),
      allowed: Array.isArray(allowed) ? allowed.map((name) => `{${String(name)}}`).join(', ') : '',
    }),
  'review.correction_late': ({ values: { days } }) =>
    m.review_rule_correction_late({ days: String(days) }),

  // Mails, webhooks and figures
  'record.question': m.automation_rule_question(),
  'webhook.no_url': m.automation_rule_webhook_no_url(),
  'webhook.not_failed': m.automation_rule_webhook_not_failed(),
  'figures.range': ({ values: { days } }) =>
    m.automation_rule_figures_range({ days: String(days) }),

  // Payment codes and matching
  'payment_code.login_required': m.matching_rule_code_login(),
  'payment_code.not_reserved': m.matching_rule_code_not_reserved(),
  'payment_code.used': m.matching_rule_code_used(),
  'matching_settings.value': ({ values: { field } }) =>
    m.matching_rule_settings_value({ field: String(field) }),
  'bank_line.unchangeable': m.matching_rule_line_unchangeable(),
  'bank_line.source': m.matching_rule_line_source(),
  'bank_line.too_many': ({ values: { max } }) =>
    m.matching_rule_line_too_many({ max: String(max) }),
  'bank_line.value': ({ values: { line, field } }) =>
    m.matching_rule_line_value({ line: String(line), field: String(field) }),
  'bank_line.account': ({ values: { account } }) =>
    m.matching_rule_line_account({ account: String(account) }),
  'bank_line.filter': ({ values: { key } }) => m.matching_rule_line_filter({ key: String(key) }),
  'bank_line.not_found': m.matching_rule_line_not_found(),
  'payment_link.exceeds_line': m.matching_rule_link_exceeds_line(),
  'payment_link.too_many': ({ values: { max } }) =>
    m.matching_rule_link_too_many({ max: String(max) }),
  'payment_link.not_found': m.matching_rule_link_not_found(),
  'payment_link.not_proposed': m.matching_rule_link_not_proposed(),
  'payment_link.already_paid': m.matching_rule_link_already_paid(),
  'payment_link.already_undone': m.matching_rule_link_already_undone(),
  'payment_link.undo_by_another': m.matching_rule_link_undo_by_another(),
  'payment_case.action': m.matching_rule_case_action(),
  'payment_case.closed': m.matching_rule_case_closed(),
  'payment_case.no_money': m.matching_rule_case_no_money(),
  'payment_case.already_paid': m.matching_rule_case_already_paid(),
  'payment_case.not_linked': m.matching_rule_case_not_linked(),

  // Texts of any field
  'text.size': ({ values: { field } }) => m.error_field_is_too_long({ field: String(field) }),
  'text.length': ({ values: { field, max } }) =>
    m.error_field_can_be_at_most_max_characters({ field: String(field), max: String(max) }),
  'text.card_secret': ({ values: { field } }) =>
    field === 'transaction reference' ? referenceSecretMessage : cardSecretMessage(String(field)),
};

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
