import {
  PENDING_STATUS,
  RECHARGE_CURRENCY,
  type Operator,
  type PaymentMethodId,
  type RechargeAmountUsd,
  type RechargeTypeId,
} from '@beaconpay/domain';
import { insertOnce, UNIQUE_VIOLATION } from '../../lib/insert-once.ts';
import { loadSupabase, type Backend } from '../../lib/supabase.ts';
import { requireSessionOf } from '../../session/update-profile.ts';
import type { RecordedSubmission } from '../../session/use-manual-submission.ts';

export interface Recharge {
  userId: string;
  operator: Operator;
  phoneNumber: string;
  amountUsd: RechargeAmountUsd;
  type: RechargeTypeId;
  paymentMethod: PaymentMethodId;
  /** Never the card number: see transactionReferenceOf. */
  transactionReference: string;
}

type RechargeRequest = Recharge & { idempotencyKey: string };

/**
 * Records a recharge and then its row in the customer's history. Throws the backend's error when
 * there is no recharge; a key that was already used gives the recharge it made.
 */
export async function submitRecharge(request: RechargeRequest): Promise<RecordedSubmission> {
  await requireSessionOf(request.userId);
  const supabase = await loadSupabase();
  const id = await insertRecharge(supabase, request);
  return { id, isLogged: await logRecharge(supabase, request, id) };
}

async function insertRecharge(supabase: Backend, request: RechargeRequest): Promise<string> {
  const { userId, idempotencyKey } = request;
  const insertion = supabase
    .from('recharges')
    .insert({
      user_id: userId,
      operator: request.operator.name,
      phone_number: request.phoneNumber,
      amount: request.amountUsd,
      currency: RECHARGE_CURRENCY,
      status: PENDING_STATUS,
      recharge_details: { type: request.type },
      payment_method: request.paymentMethod,
      transaction_reference: request.transactionReference,
    })
    .select('id')
    .setHeader('Idempotency-Key', idempotencyKey)
    .single();
  return insertOnce(supabase, { table: 'recharges', userId, idempotencyKey, request: insertion });
}

async function logRecharge(
  supabase: Backend,
  { userId, operator, amountUsd }: Recharge,
  rechargeId: string,
): Promise<boolean> {
  const { error } = await supabase.from('transactions').insert({
    user_id: userId,
    type: 'recharge',
    description: `Mobile recharge: ${operator.name}`,
    amount: amountUsd,
    currency: RECHARGE_CURRENCY,
    status: PENDING_STATUS,
    related_order_id: rechargeId,
  });
  return !error || error.code === UNIQUE_VIOLATION;
}
