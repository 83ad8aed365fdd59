import { PENDING_STATUS, type CardTier, type PaymentMethodId } from '@beaconpay/domain';
import { insertOnce, UNIQUE_VIOLATION } from '../../lib/insert-once.ts';
import { loadSupabase, type Backend } from '../../lib/supabase.ts';
import { requireSessionOf } from '../../session/update-profile.ts';
import type { RecordedSubmission } from '../../session/use-manual-submission.ts';

export interface CardOrder {
  userId: string;
  tier: CardTier;
  cardName: string;
  paymentMethod: PaymentMethodId;
  /** Never the card number: see transactionReferenceOf. */
  transactionReference: string;
}

type CardOrderRequest = CardOrder & { idempotencyKey: string };

/**
 * Records an order and then its row in the customer's history. Throws SignedOutError, or the backend's error when there
 * is no order; a key that was already used gives the order it made.
 */
export async function submitCardOrder(request: CardOrderRequest): Promise<RecordedSubmission> {
  await requireSessionOf(request.userId);
  const supabase = await loadSupabase();
  const id = await insertOrder(supabase, request);
  return { id, isLogged: await logOrder(supabase, request, id) };
}

async function insertOrder(supabase: Backend, request: CardOrderRequest): Promise<string> {
  const { userId, idempotencyKey } = request;
  const insertion = supabase
    .from('orders')
    .insert({
      user_id: userId,
      status: PENDING_STATUS,
      amount: Number(request.tier.price),
      currency: request.tier.currency,
      card_details: { tier: request.tier.id, cardName: request.cardName },
      payment_method: request.paymentMethod,
      transaction_reference: request.transactionReference,
    })
    .select('id')
    .setHeader('Idempotency-Key', idempotencyKey)
    .single();
  return insertOnce(supabase, { table: 'orders', userId, idempotencyKey, request: insertion });
}

async function logOrder(
  supabase: Backend,
  { userId, tier }: CardOrder,
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
