import type { Sentence } from './rule-sentences.ts';
import { m } from '../paraglide/messages.js';

/** The sentences of the product rules that only administrators meet. Customers do not download them. */
export const ADMINISTRATOR_SENTENCES: Readonly<Record<string, Sentence>> = {
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
  'mail_text.required': m.settings_mail_required(),
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
  'mail.outcome': m.automation_rule_mail_outcome(),
  'webhook.no_url': m.automation_rule_webhook_no_url(),
  'webhook.not_failed': m.automation_rule_webhook_not_failed(),
  'figures.range': ({ values: { days } }) =>
    m.automation_rule_figures_range({ days: String(days) }),

  // Statements and matching
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
};
