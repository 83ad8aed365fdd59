import { PaymentSuccess } from '../../features/payment-result/payment-success.tsx';
import { WithQueries } from '../with-queries.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.page_payment_status(),
  description: m.page_status_your_order_or_recharge(),
  isPrivate: true,
};

export function Component() {
  return (
    <WithQueries>
      <PaymentSuccess />
    </WithQueries>
  );
}
