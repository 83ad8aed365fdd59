import { recordPayment } from '../../payment/api.ts';
import type { Attempt, RecordedSubmission } from '../../payment/manual-payment.ts';
import type { CardOrder } from './order-card.schema.ts';

/** Records an order; see `recordPayment`. */
export function submitCardOrder(order: CardOrder, attempt: Attempt): Promise<RecordedSubmission> {
  const { tier, cardName } = order;
  return recordPayment({
    kind: 'card_order',
    payment: order,
    attempt,
    description: `${tier.name} virtual card order`,
    insert: (supabase, columns) =>
      supabase
        .from('orders')
        .insert({ ...columns, card_details: { tier: tier.id, cardName } })
        .select('id'),
  });
}
