import type { RecordKind } from '../../payment/record-kinds.ts';
import { m } from '../../paraglide/messages.js';

/** What the URL of the success page requests. */
export type PaymentRequest =
  | { step: 'submitted'; kind: RecordKind; referenceId: string | null }
  | { step: 'confirm'; kind: RecordKind; recordId: string; sessionId: string }
  | { step: 'log-in' }
  | { step: 'refused'; message: string; isStripe: boolean };

const MANUAL_TYPE_PART = '_manual';

/**
 * Reads the query of the success page. A manual submission is only shown. A session of a card provider is
 * confirmed for the signed-in user. Other queries are rejected.
 */
export function readPaymentRequest(query: URLSearchParams, isSignedIn: boolean): PaymentRequest {
  const type = query.get('type') ?? '';
  if (type.includes(MANUAL_TYPE_PART)) {
    return {
      step: 'submitted',
      kind: type.includes('recharge') ? 'mobile_recharge' : 'card_order',
      referenceId: query.get('order_id') ?? query.get('recharge_id'),
    };
  }
  const sessionId = query.get('session_id') ?? '';
  if (sessionId === '') {
    return refused(m.payment_result_invalid_payment_confirmation_request(), false);
  }
  if (!isSignedIn) return { step: 'log-in' };
  if (type !== 'card_order' && type !== 'mobile_recharge') {
    return refused(m.payment_result_invalid_transaction_type_specified_for_stripe(), true);
  }
  const recordId = query.get(type === 'card_order' ? 'local_order_id' : 'local_recharge_id') ?? '';
  if (recordId === '') {
    return refused(m.payment_result_missing_local_transaction_id_for_stripe(), true);
  }
  return { step: 'confirm', kind: type, recordId, sessionId };
}

function refused(message: string, isStripe: boolean): PaymentRequest {
  return { step: 'refused', message, isStripe };
}
