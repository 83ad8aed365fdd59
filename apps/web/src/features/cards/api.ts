import { PENDING_STATUS, type CardTier, type PaymentMethodId } from '@beaconpay/domain';
import { loadSupabase, type Backend } from '../../lib/supabase.ts';
import { UnreachableError } from '../../lib/unreachable-error.ts';
import { requireSessionOf } from '../../session/update-profile.ts';

/** PostgreSQL: a unique index already has this entry. */
const UNIQUE_VIOLATION = '23505';

export interface CardOrderRequest {
  userId: string;
  tier: CardTier;
  cardName: string;
  paymentMethod: PaymentMethodId;
  /** Never the card number: see transactionReferenceOf. */
  transactionReference: string;
  idempotencyKey: string;
}

export interface SubmittedCardOrder {
  orderId: string;
  /** Whether the customer's history has its row; the order stands without it. */
  isLogged: boolean;
}

/**
 * Records an order and then its row in the customer's history. Throws SignedOutError, or the backend's error when there
 * is no order; a key that was already used gives the order it made.
 */
export async function submitCardOrder(request: CardOrderRequest): Promise<SubmittedCardOrder> {
  await requireSessionOf(request.userId);
  const supabase = await loadSupabase();
  const orderId = await insertOrder(supabase, request);
  return { orderId, isLogged: await logOrder(supabase, request, orderId) };
}

async function insertOrder(supabase: Backend, request: CardOrderRequest): Promise<string> {
  const { data, error, status } = await supabase
    .from('orders')
    .insert({
      user_id: request.userId,
      status: PENDING_STATUS,
      amount: Number(request.tier.price),
      currency: request.tier.currency,
      card_details: { tier: request.tier.id, cardName: request.cardName },
      payment_method: request.paymentMethod,
      transaction_reference: request.transactionReference,
    })
    .select('id')
    .setHeader('Idempotency-Key', request.idempotencyKey)
    .single();
  if (!error) return data.id;
  if (error.code === UNIQUE_VIOLATION && error.message.includes('idempotency_key')) {
    return readOrderOf(supabase, request);
  }
  throw status === 0 ? new UnreachableError() : error;
}

/** The order an earlier, unanswered attempt of the same submission made. */
async function readOrderOf(supabase: Backend, request: CardOrderRequest): Promise<string> {
  const { data, error } = await supabase
    .from('orders')
    .select('id')
    .eq('user_id', request.userId)
    .eq('idempotency_key', request.idempotencyKey)
    .single();
  if (error) throw error;
  return data.id;
}

async function logOrder(
  supabase: Backend,
  { userId, tier }: CardOrderRequest,
  orderId: string,
): Promise<boolean> {
  const { error } = await supabase.from('transactions').insert({
    user_id: userId,
    type: 'card_order',
    description: `${tier.name} virtual card order`,
    amount: Number(tier.price),
    currency: tier.currency,
    status: PENDING_STATUS,
    related_order_id: orderId,
  });
  return !error || error.code === UNIQUE_VIOLATION;
}
