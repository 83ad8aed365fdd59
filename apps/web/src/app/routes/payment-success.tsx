import { PaymentSuccess } from '../../features/payment-result/payment-success.tsx';
import { WithQueries } from '../with-queries.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: 'Payment status',
  description: 'The status of your order or recharge.',
  isPrivate: true,
};

export function Component() {
  return (
    <WithQueries>
      <PaymentSuccess />
    </WithQueries>
  );
}
