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

/** The sentences of the product rules that customers meet, by the key that supabase/schemas raises in `hint`. */
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

  // Payment codes
  'payment_code.login_required': m.matching_rule_code_login(),
  'payment_code.not_reserved': m.matching_rule_code_not_reserved(),
  'payment_code.used': m.matching_rule_code_used(),

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
