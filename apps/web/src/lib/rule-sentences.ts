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
  'account.metadata_size': 'Account metadata can be at most 16 kB.',
  'profile.website': 'Enter a link that starts with https:// or http://.',
  'profile.picture_address': 'Enter a link to an image that starts with https://.',
  'picture.limit': 'You already have ten pictures. Remove one before you add another.',
  'data_export.login_required': 'Please log in to export your data.',
  'data_export.second_factor_required': 'Complete two-step verification to export your data.',
  'session_list.login_required': "Please log in to see where you're logged in.",
  'session_list.second_factor_required':
    "Complete two-step verification to see where you're logged in.",
  'session_end.login_required': 'Please log in to end a session.',
  'session_end.second_factor_required': 'Complete two-step verification to end a session.',

  // Orders and recharges
  'order.status': 'A new order starts pending manual verification.',
  'order.tier': 'Please choose one of the available cards.',
  'order.card_details': 'Card details may hold only the tier and the card name.',
  'order.price': ({ values: { tier, price, currency } }) =>
    `The price of a ${capitalized(String(tier))} card is ${String(price)} ${String(currency)}.`,
  'recharge.status': 'A new recharge starts pending manual verification.',
  'recharge.operator': 'Please choose one of the available operators.',
  'recharge.amount': 'Choose an amount of 5, 10, 20 or 50 USD.',
  'recharge.type': 'Choose talktime, data or bundle.',
  'recharge.phone_number': 'Please enter a valid phone number.',
  'transaction.record': 'A transaction belongs to an order or a recharge of yours.',
  'transaction.values':
    'A transaction has the amount, currency and status of its order or recharge.',

  // Payments
  'payment.method': 'Please choose one of the available payment methods.',
  'payment.method_not_offered':
    "This payment method isn't available right now. Please choose another one.",
  'payment.reference_required': 'Please provide a transaction reference for your payment.',
  'payment.card_details_required': 'Please fill all card payment details.',
  'payment.card_details':
    'Card payment details may hold only the card holder, brand, last four digits and expiry.',
  'payment.pending_limit': ({ values: { limit } }) =>
    `You have ${String(limit)} orders and recharges awaiting review. Please wait until one has been reviewed.`,
  'payment.completion_only': 'The service only completes a payment.',
  'payment.completion_session': 'A payment is completed with the session of its card provider.',
  'request.idempotency_key': 'The Idempotency-Key header must be a UUID.',
  'sandbox_checkout.already_decided': 'already decided',
  'sandbox_checkout.expired': 'This payment page is no longer valid.',

  // Administrators
  'review.already_decided': ({ values: { status } }) =>
    `The status is ${String(status).replaceAll('_', ' ')}.`,
  'review.decision': 'A review approves or rejects the payment.',
  'review.own_record': "You can't review your own record. Ask another administrator to do it.",
  'review.one_record': 'A review decides one record at a time.',
  'payment_method.details': 'Enter 1 to 12 lines, each with a label and a value.',
  'security_settings.own_factor_required': 'Set up two-step verification for yourself first.',
  'support_contact.email': 'Enter a valid support email address.',
  'support_contact.phone':
    'Enter the support phone number with its country code, such as +1 555 010 0199.',
  'support_contact.url': 'Enter a support page that starts with https://.',
  'audit_log.append_only': 'The audit log is append-only.',

  // Texts of any field
  'text.size': ({ values: { field } }) => `The ${String(field)} is too long.`,
  'text.length': ({ values: { field, max } }) =>
    `The ${String(field)} can be at most ${String(max)} characters long.`,
  'text.card_secret': ({ values: { field } }) =>
    `For your safety, we never store card numbers or security codes. ${cardSecretAdvice(String(field))}`,
};

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A bank may issue a reference that looks like a card number. */
function cardSecretAdvice(field: string): string {
  return field === 'transaction reference'
    ? "Please remove the card number. If this is your bank's reference, enter its last eight characters."
    : `Please remove them from the ${field}.`;
}
