import {
  PENDING_STATUS,
  RECHARGE_CURRENCY,
  type Operator,
  type PaymentMethodId,
  type RechargeAmountUsd,
  type RechargeTypeId,
} from '@beaconpay/domain';
import { loadSupabase, type Backend } from '../../lib/supabase.ts';
import { UnreachableError } from '../../lib/unreachable-error.ts';
import { requireSessionOf } from '../../session/update-profile.ts';

/** PostgreSQL: a unique index already has this entry. */
const UNIQUE_VIOLATION = '23505';

export interface RechargeRequest {
  userId: string;
  operator: Operator;
  phoneNumber: string;
  amountUsd: RechargeAmountUsd;
  type: RechargeTypeId;
  paymentMethod: PaymentMethodId;
  /** Never the card number: see transactionReferenceOf. */
  transactionReference: string;
  idempotencyKey: string;
}

export interface SubmittedRecharge {
  rechargeId: string;
  /** Whether the customer's history has its row; the recharge stands without it. */
  isLogged: boolean;
}

/**
 * Records a recharge and then its row in the customer's history. Throws the backend's error when
 * there is no recharge; a key that was already used gives the recharge it made.
 */
export async function submitRecharge(request: RechargeRequest): Promise<SubmittedRecharge> {
  await requireSessionOf(request.userId);
  const supabase = await loadSupabase();
  const rechargeId = await insertRecharge(supabase, request);
  return { rechargeId, isLogged: await logRecharge(supabase, request, rechargeId) };
}

async function insertRecharge(supabase: Backend, request: RechargeRequest): Promise<string> {
  const { data, error, status } = await supabase
    .from('recharges')
    .insert({
      user_id: request.userId,
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
    .setHeader('Idempotency-Key', request.idempotencyKey)
    .single();
  if (!error) return data.id;
  if (error.code === UNIQUE_VIOLATION && error.message.includes('idempotency_key')) {
    return readRechargeOf(supabase, request);
  }
  throw status === 0 ? new UnreachableError() : error;
}

/** The recharge an earlier, unanswered attempt of the same submission made. */
async function readRechargeOf(supabase: Backend, request: RechargeRequest): Promise<string> {
  const { data, error } = await supabase
    .from('recharges')
    .select('id')
    .eq('user_id', request.userId)
    .eq('idempotency_key', request.idempotencyKey)
    .single();
  if (error) throw error;
  return data.id;
}

async function logRecharge(
  supabase: Backend,
  { userId, operator, amountUsd }: RechargeRequest,
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
